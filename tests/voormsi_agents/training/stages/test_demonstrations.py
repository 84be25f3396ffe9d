"""What a teacher shows."""

from __future__ import annotations

from pathlib import Path

from voormsi_agents.networks.inputs import Inputs
from voormsi_agents.registry import make_agent
from voormsi_agents.training.stages.demonstrations import (
    Demonstrator,
    collect_demonstrations,
)
from voormsi_env.rules import Rules


def test_what_a_teacher_has_shown_is_kept(tmp_path: Path) -> None:
    rules = Rules(players=2)
    first, again = (
        collect_demonstrations(
            Demonstrator(make_agent(teacher, rules), rules, Inputs(rules), 0.1, "outcome"),
            100,
            1,
            tmp_path / "demonstrations",
        )
        for teacher in ("greedy", "random")
    )
    assert (first.values == again.values).all()
    assert len(first) >= 100

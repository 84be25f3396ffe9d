"""What `voormsi evaluate` plays, and what it says of it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tournaments import few_resamples, play_here, results_of  # noqa: F401

from voormsi_agents.commands.evaluate import run
from voormsi_agents.commands.refusal import CommandError

ROOT = Path(__file__).resolve().parents[3]


def evaluate(*arguments, out=None):
    """The options of a command line, checked, and played."""
    given = (*arguments, *(("--out", out) if out else ()))
    return run([str(argument) for argument in given])


@pytest.mark.parametrize(
    "path", sorted((ROOT / "configs" / "evaluate").glob("*.yaml")), ids=lambda p: p.stem
)
def test_configs_that_come_with_the_project_can_be_read(path, monkeypatch):
    plans = []

    def stop(plan, *_):
        plans.append(plan)
        raise ValueError("enough")

    monkeypatch.setattr("voormsi_agents.commands.evaluate_run.run", stop)
    with pytest.raises(CommandError, match="enough"):
        evaluate("--config", path)
    assert plans


def test_until_stops_early_and_says_so(tmp_path, capsys, here):
    agents = ("--agents", "greedy", "random", "--until", "greedy > random at 99%")
    assert evaluate(*agents, out=tmp_path) == 0
    (match,) = results_of(tmp_path)["matches"]
    assert match["stopped"]
    assert match["games"] < 200
    assert match["standings"][0]["win_rate"]["low"] > 0.5
    assert match["standings"][0]["win_rate_without_card_luck"] is None
    assert match["standings"][0]["points_per_deal"]["low"] is None
    said = " ".join(capsys.readouterr().out.split())
    assert re.search(r"at most 100,000 games.* about [\d,]+ if greedy wins 55%", said)
    assert "stopped" in said

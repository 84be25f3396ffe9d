"""`voormsi agents`: the agents there are."""

from __future__ import annotations

import pytest

from voormsi_agents.commands.agents import run
from voormsi_agents.registry import FACTORIES


def test_agents(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([]) == 0
    printed = capsys.readouterr().out
    for name in FACTORIES:
        assert f"\n{name}" in f"\n{printed}"
    assert "    Chooses uniformly among the legal plays.\n" in printed

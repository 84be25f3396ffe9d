"""How deals go: the table is that of the agent it names."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from voormsi_agents.values.win_probability import OUTCOMES_FILE

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))

import deal_outcomes

MEASURED = json.loads(OUTCOMES_FILE.read_text(encoding="utf-8"))
BONUS_TEAM = 2
"""Where a row of outcomes, which begins with how many deals went so, has the team of the bonus."""


def share_with_bonus(outcomes: list[list[int]]) -> float:
    return sum(row[0] for row in outcomes if row[BONUS_TEAM] >= 0) / sum(r[0] for r in outcomes)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_table_is_that_of_the_agent_it_names(players: int) -> None:
    """By one number, the share of deals with a bonus, of 2,000 deals: give or take 1%."""
    kept = MEASURED[str(players)]
    assert sum(row[0] for row in kept["outcomes"]) == kept["deals"]
    anew = deal_outcomes.measure(kept["agent"], players, 2000, seed=12)
    assert share_with_bonus(anew["outcomes"]) == pytest.approx(
        share_with_bonus(kept["outcomes"]), abs=0.045
    )

"""What is to be played."""

from __future__ import annotations

import pytest
from helpers import FOUR

from voormsi_agents.tournament.plan import plan_of


def test_the_usual_schedule_follows_from_how_many_take_part() -> None:
    assert plan_of(["random", "greedy"], FOUR, 1, None, 20).schedule == "head-to-head"
    plan = plan_of(["random", "greedy", "heuristic"], FOUR, 1, None, 20)
    assert plan.schedule == "round-robin"
    assert plan.games == (20,) * 3 == (20,) * len(plan.matches)
    assert plan.entrants == ("random", "greedy", "heuristic")


def test_a_schedule_for_other_numbers_is_refused() -> None:
    assert len(plan_of(["random", "greedy", "heuristic"], FOUR, 1, "gauntlet", 2).matches) == 2
    with pytest.raises(ValueError, match="cannot meet in one match"):
        plan_of(["random", "greedy", "heuristic"], FOUR, 1, "head-to-head", 2)

"""What a tournament will come to, told beforehand."""

from __future__ import annotations

from helpers import FOUR

from voormsi_agents.tournament.forecast import forecast
from voormsi_agents.tournament.plan import plan_of
from voormsi_agents.tournament.statistics.sequential import parse_until


def test_widths_and_numbers_of_games_are_told() -> None:
    said = forecast(plan_of(["random", "greedy"], FOUR, 1, None, 2000))
    assert said.startswith("1 match of 2,000 games: win rates to about ±")
    assert "±1%" in said
    said = forecast(plan_of(["random", "greedy", "heuristic"], FOUR, 1, None, 3))
    assert said.startswith("3 matches of 4 games")


def test_a_match_that_may_stop_sooner_is_told_at_likely_rates() -> None:
    plan = plan_of(["random", "greedy"], FOUR, 1, None, 2000)
    names = ["random", "greedy"]
    said = forecast(plan, parse_until("greedy > random at 99%", names))
    assert "1 match of at most 2,000 games, until" in said
    assert "if greedy wins 55%" in said
    assert "or fewer" in forecast(plan, parse_until("±5%", names))

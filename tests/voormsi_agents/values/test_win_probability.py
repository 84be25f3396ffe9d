"""The chance of winning from a ladder: whether games go by it."""

from __future__ import annotations

import numpy as np
import pytest

from voormsi_agents.matches.lockstep import play_to_end
from voormsi_agents.registry import make_agent
from voormsi_agents.values.win_probability import win_table
from voormsi_env.games import Games
from voormsi_env.rules import Rules


@pytest.mark.parametrize(
    ("players", "scores"), [(2, (3, 6)), (3, (9, 4, 6)), (4, (7, 2)), (4, (0, 5))]
)
def test_games_are_won_as_often_as_the_table_says(players: int, scores: tuple[int, ...]) -> None:
    rules = Rules(players=players)
    games = Games(2000, rules, seed=4, start_scores=list(scores))
    play_to_end(games, [make_agent("heuristic", rules)], np.zeros((2000, players), np.int64), 4)
    winners = games.states["winners"]
    won = (winners & 1) / np.array([max(1, int(mask).bit_count()) for mask in winners])
    table = win_table(rules)
    said = np.mean([table.chance(list(scores), dealer % rules.teams) for dealer in range(players)])
    assert won.mean() == pytest.approx(said, abs=0.05)


def test_the_chances_of_two_teams_sum_to_one() -> None:
    table = win_table(Rules())
    for own in range(9):
        for other in range(9):
            for dealer in (0, 1):
                both = table.chance([own, other], dealer) + table.chance([other, own], 1 - dealer)
                assert both == pytest.approx(1.0, abs=1e-3)

"""What a position is worth: by the ladder at the end of a deal, and shared out among the teams."""

from __future__ import annotations

import numpy as np
import pytest
from helpers import FOUR, SIZES, random_positions

from voormsi_agents.values.deal_value import LadderChances, value_of, value_of_end
from voormsi_agents.values.win_probability import win_table
from voormsi_env import Games, Rules
from voormsi_env.engine.state import REASON_DEAL, REASON_POINTS, REASON_TRUNCATED, STATE


def ended(scores: list[int], reason: int, winners: int = 0, dealer: int = 0) -> np.record:
    """A game of four whose deal has ended."""
    game = Games(1, FOUR, seed=1, start_scores=scores).states.copy()
    game["over"], game["reason"], game["winners"], game["dealer"] = True, reason, winners, dealer
    assert game.dtype == STATE
    return game[0]


def worth(game: np.record, team: int, whole_game: bool = True) -> float:
    chances = LadderChances(FOUR)
    return float(value_of_end(game, team, whole_game, chances.values, chances.ladder))


@pytest.mark.parametrize("dealer", [0, 1])
def test_the_end_of_a_deal_is_worth_what_the_table_says(dealer: int) -> None:
    game = ended([7, 2], REASON_DEAL, dealer=dealer)
    table = win_table(FOUR)
    assert worth(game, 0) == pytest.approx(table.chance([7, 2], (dealer + 1) % 2))
    assert worth(game, 1) == pytest.approx(table.chance([2, 7], dealer % 2))


def test_the_end_of_a_game_is_worth_the_share_of_the_win() -> None:
    won = ended([8, 2], REASON_POINTS, winners=0b01)
    assert [worth(won, team) for team in (0, 1)] == [1.0, 0.0]
    both = ended([8, 8], REASON_POINTS, winners=0b11)
    assert [worth(both, team) for team in (0, 1)] == [0.5, 0.5]
    nobody = ended([3, 2], REASON_TRUNCATED)
    assert [worth(nobody, team) for team in (0, 1)] == [0.5, 0.5]


def test_a_single_deal_is_won_by_who_gained_most_in_it() -> None:
    game = ended([0, 8], REASON_DEAL, winners=0b01)
    assert worth(game, 0, whole_game=False) == 1.0
    assert worth(game, 1, whole_game=False) == 0.0


@pytest.mark.parametrize("rules", SIZES)
def test_between_tricks_the_values_of_two_teams_sum_to_one(rules: Rules) -> None:
    """Of three, each value is the mean of the chances against either rival: they sum to 1.5."""
    chances = LadderChances(rules)
    sums = []
    for game, _ in random_positions(300, 8, **rules.to_dict()):
        if game.state.plays_made == 0:
            sums.append(
                sum(
                    value_of(game.state, team, True, chances.values, chances.ladder)
                    for team in range(rules.teams)
                )
            )
    assert len(sums) > 30
    assert np.mean(sums) == pytest.approx(rules.teams / 2, abs=0.02)

"""The race to five tricks."""

from __future__ import annotations

import numpy as np
import pytest
from helpers import FIVE_AFTER_ONE, FOUR, play_tricks

from voormsi_agents.baselines.heuristic.trick_race import (
    FIRST_WITH_FIVE,
    LASTS,
    chance_of_game,
    needs_with,
    tricks_won,
    with_more,
)


def test_with_two_teams_one_of_them_is_the_first_with_five() -> None:
    assert np.allclose(FIRST_WITH_FIVE[0, :, :, 0].sum(axis=(2, 3)), 1)
    assert FIRST_WITH_FIVE[0, 4, 4, 0].tolist() == [[0, 0.5], [0, 0.5], [0, 0]]
    assert FIRST_WITH_FIVE[0, 4, 0, 0, 0, 0] == 0.5


def test_how_long_a_deal_lasts() -> None:
    assert LASTS[0, 0, 0, 0].tolist() == [1, 1, 1, 1]
    assert LASTS[0, 5, 1, 0].tolist() == [0, 0, 0, 0]
    assert LASTS[0, 5, 0, 0].tolist() == [1, 0.5, 0.25, 0.125]
    assert LASTS[0, 4, 4, 0].tolist() == [1, 0, 0, 0]


def test_a_trick_for_us_is_worth_more_than_one_against_us() -> None:
    game = play_tricks(*FIVE_AFTER_ONE[:3], "9H")
    view = game.view(game.to_play)
    needs = needs_with(view, -1, 0)
    assert needs[:2] == (FOUR.points_to_win, FOUR.points_to_win)
    assert needs_with(view, 0, 2)[0] == needs[0] - 2
    won = tricks_won(view)
    assert sum(won) == 3
    ours, theirs = (chance_of_game(view, with_more(won, team, 1), team, needs) for team in (0, 1))
    assert 0 < theirs < ours < 1


@pytest.mark.parametrize(("size", "tricks"), [(1, (2, 3, 0)), (4, (2, 6, 0))])
def test_a_trick_of_some_cards_counts_as_many(size: int, tricks: tuple[int, ...]) -> None:
    assert with_more((2, 2, 0), 1, size) == tricks

"""The race up the ladder."""

from __future__ import annotations

import numpy as np
import pytest

from voormsi_agents.baselines.heuristic.ladder import (
    DEAL_POINTS,
    FARTHEST,
    RUN_CHANCES,
    WIN_CHANCES,
    need_after,
)
from voormsi_env.engine.state import BUST_DEDUCT, BUST_OFF, BUST_REBOUND

BUSTS = (BUST_REBOUND, BUST_DEDUCT, BUST_OFF)


def test_what_is_needed_after_a_sum_goes_on_the_ladder() -> None:
    assert [need_after(bust, 5, 3) for bust in BUSTS] == [2, 2, 2]
    assert [need_after(bust, 2, 5) for bust in BUSTS] == [3, 5, 0]


def test_the_chances_of_a_deal_are_all_there_are() -> None:
    assert sum(DEAL_POINTS.values()) == pytest.approx(1)


@pytest.mark.parametrize("bust", BUSTS)
def test_the_chances_of_both_teams_make_one(bust: int) -> None:
    chances = WIN_CHANCES[bust]
    assert np.allclose(chances + chances.T, 1)
    assert (chances[0, 1:] == 1).all()
    assert np.allclose(np.diag(chances), 0.5)


def test_who_needs_less_is_ahead_where_no_sum_goes_bust() -> None:
    assert (np.diff(WIN_CHANCES[BUST_OFF], axis=0)[:, 1:FARTHEST] < 0).all()
    assert (RUN_CHANCES[BUST_OFF] >= WIN_CHANCES[BUST_OFF] - 1e-12).all()

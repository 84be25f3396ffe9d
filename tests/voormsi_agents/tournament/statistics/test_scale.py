"""All entrants on one scale."""

from __future__ import annotations

import numpy as np
import pytest
from tournaments import two_players

from voormsi_agents.matches.pairings import Match
from voormsi_agents.tournament.results import Played
from voormsi_agents.tournament.statistics.scale import scale_of


def match(one: int, other: int, rate: float) -> Played:
    won = np.random.default_rng(one + other).random(400) < rate
    return Played(Match((one, other)), two_players(one, other, won), 200)


def test_the_anchor_is_the_random_player_where_it_takes_part() -> None:
    scale = scale_of(["greedy", "random"], [match(0, 1, 0.8)], 1)
    assert scale.anchor == 1
    assert scale.ratings[1].value == pytest.approx(0)
    assert scale.ratings[0].value > 100
    assert list(scale.ratings) == [0, 1]
    assert scale.rates[0, 1] == pytest.approx(0.8, abs=0.06)
    assert np.isnan(scale.rates[0, 0])
    assert scale.nash[0][0] == pytest.approx(1, abs=1e-3)


def test_there_is_no_nash_average_where_some_have_not_met() -> None:
    scale = scale_of(["a", "b", "c"], [match(0, 1, 0.6), match(1, 2, 0.6)], 1)
    assert scale.anchor == 0
    assert scale.nash == {}
    assert len(scale.ratings) == 3

"""Cycles and pairs that one scale does not tell, and Nash averaging."""

from __future__ import annotations

import numpy as np
import pytest
from tournaments import simulated, two_players

from voormsi_agents.tournament.statistics.ratings import Comparisons, strengths
from voormsi_agents.tournament.statistics.transitivity import misfit, nash_average


def cyclic(rates, games=400):
    """Results in which row wins against column at these rates, as exactly as they can be."""
    matches = []
    for one in range(len(rates)):
        for other in range(one + 1, len(rates)):
            won = np.arange(games) < round(games * rates[one][other])
            won = np.random.default_rng(12).permutation(won)
            matches.append((two_players(one, other, won), games // 2))
    return Comparisons(len(rates), matches)


def elo_of(comparisons):
    return dict(enumerate(strengths(comparisons.matrix(comparisons.wins.sum(axis=0)))))


def test_a_cycle_is_found_and_a_ladder_has_none():
    stone = [[0.5, 0.7, 0.3], [0.3, 0.5, 0.7], [0.7, 0.3, 0.5]]
    found = misfit(cyclic(stone), elo_of(cyclic(stone)))
    assert found.cycles == ((0, 1, 2),)
    assert not found.transitive
    ladder = [[0.5, 0.6, 0.7], [0.4, 0.5, 0.6], [0.3, 0.4, 0.5]]
    assert misfit(cyclic(ladder), elo_of(cyclic(ladder))).transitive


def test_a_pair_that_the_ratings_do_not_tell_is_named():
    odd = [[0.5, 0.6, 0.6], [0.4, 0.5, 0.95], [0.4, 0.05, 0.5]]
    found = misfit(cyclic(odd), elo_of(cyclic(odd)))
    assert found.cycles == ()
    assert (1, 2) in [pair[:2] for pair in found.pairs]


def test_results_that_follow_the_ratings_seldom_raise_the_alarm():
    rng = np.random.default_rng(13)
    alarms = 0
    for _ in range(100):
        comparisons = simulated([0, 100, 200, 300], 100, rng)
        alarms += not misfit(comparisons, elo_of(comparisons)).transitive
    assert alarms <= 4


def test_nash_averaging():
    weights, skills = nash_average(np.array([[0.5, 0.9, 0.1], [0.1, 0.5, 0.9], [0.9, 0.1, 0.5]]))
    assert weights == pytest.approx([1 / 3] * 3, abs=1e-6)
    assert skills == pytest.approx([0, 0, 0], abs=1e-6)
    # The best takes all; a copy of it shares the weight.
    weights, skills = nash_average(np.array([[0.5, 0.5, 0.9], [0.5, 0.5, 0.9], [0.1, 0.1, 0.5]]))
    assert weights == pytest.approx([0.5, 0.5, 0], abs=1e-6)
    assert skills == pytest.approx([0, 0, -0.4], abs=1e-6)

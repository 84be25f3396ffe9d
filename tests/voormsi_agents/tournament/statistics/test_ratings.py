"""Ratings: strengths found, with intervals that cover them as often as they claim."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats
from tournaments import covers, simulated, two_players

from voormsi_agents.matches.outcome import SHARES, blank_outcomes
from voormsi_agents.tournament.statistics.ratings import (
    ELO,
    LEAST_PRIOR_WINS,
    SAMPLE_TOLERANCE,
    Comparisons,
    ratings,
    strengths,
)


def test_ratings_fall_within_their_intervals_as_often_as_they_claim():
    rng = np.random.default_rng(8)
    elo = [0, 150, 150, 400]
    hits = []
    for tournament in range(100):
        found = ratings(simulated(elo, 60, rng), 0, tournament, resamples=100)
        hits += [covers(found[entrant], elo[entrant]) for entrant in (1, 2, 3)]
    assert 0.92 <= np.mean(hits) <= 0.975
    assert found[0].value == found[0].low == found[0].high == 0


def test_neighbours_that_are_alike_have_an_uncertain_order():
    found = ratings(simulated([0, 300, 300], 200, np.random.default_rng(9)), 0, 1, resamples=200)
    order = list(found)
    assert order[2] == 0
    assert found[order[2]].above_next is None
    assert found[order[1]].above_next > 0.999
    assert 0.05 < found[order[0]].above_next < 0.999


def test_a_player_that_always_wins_has_a_finite_rating():
    outcomes = two_players(0, 1, np.ones(40, bool))
    found = ratings(Comparisons(2, [(outcomes, 20)]), 1, 0, resamples=400)
    assert found[0].value == pytest.approx(ELO * np.log(40.5 / 0.5))
    # What 40 games of 40 say of a rate, by Jeffreys' prior; all but a few Elo are known to be won.
    low, high = stats.beta(40.5, 0.5).ppf([0.025, 0.975])
    assert found[0].low == pytest.approx(ELO * np.log(low / (1 - low)), abs=60)
    assert found[0].high > ELO * np.log(high / (1 - high)) - 300


@pytest.mark.parametrize("entrants", range(2, 9))
@pytest.mark.parametrize("games", [10, 1000, 100_000])
def test_the_strengths_of_a_row_of_sweeps_are_found(entrants, games):
    """Everybody has won every game against the next; nothing lies further apart."""
    wins = games * np.eye(entrants, k=1) + LEAST_PRIOR_WINS * np.eye(entrants, k=-1)
    found = strengths(wins, tolerance=SAMPLE_TOLERANCE)
    apart = ELO * np.log(games / LEAST_PRIOR_WINS)
    assert -np.diff(found) == pytest.approx(np.full(entrants - 1, apart), rel=0.01)


def test_entrants_that_nobody_met_have_no_rating():
    comparisons = simulated([0, 100], 20, np.random.default_rng(10))
    assert set(ratings(Comparisons(3, []), 0, 0, resamples=5)) == set()
    comparisons.entrants = 3
    assert set(ratings(comparisons, 0, 0, resamples=5)) == {0, 1}


def test_three_players_ratings_follow_who_wins_when_one_of_two_does():
    rng = np.random.default_rng(11)
    elo = np.array([0.0, 100.0, 250.0])
    chances = 10 ** (elo / 400)
    outcomes = blank_outcomes(60_000)
    outcomes["entrants"][:] = (0, 1, 2)
    winners = rng.choice(3, 60_000, p=chances / chances.sum())
    outcomes["shares"][np.arange(60_000), winners] = SHARES
    comparisons = Comparisons(3, [(outcomes, 10_000)])
    found = strengths(comparisons.matrix(comparisons.wins.sum(axis=0)))
    assert found - found[0] == pytest.approx(elo, abs=10)

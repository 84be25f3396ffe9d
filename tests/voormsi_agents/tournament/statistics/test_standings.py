"""How an entrant did in a match, and what duplicate deals and card luck save."""

from __future__ import annotations

import numpy as np
import pytest
from tournaments import covers

from voormsi_agents.matches.outcome import blank_outcomes
from voormsi_agents.matches.pairings import Match
from voormsi_agents.matches.play_sets import play_sets
from voormsi_agents.matches.roster import Roster
from voormsi_agents.tournament.statistics.ratings import wins_per_set
from voormsi_agents.tournament.statistics.standings import rates_of, standing, top_rate
from voormsi_env import Rules


def test_intervals_of_identical_random_players_cover_one_half_as_often_as_they_claim():
    roster = Roster(["random", "random"], Rules())
    outcomes = play_sets(roster, Match((0, 1)), 2026, 0, 400 * 12).outcomes
    tournaments = outcomes.reshape(400, 24)
    plain = [standing("random", 0, games, 12) for games in tournaments]
    assert 0.93 <= np.mean([covers(one.rate, 0.5) for one in plain]) <= 0.97
    assert 0.93 <= np.mean([covers(one.adjusted, 0.5) for one in plain]) <= 0.97


def test_duplicate_deals_and_luck_narrow_the_interval():
    roster = Roster(["heuristic", "greedy"], Rules())
    outcomes = play_sets(roster, Match((0, 1)), 7, 0, 4000).outcomes
    found = standing("heuristic", 0, outcomes, 4000)
    games = rates_of(0, outcomes, 8000)
    assert found.duplicates_save == pytest.approx(
        games.var() / 2 / rates_of(0, outcomes, 4000).var(ddof=1)
    )
    assert found.duplicates_save > 1
    assert found.card_luck_saves > 1.03
    assert found.adjusted.half_width < found.rate.half_width


def test_one_against_two_of_another_is_counted_once_for_each():
    outcomes = blank_outcomes(3)
    outcomes["entrants"][:] = (0, 1, 1)
    outcomes["shares"][:] = [(6, 0, 0), (0, 6, 0), (2, 2, 2)]
    assert wins_per_set(outcomes, 1, 0, 1).tolist() == pytest.approx([2 + 2 / 3])
    assert wins_per_set(outcomes, 1, 1, 0).tolist() == pytest.approx([1 + 2 / 3])
    assert rates_of(0, outcomes, 1).tolist() == pytest.approx([(1 + 1 / 3) / 3])
    assert rates_of(1, outcomes, 1).tolist() == pytest.approx([(1 + 2 / 3) / 6])
    assert (top_rate(0, outcomes), top_rate(1, outcomes)) == (1.0, 0.5)

"""The games of a match: deals, seatings, and what they do not depend on."""

from __future__ import annotations

from helpers import FOUR

from voormsi_agents.matches.pairings import Match, pairings
from voormsi_agents.matches.roster import Roster
from voormsi_env.engine.randomness import game_seed


def test_sets_are_played_with_the_same_deals_in_every_seating() -> None:
    games = pairings(Roster(["random", "greedy"], FOUR), Match((0, 1)), 11, 3, 6)
    assert games.seeds.tolist() == [game_seed(11, d) for d in (3, 3, 4, 4, 5, 5)]
    assert games.teams.tolist() == [[0, 1], [1, 0]] * 3
    assert games.seatings.tolist() == [[0, 1, 0, 1], [1, 0, 1, 0]] * 3
    assert len(set(games.ids.tolist())) == 6


def test_three_players_take_all_orders_and_partners_keep_their_places() -> None:
    assert len(Match((0, 1, 2)).seatings) == 6
    assert Match((0, 1, 1)).seatings == [(0, 1, 1), (1, 0, 1), (1, 1, 0)]
    games = pairings(Roster(["random+greedy", "heuristic"], FOUR), Match((0, 1)), 0, 0, 1)
    assert games.seatings.tolist() == [[0, 2, 1, 2], [2, 0, 2, 1]]

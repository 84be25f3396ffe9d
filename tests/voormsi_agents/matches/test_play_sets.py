"""A match comes out the same whoever else takes part."""

from __future__ import annotations

from helpers import FOUR
from played import play_match

from voormsi_agents.matches.pairings import Match
from voormsi_agents.matches.play_sets import play_sets
from voormsi_agents.matches.roster import Roster


def test_a_match_comes_out_the_same_whoever_else_takes_part() -> None:
    alone = play_match(["random", "greedy"], 4).outcomes
    roster = Roster(["heuristic", "random", "greedy"], FOUR)
    among_others = play_sets(roster, Match((1, 2)), 5, 0, 4).outcomes
    assert (alone["shares"] == among_others["shares"]).all()
    assert (alone["card_luck"] == among_others["card_luck"]).all()

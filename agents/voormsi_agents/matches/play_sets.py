"""Playing part of a match: some of its sets of deals."""

from __future__ import annotations

from voormsi_agents.matches.pairings import Match, pairings
from voormsi_agents.matches.roster import Roster
from voormsi_agents.matches.stream import USUAL, Stream, StreamOptions, play_games


def play_sets(
    roster: Roster,
    match: Match,
    seed: int,
    first: int,
    last: int,
    *,
    number: int = 0,
    options: StreamOptions = USUAL,
) -> Stream:
    """Play the sets `first` to `last` - 1 of a match in all seatings.

    Args:
        roster: who takes part.
        match: who meets.
        seed: of the deals and the agents' randomness.
        first, last: which sets of deals.
        number: the match's, written into the outcomes.
        options: how they are played.

    Returns:
        What came of the games, in order of set and seating.
    """
    games = pairings(roster, match, seed, first, last)
    stream = play_games(roster.rules, list(roster.agents.values()), games, options)
    outcomes = stream.outcomes
    outcomes["match"] = number
    outcomes["deal"] = games.sets
    outcomes["seating"] = games.seating_numbers
    outcomes["seed"] = games.seeds
    outcomes["entrants"][:, : roster.rules.teams] = games.teams
    return stream

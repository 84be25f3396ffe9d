"""Playing part of a match: some of its sets of deals."""

from __future__ import annotations

from collections.abc import Callable

from voormsi_agents.matches.pairings import Match, pairings
from voormsi_agents.matches.roster import Roster
from voormsi_agents.matches.stream import DEFAULT_SLOTS, Stream, play_games
from voormsi_env.episode import DEFAULT_MAX_DEALS


def play_sets(
    roster: Roster,
    match: Match,
    seed: int,
    first: int,
    last: int,
    *,
    number: int = 0,
    slots: int = DEFAULT_SLOTS,
    max_deals: int = DEFAULT_MAX_DEALS,
    forgive: bool = False,
    keep_actions: bool = False,
    thinking: Callable[[int], None] | None = None,
) -> Stream:
    """Play the sets `first` to `last` - 1 of a match in all seatings.

    Args:
        roster: who takes part.
        match: who meets.
        seed: of the deals and the agents' randomness.
        first, last: which sets of deals.
        number: the match's, written into the outcomes.
        slots, max_deals, forgive, keep_actions, thinking: as for `play_games`.

    Returns:
        What came of the games, in order of set and seating.
    """
    games = pairings(roster, match, seed, first, last)
    stream = play_games(
        roster.rules,
        list(roster.agents.values()),
        games,
        slots=slots,
        max_deals=max_deals,
        forgive=forgive,
        keep_actions=keep_actions,
        thinking=thinking,
    )
    outcomes = stream.outcomes
    outcomes["match"] = number
    outcomes["deal"] = games.sets
    outcomes["seating"] = games.seating_numbers
    outcomes["seed"] = games.seeds
    outcomes["entrants"][:, : roster.rules.teams] = games.teams
    return stream

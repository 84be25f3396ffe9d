"""Records of the games of a tournament (docs/rules.md section 10)."""

from __future__ import annotations

from voormsi_agents.matches.roster import Roster
from voormsi_agents.matches.slots import NO_DECKS
from voormsi_agents.matches.stream import Stream
from voormsi_env.games import Games
from voormsi_env.record import record_from_actions, to_line


def record_lines(entrants: Roster, stream: Stream, max_deals: int) -> str:
    """A record of every game of a stream that was played to its end, one a line.

    A game that an agent failed in is left out: its last play is not legal.

    Args:
        entrants: who took part.
        stream: the games, with their actions.
        max_deals: their limit.
    """
    outcomes, rules = stream.outcomes, entrants.rules
    openings = Games(len(outcomes), rules, seeds=outcomes["seed"], max_deals=max_deals).states
    lines = []
    for game in range(len(outcomes)):
        if outcomes["failed"][game].any():
            continue
        teams = [entrants.entrants[number].players for number in outcomes["entrants"][game]]
        names = [teams[rules.team_of(seat)][seat // rules.teams] for seat in range(rules.players)]
        record = record_from_actions(
            openings[game : game + 1], NO_DECKS, stream.actions[game], names
        )
        lines.append(to_line(record) + "\n")
    return "".join(lines)

"""What tests of matches need: a match of entrants, played."""

from __future__ import annotations

from voormsi_agents.base import Agent
from voormsi_agents.matches.play_sets import play_sets
from voormsi_agents.matches.roster import Roster
from voormsi_agents.matches.stream import Stream, StreamOptions
from voormsi_agents.tournament.schedule import head_to_head
from voormsi_env import Rules


def play_match(
    agents: list[str | Agent], sets: int, rules: Rules | None = None, **options: object
) -> Stream:
    """Some sets of deals among a team's worth of entrants each, with the seed 5."""
    roster = Roster(agents, rules or Rules())
    match = head_to_head(len(agents), roster.rules)[0]
    return play_sets(roster, match, 5, 0, sets, options=StreamOptions(**options))

"""Who takes part: agents, partners, names, and who sits where."""

from __future__ import annotations

import pytest
from failing_agents import Crash, First
from helpers import FOUR, THREE, TWO

from voormsi_agents.matches.roster import Roster
from voormsi_agents.registry import UnknownAgentError


def test_agents_of_the_same_name_are_still_two() -> None:
    crash, first = Crash(), First()
    crash.name = first.name = "greedy"
    roster = Roster([crash, first, "greedy", first], FOUR)
    agents = [roster.agents[entrant.players[0]] for entrant in roster.entrants]
    assert agents[0] is crash
    assert agents[1] is agents[3] is first
    assert type(agents[2]).__name__ == "GreedyAgent"
    names = [entrant.name for entrant in roster.entrants]
    assert names == ["greedy", "greedy (2)", "greedy (3)", "greedy (4)"]


def test_the_entrant_of_a_team_takes_its_seats_and_partners_keep_their_places() -> None:
    roster = Roster(["random+greedy", "heuristic"], FOUR)
    assert roster.players_at([0, 1]) == ["random", "heuristic", "greedy", "heuristic"]
    assert roster.players_at([1, 0]) == ["heuristic", "random", "heuristic", "greedy"]
    assert roster.agents_at([0, 1]) == [0, 2, 1, 2]
    assert Roster(["random", "greedy"], THREE).players_at([1, 0, 0]) == [
        "greedy",
        "random",
        "random",
    ]


def test_bad_entrants_are_refused() -> None:
    with pytest.raises(UnknownAgentError, match="no agent is called 'nobody'"):
        Roster(["nobody", "random"], FOUR)
    with pytest.raises(UnknownAgentError, match="2 partners"):
        Roster(["random+greedy", "random"], TWO)
    with pytest.raises(UnknownAgentError, match="3 partners"):
        Roster(["random+greedy+random", "random"], FOUR)

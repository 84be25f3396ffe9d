"""Games that become records: of a series, and of a stream."""

from __future__ import annotations

import pytest
from failing_agents import Crash
from helpers import FOUR, THREE
from played import play_match

from voormsi_agents.matches.recording import record_games, record_lines, seat_names
from voormsi_agents.matches.roster import Roster
from voormsi_env.record import faults_in, from_line


def test_a_series_does_not_depend_on_how_many_games_are_played_at_once() -> None:
    roster = Roster(["random+greedy", "heuristic"], FOUR)
    whole = list(record_games(roster, 3, 5, max_deals=2))
    assert list(record_games(roster, 3, 5, max_deals=2, games_at_once=2)) == whole
    assert [faults_in(record) for record in whole] == [[]] * 5
    assert whole[0]["agents"] == ["random", "heuristic", "greedy", "heuristic"]


def test_one_entrant_a_team_is_wanted() -> None:
    with pytest.raises(ValueError, match="has 3 teams, and an agent is wanted for each"):
        seat_names(Roster(["random", "greedy"], THREE))


def test_the_games_of_a_stream_are_recorded_but_for_those_an_agent_failed_in() -> None:
    crash = Crash()
    crash.name = "crash"
    stream = play_match([crash, "random"], 10, forgive=True, keep_actions=True, max_deals=2)
    failed = stream.outcomes["failed"].any(axis=1)
    assert 0 < failed.sum() < len(failed)
    lines = record_lines(Roster([crash, "random"], FOUR), stream, 2).splitlines()
    records = [from_line(line) for line in lines]
    assert [record["seed"] for record in records] == stream.outcomes["seed"][~failed].tolist()
    for record, entrants in zip(records, stream.outcomes["entrants"][~failed], strict=True):
        assert faults_in(record) == []
        names = [("crash", "random")[entrants[seat % 2]] for seat in range(4)]
        assert record["agents"] == names

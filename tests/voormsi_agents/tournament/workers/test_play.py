"""Tournaments: the same numbers however the work is cut up, stopped and taken up again."""

from __future__ import annotations

import pytest
from tournaments import BAD, Here, played, same, spec_of

from voormsi_agents.tournament.statistics.sequential import parse_until
from voormsi_agents.tournament.tasks import Task
from voormsi_agents.tournament.workers.play import Tournament
from voormsi_agents.tournament.workers.store import PARTS, Store
from voormsi_agents.tournament.workers.worker import play_task, roster_of


class StoppedError(Exception):
    pass


def test_results_do_not_depend_on_how_the_work_is_cut_up(tmp_path):
    spec = spec_of(["random", "greedy", "random"])
    one = played(tmp_path / "one", spec, 60)
    many = played(tmp_path / "many", spec, 60, Here(spec, capacity=5))
    same(one, many)
    assert [len(match.outcomes) for match in one] == [60, 60, 60]
    assert one[0].outcomes["deal"].tolist() == sorted([*range(30), *range(30)])


def test_a_tournament_goes_on_where_it_was_stopped(tmp_path):
    spec = spec_of(["random", "greedy"], records=True)
    whole = played(tmp_path / "whole", spec, 200)
    stopped = tmp_path / "stopped"
    parts = 0
    while True:
        tournament = Tournament(spec, [200], Store(stopped, spec))
        done = tournament.games_done
        engine = Here(spec, capacity=3)
        answers = iter(range(2))

        def stop(answers=answers):
            if next(answers, None) is None:
                raise StoppedError

        try:
            tournament.play(engine, stop)
        except StoppedError:
            parts += 1
            (stopped / PARTS / ".0-0-9.abc.partial.npz").write_text("half a file")
            assert Tournament(spec, [200], Store(stopped, spec)).games_done > done
            continue
        break
    assert parts >= 2
    same(whole, tournament.results()[0])
    assert not list((stopped / PARTS).glob(".*"))


def test_a_finished_tournament_can_be_made_longer_or_shorter(tmp_path):
    spec = spec_of(["random", "greedy"])
    short = played(tmp_path / "a", spec, 40)
    engine = Here(spec)
    long = played(tmp_path / "a", spec, 90, engine)
    assert min(task.first for task in engine.played) == 20
    same(long, played(tmp_path / "b", spec, 90))
    engine = Here(spec)
    same(short, played(tmp_path / "a", spec, 40, engine))
    assert engine.played == []


def test_a_match_stops_at_the_same_set_however_the_work_is_cut_up(tmp_path):
    spec = spec_of(["random", "greedy", "random"])
    until = parse_until("±8%", ["random", "greedy", "random (2)"])
    one = played(tmp_path / "one", spec, 3000, until=until)
    many = played(tmp_path / "many", spec, 3000, Here(spec, capacity=7), until)
    same(one, many)
    assert all(match.stopped for match in one)
    assert len({match.sets for match in one}) > 1
    better = parse_until("greedy > random at 99%", ["random", "greedy"])
    spec = spec_of(["random", "greedy"])
    (match,) = played(tmp_path / "better", spec, 3000, until=better)
    assert match.stopped
    assert 2 < match.sets < 100


@pytest.mark.parametrize("kind", ["Illegal", "Crash"])
def test_an_agent_that_fails_forfeits_its_match_and_the_rest_goes_on(tmp_path, kind):
    bad = BAD.format(kind)
    spec = spec_of(["random", bad, "greedy"])
    one = played(tmp_path / "one", spec, 300)
    same(one, played(tmp_path / "many", spec, 300, Here(spec, capacity=4)))
    assert [match.forfeit is None for match in one] == [False, True, False]
    forfeit = one[0].forfeit
    assert (forfeit.entrant, forfeit.agent) == (1, bad)
    assert forfeit.how == ("illegal play" if kind == "Illegal" else "crash")
    assert ("action 14" if kind == "Illegal" else "out of luck") in forfeit.what
    task = play_task(roster_of(spec.entrants, spec.rules), spec, Task(0, 0, forfeit.deal + 1))
    failed = task.outcomes["failed"].any(axis=1)
    assert (task.outcomes["deal"][failed] == forfeit.deal).all()
    assert task.outcomes["seating"][failed][0] == forfeit.seating
    assert one[1].sets == 150


@pytest.mark.parametrize("kind", ["Illegal", "Crash"])
def test_of_partners_the_one_that_failed_is_named(tmp_path, kind):
    bad = BAD.format(kind)
    for team in (f"greedy+{bad}", f"{bad}+greedy"):
        (match,) = played(tmp_path / team.replace("/", ""), spec_of(["random", team]), 300)
        assert (match.forfeit.entrant, match.forfeit.agent) == (1, bad)


def test_a_match_that_is_lost_is_forfeited_and_stays_so(tmp_path):
    spec = spec_of(["random", "greedy", "heuristic"])
    engine = Here(spec, capacity=2, lose={0: "greedy", 2: None})
    one = played(tmp_path, spec, 20, engine)
    assert one[0].forfeit.entrant == 1
    assert (one[0].forfeit.how, one[0].forfeit.what) == ("no answer", "it hung")
    assert one[2].forfeit.entrant == -1
    assert one[1].sets == 10
    same(one, played(tmp_path, spec, 20))

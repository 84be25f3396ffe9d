"""Tournaments: the same numbers however the work is cut up, stopped and taken up again."""

from __future__ import annotations

import os
import random

import numpy as np
import pytest

from voormsi_agents.matches.pairings import Match
from voormsi_agents.tournament.plan import Plan, plan_of
from voormsi_agents.tournament.reports.rows import match_rows
from voormsi_agents.tournament.reports.summary import Circumstances, summary
from voormsi_agents.tournament.statistics.sequential import parse_until
from voormsi_agents.tournament.tasks import Task, TaskFailure, TournamentSpec
from voormsi_agents.tournament.workers.engines import Engine, LocalEngine
from voormsi_agents.tournament.workers.play import Tournament
from voormsi_agents.tournament.workers.store import PARTS, Store, StoreError
from voormsi_agents.tournament.workers.worker import play_task, roster_of
from voormsi_env import Rules

BAD = "arena_agents.{}"


class Here(Engine):
    """Plays in this process, and answers in an order of its own."""

    def __init__(self, spec, capacity=1, lose=()):
        self.spec = spec
        self.capacity = capacity
        self.waiting = []
        self.rng = random.Random(capacity)
        self.lose = dict(lose)
        self.played = []

    def submit(self, task):
        self.waiting.append(task)

    def next_answer(self):
        task = self.waiting.pop(self.rng.randrange(len(self.waiting)))
        if task.match in self.lose:
            return TaskFailure(task, self.lose[task.match], "it hung")
        self.played.append(task)
        return play_task(roster_of(self.spec.entrants, self.spec.rules), self.spec, task)

    def close(self):
        pass


class StoppedError(Exception):
    pass


def setup_of(agents, rules=None, **options):
    plan = plan_of(agents, rules or Rules(), 3, options.pop("schedule", None), 2)
    return TournamentSpec(plan.entrants, plan.rules, plan.seed, plan.matches, 100, **options)


def played(folder, spec, games, engine=None, until=None):
    tournament = Tournament(spec, [games] * len(spec.matches), Store(folder, spec), until)
    tournament.play(engine or Here(spec))
    return tournament.results()[0]


def same(one, other):
    assert len(one) == len(other)
    for a, b in zip(one, other, strict=True):
        assert a.outcomes.tobytes() == b.outcomes.tobytes()
        assert (a.sets, a.stopped, a.forfeit) == (b.sets, b.stopped, b.forfeit)


def test_results_do_not_depend_on_how_the_work_is_cut_up(tmp_path):
    spec = setup_of(["random", "greedy", "random"])
    one = played(tmp_path / "one", spec, 60)
    many = played(tmp_path / "many", spec, 60, Here(spec, capacity=5))
    same(one, many)
    assert [len(match.outcomes) for match in one] == [60, 60, 60]
    assert one[0].outcomes["deal"].tolist() == sorted([*range(30), *range(30)])


def test_workers_play_the_same_and_leave_this_process_as_it_is(tmp_path):
    spec = setup_of(["random", "greedy"])
    before = dict(os.environ)
    workers = LocalEngine(spec, 1)
    try:
        there = played(tmp_path / "there", spec, 8, workers)
    finally:
        workers.close()
    assert dict(os.environ) == before
    same(there, played(tmp_path / "here", spec, 8))


def test_a_tournament_goes_on_where_it_was_stopped(tmp_path):
    spec = setup_of(["random", "greedy"], records=True)
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
    spec = setup_of(["random", "greedy"])
    short = played(tmp_path / "a", spec, 40)
    engine = Here(spec)
    long = played(tmp_path / "a", spec, 90, engine)
    assert min(task.first for task in engine.played) == 20
    same(long, played(tmp_path / "b", spec, 90))
    engine = Here(spec)
    same(short, played(tmp_path / "a", spec, 40, engine))
    assert engine.played == []


def test_a_part_without_its_records_is_played_again(tmp_path):
    spec = setup_of(["random", "greedy"])
    played(tmp_path, spec, 20)
    engine = Here(setup_of(["random", "greedy"], records=True))
    played(tmp_path, engine.spec, 20, engine)
    assert sum(task.last - task.first for task in engine.played) == 10


def test_a_folder_holds_one_tournament(tmp_path):
    spec = setup_of(["random", "greedy"])
    Store(tmp_path, spec)
    Store(tmp_path, spec)
    for other, what in (
        (setup_of(["random", "heuristic"]), "other agents"),
        (setup_of(["random", "greedy"], Rules(bust="off")), "other rules"),
        (setup_of(["random", "greedy"], schedule="gauntlet"), None),
    ):
        if what is None:
            Store(tmp_path, other)  # the same match under another name
            continue
        with pytest.raises(StoreError, match=what):
            Store(tmp_path, other)
    (tmp_path / "tournament.json").write_text("[")
    with pytest.raises(StoreError, match="cannot be read"):
        Store(tmp_path, spec)
    (tmp_path / "tournament.json").unlink()
    (tmp_path / "parts" / "0-0-8.npz").touch()
    with pytest.raises(StoreError, match="no tournament"):
        Store(tmp_path, spec)
    Store(tmp_path, setup_of(["random", "heuristic"]), fresh=True)


def test_a_changed_file_of_an_agent_is_another_tournament(tmp_path):
    weights = tmp_path / "weights"
    weights.write_text("1")
    agents = ["random", f"arena_agents.First:{weights}"]
    spec = TournamentSpec(tuple(agents), Rules(), 1, (Match((0, 1)),), 100)
    Store(tmp_path / "out", spec)
    weights.write_text("2")
    with pytest.raises(StoreError, match="other files"):
        Store(tmp_path / "out", spec)


def test_a_match_stops_at_the_same_set_however_the_work_is_cut_up(tmp_path):
    spec = setup_of(["random", "greedy", "random"])
    until = parse_until("±8%", ["random", "greedy", "random (2)"])
    one = played(tmp_path / "one", spec, 3000, until=until)
    many = played(tmp_path / "many", spec, 3000, Here(spec, capacity=7), until)
    same(one, many)
    assert all(match.stopped for match in one)
    assert len({match.sets for match in one}) > 1
    better = parse_until("greedy > random at 99%", ["random", "greedy"])
    spec = setup_of(["random", "greedy"])
    (match,) = played(tmp_path / "better", spec, 3000, until=better)
    assert match.stopped
    assert 2 < match.sets < 100


@pytest.mark.parametrize("kind", ["Illegal", "Crash"])
def test_an_agent_that_fails_forfeits_its_match_and_the_rest_goes_on(tmp_path, kind):
    bad = BAD.format(kind)
    spec = setup_of(["random", bad, "greedy"])
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
        (match,) = played(tmp_path / team.replace("/", ""), setup_of(["random", team]), 300)
        assert (match.forfeit.entrant, match.forfeit.agent) == (1, bad)


def test_a_match_that_is_lost_is_forfeited_and_stays_so(tmp_path):
    spec = setup_of(["random", "greedy", "heuristic"])
    engine = Here(spec, capacity=2, lose={0: "greedy", 2: None})
    one = played(tmp_path, spec, 20, engine)
    assert one[0].forfeit.entrant == 1
    assert (one[0].forfeit.how, one[0].forfeit.what) == ("no answer", "it hung")
    assert one[2].forfeit.entrant == -1
    assert one[1].sets == 10
    same(one, played(tmp_path, spec, 20))


def whole_summary(folder, spec, games):
    tournament = Tournament(spec, [games] * len(spec.matches), Store(folder, spec))
    tournament.play(Here(spec))
    results, clock = tournament.results()
    asked = (games,) * len(spec.matches)
    plan = Plan(spec.entrants, spec.rules, 3, "round-robin", spec.matches, asked)
    how = Circumstances("0123", None, 100, seconds=1.0, games=1)
    return summary(plan, tournament.roster, results, clock, how), results


def test_a_summary_adds_up(tmp_path):
    spec = setup_of(["random", "greedy", "random"])
    found, results = whole_summary(tmp_path, spec, 40)
    assert [agent["name"] for agent in found["agents"]] == ["random", "greedy", "random (2)"]
    assert found["games"] == 120
    assert found["agents"][0]["rating"]["value"] == 0
    assert found["agents"][1]["rating"]["value"] > 100
    assert sum(agent["nash"]["weight"] for agent in found["agents"]) == pytest.approx(1, abs=1e-5)
    for match, given in zip(found["matches"], results, strict=True):
        rates = [one["win_rate"]["value"] for one in match["standings"]]
        assert sum(rates) == pytest.approx(1)
        assert rates[0] == pytest.approx(
            given.outcomes["shares"][::2, 0].sum() / 240
            + given.outcomes["shares"][1::2, 1].sum() / 240,
            abs=1e-6,
        )
        points = [one["points_per_deal"]["value"] for one in match["standings"]]
        assert sum(points) == pytest.approx(0, abs=1e-5)
    outcomes = np.concatenate([match.outcomes for match in results])
    play = [agent["play"] for agent in found["agents"]]
    assert sum(one["games"] for one in play) == 240
    assert sum(one["decisions"] for one in play) == outcomes["plies"].sum()
    assert sum(one["tricks"] for one in play) == outcomes["tricks"].sum()
    assert sum(sum(one["bonuses_won"].values()) for one in play) == outcomes["bonuses"].sum()
    assert sum(sum(one["bonuses_lost"].values()) for one in play) == outcomes["bonuses"].sum()
    assert sum(sum(one["tricks_led_by_size"]) for one in play) == outcomes["leads"].sum()


def test_standings_come_in_the_order_of_the_match(tmp_path):
    spec = TournamentSpec(("random", "heuristic"), Rules(), 1, (Match((1, 0)), Match((0, 1))), 100)
    found, _ = whole_summary(tmp_path, spec, 40)
    for match in found["matches"]:
        assert [one["name"] for one in match["standings"]] == match["agents"]
    assert found["agents"][1]["nash"]["weight"] == pytest.approx(1, abs=1e-5)
    rows = list(match_rows(found))
    assert rows[0][0] == "heuristic – random"
    assert rows[0][2].startswith("100.0%")
    assert rows[1][2].startswith("0.0%")


def test_there_is_no_nash_average_where_some_have_not_met(tmp_path):
    spec = setup_of(["random", "greedy", "random"], schedule="gauntlet")
    found, _ = whole_summary(tmp_path, spec, 40)
    assert [agent["nash"] for agent in found["agents"]] == [None] * 3
    assert all(agent["rating"] for agent in found["agents"])


def test_a_summary_of_three_players_counts_both_places_of_one(tmp_path):
    found, _ = whole_summary(tmp_path, setup_of(["greedy", "random"], Rules.three()), 30)
    one, two = found["matches"][0]["standings"]
    assert one["win_rate"]["value"] + 2 * two["win_rate"]["value"] == pytest.approx(1, abs=1e-5)
    assert found["agents"][1]["play"]["games"] == 2 * found["agents"][0]["play"]["games"] == 60


def test_a_forfeited_match_counts_for_nothing_but_is_told(tmp_path):
    bad = BAD.format("Illegal")
    found, _ = whole_summary(tmp_path, setup_of(["random", bad]), 300)
    (match,) = found["matches"]
    assert match["forfeit"]["by"] == bad
    assert match["standings"] == []
    assert found["agents"][0]["rating"] is None
    assert found["agents"][1]["play"]["matches_forfeited"] == 1
    assert found["agents"][0]["play"]["matches_forfeited"] == 0
    assert [agent["play"]["illegal_plays"] for agent in found["agents"]] == [0, 1]

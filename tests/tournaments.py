"""Tournaments played in this process, and invented results, for the tests of tournaments."""

from __future__ import annotations

import json
import random

import pytest

from voormsi_agents.matches.outcome import SHARES, blank_outcomes
from voormsi_agents.tournament.plan import Plan, plan_of
from voormsi_agents.tournament.reports.summary import Circumstances, summary
from voormsi_agents.tournament.statistics.ratings import Comparisons
from voormsi_agents.tournament.tasks import TaskFailure, TournamentSpec
from voormsi_agents.tournament.workers.engines import Engine
from voormsi_agents.tournament.workers.play import Tournament
from voormsi_agents.tournament.workers.store import Store
from voormsi_agents.tournament.workers.worker import play_task, roster_of
from voormsi_env import Rules

BAD = "failing_agents.{}"


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


def spec_of(agents, rules=None, **options):
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


def whole_summary(folder, spec, games):
    tournament = Tournament(spec, [games] * len(spec.matches), Store(folder, spec))
    tournament.play(Here(spec))
    results, clock = tournament.results()
    asked = (games,) * len(spec.matches)
    plan = Plan(spec.entrants, spec.rules, 3, "round-robin", spec.matches, asked)
    how = Circumstances("0123", None, 100, seconds=1.0, games=1)
    return summary(plan, tournament.roster, results, clock, how), results


def covers(estimate, truth):
    return estimate.low <= truth <= estimate.high


def simulated(elo, sets, rng):
    """A round robin between players of known strengths, every set two games."""
    matches = []
    for one in range(len(elo)):
        for other in range(one + 1, len(elo)):
            won = rng.random(2 * sets) < 1 / (1 + 10 ** ((elo[other] - elo[one]) / 400))
            matches.append((two_players(one, other, won), sets))
    return Comparisons(len(elo), matches)


def two_players(one, other, won):
    outcomes = blank_outcomes(len(won))
    outcomes["entrants"][:, :2] = (one, other)
    outcomes["shares"][:, 0] = SHARES * won
    outcomes["shares"][:, 1] = SHARES * ~won
    return outcomes


def results_of(folder):
    """What the results.json of a folder holds."""
    return json.loads((folder / "results.json").read_text(encoding="utf-8"))


@pytest.fixture(autouse=True, name="_few_resamples")
def few_resamples(monkeypatch):
    """Rate with few bootstrap samples, which takes less time."""
    monkeypatch.setattr("voormsi_agents.tournament.statistics.ratings.RESAMPLES", 20)


@pytest.fixture(name="here")
def play_here(monkeypatch):
    """Play tournaments in this process: for tests of anything but the worker processes."""
    monkeypatch.setattr(
        "voormsi_agents.tournament.runner.LocalEngine", lambda spec, workers: Here(spec)
    )

"""A tournament nobody played, for the tests of what is told of it."""

from __future__ import annotations

import numpy as np
import pytest

from voormsi_agents.matches.outcome import SHARES, blank_outcomes
from voormsi_agents.matches.pairings import Match
from voormsi_agents.tournament.plan import Plan
from voormsi_agents.tournament.reports.html import report
from voormsi_agents.tournament.reports.plots import plots_of
from voormsi_agents.tournament.reports.summary import Circumstances, summary
from voormsi_agents.tournament.results import Clock, Forfeit, Played
from voormsi_agents.tournament.workers.worker import roster_of
from voormsi_env import Rules

NAMES = ("random", "greedy", "heuristic", "greedy+random", "failing_agents.First:" + "long/" * 30)


def invented(first, second, rate, sets=60):
    """A match nobody played, with a bit of everything in it."""
    rng = np.random.default_rng(first * 10 + second)
    outcomes = blank_outcomes(2 * sets)
    outcomes["deal"] = np.repeat(np.arange(sets), 2)
    outcomes["seating"] = np.tile([0, 1], sets)
    outcomes["entrants"][:, :2] = [(first, second), (second, first)] * sets
    won = rng.random(2 * sets) < rate
    rows = np.arange(2 * sets)
    outcomes["shares"][rows, outcomes["seating"]] = SHARES * won
    outcomes["shares"][rows, 1 - outcomes["seating"]] = SHARES * ~won
    outcomes["scores"][:, :2] = rng.integers(0, 10, (2 * sets, 2))
    outcomes["deals"] = rng.integers(3, 12, 2 * sets)
    for name in ("busts", "annulled", "own_goals", "tricks", "decisions"):
        outcomes[name][:, :2] = rng.integers(0, 3, (2 * sets, 2))
    outcomes["leads"][:, :2] = rng.integers(0, 9, (2 * sets, 2, 4))
    outcomes["bonuses"][:, :2, 1:] = rng.integers(0, 3, (2 * sets, 2, 4))
    outcomes["card_luck"][:, :2] = rng.normal(size=(2 * sets, 2))
    return Played(Match((first, second)), outcomes, sets)


@pytest.fixture(scope="module")
def results():
    """A tournament that is not transitive, with a match given away and a name to break pages."""
    entrants = roster_of(NAMES, Rules())
    played = [
        invented(0, 1, 0.25),
        invented(1, 2, 0.25),
        invented(0, 2, 0.75),
        invented(0, 3, 0.4),
        invented(2, 3, 0.99),
        Played(
            Match((0, 4)), blank_outcomes(0), 0,
            forfeit=Forfeit(4, NAMES[4], "crash", "ValueError: <b>&\"'", 3, 1),
        ),
    ]  # fmt: skip
    clock = Clock(dict.fromkeys(entrants.agents, 1.5), dict.fromkeys(entrants.agents, 20_000))
    matches = tuple(match.match for match in played)
    plan = Plan(NAMES, Rules(), 1, "round-robin", matches, (120,) * len(played))
    how = Circumstances("0123", None, 100, seconds=12.0, games=600)
    return summary(plan, entrants, played, clock, how)


@pytest.fixture(scope="module")
def steps():
    return {"greedy": 1e6, "heuristic": 2e6}


@pytest.fixture(scope="module")
def plots(results, steps):
    return plots_of(results, steps)


@pytest.fixture(scope="module")
def page(results, plots):
    return report(results, plots)

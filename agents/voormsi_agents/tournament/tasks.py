"""A tournament's work as it is handed out: what is to be played, and what came of it.

All of it can be pickled, so that it goes to other processes and comes back.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from voormsi_agents.matches.outcome import Failure
from voormsi_agents.matches.pairings import Match
from voormsi_env.rules import Rules

DEFAULT_TIME_LIMIT = 300.0
"""Seconds an agent may take for one call."""


@dataclass(frozen=True)
class TournamentSpec:
    """What a worker must know of a tournament.

    Attributes:
        entrants: the texts of all. rules: of the games. seed: of the deals and the agents.
        matches: who meets whom. max_deals: limit of a game.
        records: also write a record of every game.
        time_limit: seconds an agent may take for one call.
    """

    entrants: tuple[str, ...]
    rules: Rules
    seed: int
    matches: tuple[Match, ...]
    max_deals: int
    records: bool = False
    time_limit: float = DEFAULT_TIME_LIMIT


@dataclass(frozen=True)
class Task:
    """The sets of deals `first` to `last` - 1 of a match, which has a number."""

    match: int
    first: int
    last: int


@dataclass(frozen=True)
class TaskResult:
    """A task done.

    Attributes:
        task: which.
        outcomes: OUTCOME (n,) of its games, in order of set and seating.
        elapsed: seconds it took.
        seconds, decisions: of each agent, as the roster numbers them; see `Stream`.
        failures: why games could not be finished, by (set, seating).
        records: of its games, a line each, if they are kept.
    """

    task: Task
    outcomes: NDArray[np.void]
    elapsed: float
    seconds: NDArray[np.float64]
    decisions: NDArray[np.int64]
    failures: dict[tuple[int, int], Failure] = field(default_factory=dict)
    records: str = ""


@dataclass(frozen=True)
class TaskFailure:
    """A task that could not be done.

    Attributes:
        task: which.
        agent: the text of the agent that was thinking; None when none was.
        what: what became of it.
    """

    task: Task
    agent: str | None
    what: str

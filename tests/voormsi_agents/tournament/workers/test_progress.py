"""How far a match has come."""

from __future__ import annotations

import numpy as np

from voormsi_agents.matches.outcome import FAILED_CRASH, SHARES, blank_outcomes
from voormsi_agents.matches.pairings import Match
from voormsi_agents.tournament.tasks import Task, TaskFailure, TaskResult
from voormsi_agents.tournament.workers.progress import MatchProgress


def result(task: Task, failed_at: int | None = None) -> TaskResult:
    sets = np.repeat(np.arange(task.first, task.last), 2)
    outcomes = blank_outcomes(len(sets))
    outcomes["deal"] = sets
    outcomes["entrants"][:, :2] = (0, 1)
    outcomes["shares"][:, 0] = SHARES
    if failed_at is not None:
        outcomes["failed"][sets == failed_at, 1] = FAILED_CRASH
    return TaskResult(task, outcomes, 1.0, np.zeros(2), np.zeros(2, np.int64))


def progress() -> MatchProgress:
    return MatchProgress(3, Match((0, 1)), 10, None, 0)


def test_every_set_is_handed_out_once() -> None:
    match = progress()
    match.note(result(Task(3, 4, 6)))
    tasks = [match.take(size) for size in (3, 3, 3, 3)]
    assert tasks == [Task(3, 0, 3), Task(3, 3, 4), Task(3, 6, 9), Task(3, 9, 10)]
    assert match.take(1) is None
    assert (match.done, match.needed) == (2, 10)


def test_after_a_failure_only_what_came_before_it_is_needed() -> None:
    match = progress()
    match.note(result(Task(3, 4, 8), failed_at=6))
    assert (match.failed_at, match.needed, match.done) == (6, 7, 3)
    match.note(result(Task(3, 0, 4), failed_at=2))
    assert (match.failed_at, match.needed) == (2, 3)
    match.failure = TaskFailure(Task(3, 8, 9), "random", "it hung")
    assert match.needed == 0

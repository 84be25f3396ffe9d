"""A process that plays parts of a tournament, watched so that no agent can stop the rest."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable
from ctypes import Array, c_double
from functools import cache
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess

from voormsi_agents.matches.play_sets import play_sets
from voormsi_agents.matches.recording import record_lines
from voormsi_agents.matches.roster import Roster
from voormsi_agents.matches.stream import StreamOptions
from voormsi_agents.tournament.tasks import Task, TaskFailure, TaskResult, TournamentSpec
from voormsi_env.rules import Rules

ONE_THREAD = ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")
"""A worker has a core to itself, so the libraries that its agents bring use one thread."""

WATCH_EVERY = 0.2
NOBODY = -1.0


class WorkerError(RuntimeError):
    """A worker cannot play at all, through no fault of an agent's play."""


class Worker:
    """A process of its own; it is started when first needed, and again when it was lost."""

    def __init__(self, spec: TournamentSpec) -> None:
        """Take what the process will need."""
        self._spec = spec
        self._process: SpawnProcess | None = None
        self._connection: Connection[Task, TaskResult | WorkerError] | None = None
        self._thinking: Array[c_double]
        self._closed = False

    def play(self, task: Task) -> TaskResult | TaskFailure:
        """Play a task; if the process dies over it, once more.

        Raises:
            WorkerError: the process cannot play.
        """
        answer = self._play_once(task)
        if isinstance(answer, TaskFailure) and answer.what.startswith("the process died"):
            answer = self._play_once(task)
        return answer

    def _play_once(self, task: Task) -> TaskResult | TaskFailure:
        if self._closed:
            return TaskFailure(task, None, "closed")
        self._start()
        assert self._connection is not None
        try:
            self._connection.send(task)
            while not self._connection.poll(WATCH_EVERY):
                agent, since = self._thinking
                if agent != NOBODY and time.monotonic() - since > self._spec.time_limit:
                    self._stop()
                    limit = f"{self._spec.time_limit:g} s"
                    return self._failure(task, agent, f"it took longer than {limit} for a call")
            answer = self._connection.recv()
        except (EOFError, OSError):
            code = self._stop()
            return self._failure(task, self._thinking[0], f"the process died ({code})")
        if isinstance(answer, WorkerError):
            raise answer
        return answer

    def _failure(self, task: Task, agent: float, what: str) -> TaskFailure:
        texts = list(roster_of(self._spec.entrants, self._spec.rules).agents)
        return TaskFailure(task, None if agent == NOBODY else texts[int(agent)], what)

    def _start(self) -> None:
        if self._process is not None:
            return
        context = multiprocessing.get_context("spawn")
        self._connection, theirs = context.Pipe()
        self._thinking = context.RawArray("d", [NOBODY, 0.0])
        self._process = context.Process(
            target=work, args=(theirs, self._thinking, self._spec), daemon=True
        )
        self._process.start()
        theirs.close()

    def _stop(self) -> str:
        """Kill the process; what its exit status said, if it was dead already."""
        process, self._process = self._process, None
        if self._connection is not None:
            self._connection.close()
        if process is None:
            return "never started"
        process.join(WATCH_EVERY)
        code = process.exitcode
        process.kill()
        process.join()
        return f"signal {-code}" if code is not None and code < 0 else f"status {code}"

    def close(self) -> None:
        """End the process; no task is played any more."""
        self._closed = True
        self._stop()


@cache
def roster_of(entrants: tuple[str, ...], rules: Rules) -> Roster:
    """Who takes part in a tournament, made once a process."""
    return Roster(entrants, rules)


def work(
    connection: Connection[TaskResult | WorkerError, Task],
    thinking: Array[c_double],
    spec: TournamentSpec,
) -> None:
    """What the process does: tasks from the connection, until it closes.

    Args:
        connection: tasks come from it, results go back.
        thinking: two shared numbers: which agent is thinking, or NOBODY, and since when.
        spec: of the tournament.
    """
    for name in ONE_THREAD:
        os.environ.setdefault(name, "1")
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_die_with_parent, daemon=True).start()
    try:
        roster = roster_of(spec.entrants, spec.rules)
    except Exception as error:
        connection.send(WorkerError(str(error)))
        return

    def now_thinking(agent: int) -> None:
        thinking[1] = time.monotonic()
        thinking[0] = agent

    while True:
        try:
            task = connection.recv()
        except (EOFError, OSError):
            return
        connection.send(play_task(roster, spec, task, now_thinking))


def play_task(
    roster: Roster,
    spec: TournamentSpec,
    task: Task,
    now_thinking: Callable[[int], None] | None = None,
) -> TaskResult:
    """Play a task here."""
    began = time.monotonic()
    stream = play_sets(
        roster,
        spec.matches[task.match],
        spec.seed,
        task.first,
        task.last,
        number=task.match,
        options=StreamOptions(
            max_deals=spec.max_deals,
            forgive=True,
            keep_actions=spec.records,
            thinking=now_thinking,
        ),
    )
    outcomes = stream.outcomes
    return TaskResult(
        task=task,
        outcomes=outcomes,
        elapsed=time.monotonic() - began,
        seconds=stream.seconds,
        decisions=stream.decisions,
        failures={
            (int(outcomes["deal"][game]), int(outcomes["seating"][game])): failure
            for game, failure in stream.failures.items()
        },
        records=record_lines(roster, stream, spec.max_deals) if spec.records else "",
    )


def _die_with_parent() -> None:
    """End this process when the one that started it is gone, whatever an agent is doing."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)

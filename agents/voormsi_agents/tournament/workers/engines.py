"""Where tasks are played: processes of this machine, or a Ray cluster."""

from __future__ import annotations

import logging
import os
import queue
import sys
from abc import ABC, abstractmethod
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from importlib import import_module
from typing import Any

from voormsi_agents.tournament.tasks import Task, TaskFailure, TaskResult, TournamentSpec
from voormsi_agents.tournament.workers.worker import Worker, WorkerError


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Engine(ABC):
    """Something that plays tasks side by side.

    Attributes:
        capacity: how many it plays at once.
    """

    capacity: int

    @abstractmethod
    def submit(self, task: Task) -> None:
        """Begin a task."""

    @abstractmethod
    def next_answer(self) -> TaskResult | TaskFailure:
        """Wait until one of the tasks begun is done, and give what came of it.

        Raises:
            WorkerError: it cannot play at all.
        """

    @abstractmethod
    def close(self) -> None:
        """End it; tasks still going on are given up."""


class LocalEngine(Engine):
    """Processes of this machine, each kept busy by a thread of this one."""

    def __init__(self, spec: TournamentSpec, workers: int) -> None:
        """Make ready; a process starts with its first task.

        Args:
            spec: of the tournament.
            workers: how many processes.
        """
        self.capacity = workers + 1  # one waits, so that no process does
        self._workers = [Worker(spec) for _ in range(workers)]
        self._idle: queue.SimpleQueue[Worker] = queue.SimpleQueue()
        for worker in self._workers:
            self._idle.put(worker)
        self._threads = ThreadPoolExecutor(workers)
        self._running: set[Future[TaskResult | TaskFailure]] = set()

    def submit(self, task: Task) -> None:
        """See `Engine.submit`."""
        self._running.add(self._threads.submit(self._play, task))

    def _play(self, task: Task) -> TaskResult | TaskFailure:
        worker = self._idle.get()
        try:
            return worker.play(task)
        finally:
            self._idle.put(worker)

    def next_answer(self) -> TaskResult | TaskFailure:
        """See `Engine.next_answer`."""
        done, _ = wait(self._running, return_when=FIRST_COMPLETED)
        future = next(iter(done))
        self._running.remove(future)
        return future.result()

    def close(self) -> None:
        """See `Engine.close`."""
        for worker in self._workers:
            worker.close()
        self._threads.shutdown(cancel_futures=True)


class RayEngine(Engine):
    """A Ray cluster: an actor a core, each with a worker process of its own."""

    def __init__(self, spec: TournamentSpec, workers: int | None, address: str | None) -> None:
        """Connect, or start a cluster on this machine.

        Args:
            spec: of the tournament.
            workers: how many actors; no more than the cluster has cores, and as many when None.
            address: of the cluster; None for one of this machine's own.

        Raises:
            ValueError: Ray is not installed, or the cluster cannot be reached.
        """
        try:
            ray: Any = import_module("ray")
        except ImportError:
            raise ValueError(
                "the engine ray needs the package ray; install voormsi-env[ray]"
            ) from None
        self._ray = ray
        try:
            ray.init(
                address=address,
                num_cpus=workers if address is None else None,
                include_dashboard=False if address is None else None,
                log_to_driver=False,
                logging_level=logging.ERROR,
                runtime_env={"env_vars": {"PYTHONPATH": os.pathsep.join(sys.path)}}
                if address is None
                else None,
            )
        except ConnectionError as error:
            raise ValueError(f"no Ray cluster at {address!r}: {error}") from None
        cluster_cores = max(1, int(ray.cluster_resources().get("CPU", 1)))
        self.capacity = min(workers or cluster_cores, cluster_cores)
        remote_worker = ray.remote(num_cpus=1, max_restarts=-1, max_task_retries=2)(Worker)
        self._idle: list[Any] = [remote_worker.remote(spec) for _ in range(self.capacity)]
        self._running: dict[Any, Any] = {}

    def submit(self, task: Task) -> None:
        """See `Engine.submit`."""
        actor = self._idle.pop()
        self._running[actor.play.remote(task)] = actor

    def next_answer(self) -> TaskResult | TaskFailure:
        """See `Engine.next_answer`."""
        (done,), _ = self._ray.wait(list(self._running), num_returns=1)
        self._idle.append(self._running.pop(done))
        try:
            answer: TaskResult | TaskFailure = self._ray.get(done)
        except self._ray.exceptions.RayError as error:
            raise WorkerError(str(getattr(error, "cause", None) or error)) from None
        return answer

    def close(self) -> None:
        """See `Engine.close`."""
        self._ray.shutdown()


ENGINES = ("local", "ray")

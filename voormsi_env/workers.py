"""Threads that share a batch: compiled code runs without the interpreter's lock."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

Work = Callable[[int, int, int], object]


class Workers:
    """A fixed number of threads, the caller's being the first; made when first needed.

    A copy or a pickle makes threads of its own.

    Attributes:
        count: how many, 1 or more.
    """

    def __init__(self, count: int) -> None:
        self.count = count
        self._pool: ThreadPoolExecutor | None = None

    def share(self, size: int, work: Work) -> None:
        """Let each worker do its slice of 0 to `size` - 1: work(worker, first, last)."""
        bounds = [size * worker // self.count for worker in range(self.count + 1)]
        others = [
            self._threads().submit(work, worker, bounds[worker], bounds[worker + 1])
            for worker in range(1, self.count)
        ]
        work(0, bounds[0], bounds[1])
        for other in others:
            other.result()

    def _threads(self) -> ThreadPoolExecutor:
        if self._pool is None:
            self._pool = ThreadPoolExecutor(self.count - 1)
        return self._pool

    def __getstate__(self) -> dict[str, Any]:
        return {"count": self.count, "_pool": None}

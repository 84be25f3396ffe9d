"""How far a training run has come, by its plays and by the wall time it has had."""

from __future__ import annotations

import time
from typing import NamedTuple

from voormsi_agents.training.config import TrainConfig


class Point(NamedTuple):
    """A point of a run: how many plays it has made, and how long that has taken.

    What part of the run that is depends on its limits, which may be given anew when it is resumed.
    """

    steps: int
    seconds: float


class RunClock:
    """Counts the time of a run, earlier parts of it included, and knows its limits.

    Attributes:
        began: when the run would have begun had it never been stopped, by `time.monotonic`.
    """

    def __init__(self, config: TrainConfig, seconds: float) -> None:
        """Go on counting.

        Args:
            config: its limits are those of the run.
            seconds: which the run has had before.
        """
        self.began = time.monotonic() - seconds
        self._steps = config.steps
        self._minutes = config.minutes

    @property
    def seconds(self) -> float:
        """Wall time the run has had."""
        return time.monotonic() - self.began

    def now(self, steps: int) -> Point:
        """The point of the run at which it has made so many plays, now."""
        return Point(steps, self.seconds)

    def part(self, point: Point) -> float:
        """The part of the run that is done at a point of it, by steps or by time, 0 to 1."""
        by_steps = point.steps / self._steps
        by_time = point.seconds / (60.0 * self._minutes) if self._minutes else 0.0
        return min(1.0, max(by_steps, by_time))


def next_time(steps: int, every: int) -> int:
    """The next multiple of `every`, the same whether the run was resumed in between or not."""
    return (steps // every + 1) * every

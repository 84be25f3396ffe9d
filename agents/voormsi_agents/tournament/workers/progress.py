"""How far a match of a tournament has come: which of its sets are played, and how many are needed.

The sets of a match count in their order. Where a match stops follows from what came of its sets
alone, so it is the same however the work was cut up and whoever finished first; what was played
beyond it does not count.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from voormsi_agents.matches.outcome import FAILED_NOT
from voormsi_agents.matches.pairings import Match
from voormsi_agents.tournament.statistics.sequential import Until
from voormsi_agents.tournament.statistics.standings import rates_of, teams_of, top_rate
from voormsi_agents.tournament.tasks import Task, TaskFailure, TaskResult

FIRST_SETS = 4
GROWTH = 4


class MatchProgress:
    """How far a match has come."""

    def __init__(
        self, number: int, match: Match, total: int, until: Until | None, watch: int
    ) -> None:
        """Begin.

        Args:
            number: the match's.
            match: who meets.
            total: sets to be played at most.
            until: when it may stop.
            watch: number of the entrant whose rate `until` watches.
        """
        self.number = number
        self.match = match
        self.total = total
        self.failure: TaskFailure | None = None
        self.stop: int | None = None
        self.failed_at: int | None = None
        self.seconds_per_set: float | None = None
        self.last_size = FIRST_SETS // GROWTH
        self._until = until
        self._watch = watch
        self._taken = np.zeros(total, np.bool_)
        self._played = np.zeros(total, np.bool_)
        self._rates: NDArray[np.float64] = np.zeros(total)

    @property
    def needed(self) -> int:
        """How many sets, from the first, must be played, as far as is known."""
        if self.failure is not None:
            return 0
        limits = [self.total]
        if self.failed_at is not None:
            limits.append(self.failed_at + 1)
        if self.stop is not None:
            limits.append(self.stop)
        return min(limits)

    @property
    def done(self) -> int:
        """How many of those have been played."""
        return int(self._played[: self.needed].sum())

    def take(self, size: int) -> Task | None:
        """The next sets that nobody has taken, no more than `size`; None when there are none."""
        free = np.flatnonzero(~self._taken[: self.needed])
        if len(free) == 0:
            return None
        first = int(free[0])
        gap = np.flatnonzero(self._taken[first : self.needed])
        free_in_a_row = int(gap[0]) if len(gap) else self.needed - first
        last = first + min(size, free_in_a_row)
        self._taken[first:last] = True
        return Task(self.number, first, last)

    def note(self, result: TaskResult) -> None:
        """Take in what came of a task of the match."""
        first, last = result.task.first, min(result.task.last, self.total)
        if first >= last:
            return
        self._taken[first:last] = True
        self._played[first:last] = True
        games = (last - first) * len(self.match.seatings)
        outcomes = result.outcomes[:games]
        self._rates[first:last] = rates_of(self._watch, outcomes, last - first)
        failed = outcomes["deal"][(outcomes["failed"] != FAILED_NOT).any(axis=1)]
        if len(failed):
            earliest = int(failed.min())
            self.failed_at = min(earliest, self.total if self.failed_at is None else self.failed_at)
        if self._until is not None:
            self._look(outcomes)

    def _look(self, outcomes: NDArray[np.void]) -> None:
        """Find out whether the sets played so far, from the first, are enough."""
        assert self._until is not None
        unplayed = np.flatnonzero(~self._played)
        known = int(unplayed[0]) if len(unplayed) else self.total
        self.stop = self._until.stops_after(
            self._rates[:known], top_rate(self._watch, outcomes), 1 / teams_of(outcomes)
        )

"""PIMC: every legal play tried in sampled worlds, each played on and valued where that stops.

Perfect-information Monte Carlo (Levy 1989; Ginsberg's GIB, JAIR 14, 2001), except that the
worlds are played on by a player who does not look at hidden cards, so that a play is not
credited with what only somebody who sees all hands could do after it.
"""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor, wait

import numpy as np
from numpy.typing import NDArray

from voormsi_agents.base import ActionValueAgent
from voormsi_agents.search.limits import checked_number, checked_weight
from voormsi_agents.search.race import Race
from voormsi_agents.search.rollouts import WHOLE_DEAL
from voormsi_agents.search.trials import look, make_scratch, try_plays, write_priors
from voormsi_env.actions import NUM_ACTIONS
from voormsi_env.aliases import ViewRecords
from voormsi_env.rules import HAND_SIZE, Rules

MOST_WORLDS, MOST_THREADS = 10**9, 256

FIRST_ROUND, LARGEST_ROUND = 16, 64
"""Worlds between two looks at which plays have fallen behind: each time as many again."""


class PimcAgent(ActionValueAgent):
    """Tries every play in sampled worlds and takes the one with the best chance to win."""

    name = "pimc"

    def __init__(
        self,
        rules: Rules,
        worlds: int = 64,
        ms: float = 0.0,
        tricks: int = 2,
        prior: float = 16.0,
        endgame: int = 2,
        threads: int = 1,
    ) -> None:
        """Make ready.

        Args:
            rules: of the games it will play.
            worlds: how many worlds for each legal play. What a play that is dropped early saves
                goes to the others, so the best are tried in more.
            ms: milliseconds to think about a decision, instead of a number of worlds; what is
                played then depends on the machine.
            tricks: how many tricks are played on after the one on the table, before the world
                is valued as it stands; 12 for the whole deal.
            prior: how many worlds the heuristic player's own opinion of the plays counts as much
                as.
            endgame: the most cards a hand may hold for a world without a stock to be solved
                exactly, rather than played on; 0 for never, 4 for all.
            threads: how many share the worlds; the play is the same whatever their number.
        """
        self._worlds = checked_number("worlds", worlds, 1, MOST_WORLDS)
        self._tricks = checked_number("tricks", tricks, 0, WHOLE_DEAL)
        self._endgame = checked_number("endgame", endgame, 0, HAND_SIZE)
        self._threads = checked_number("threads", threads, 1, MOST_THREADS)
        self._seconds = checked_weight("ms", ms) / 1000.0
        self._prior = checked_weight("prior", prior)
        self._scratches = [make_scratch(rules) for _ in range(threads)]
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None

    def values(self, views: ViewRecords, keys: NDArray[np.int64]) -> NDArray[np.float32]:
        """See `ActionValueAgent.values`."""
        values = np.full((len(views), NUM_ACTIONS), -np.inf, np.float32)
        legal = views["legal"].astype(np.int64)
        if (legal == 0).any():
            raise ValueError("a view has no legal play; allowed are views of the seat to play")
        priors = self._priors(views)
        for row in range(len(views)):
            if legal[row] & (legal[row] - 1) == 0:
                values[row, int(legal[row]).bit_length() - 1] = 0.5
            else:
                race = Race(int(legal[row]), priors[row], self._prior)
                self._race(race, views, row, int(keys[row]))
                values[row] = race.values()
        return values

    def _priors(self, views: ViewRecords) -> NDArray[np.float64]:
        """What the legal plays are thought to be worth before any world is drawn, (n, 15)."""
        priors = np.zeros((len(views), NUM_ACTIONS))
        write_priors(views, priors)
        return priors

    def _race(self, race: Race, views: ViewRecords, row: int, key: int) -> None:
        """Try the legal plays of a view until one is left, or worlds or time are used up."""
        deadline = time.perf_counter() + self._seconds
        tries = self._worlds * race.alive.bit_count()
        for scratch in self._scratches:
            look(views, row, key, scratch)
        worlds = FIRST_ROUND
        while True:
            if not self._seconds:
                worlds = min(worlds, tries // race.alive.bit_count())
            tries -= worlds * race.alive.bit_count()
            race.add(self._values_in_worlds(views, row, key, race, worlds))
            race.drop()
            out_of_time = self._seconds and time.perf_counter() >= deadline
            out_of_tries = not self._seconds and tries < race.alive.bit_count()
            if race.alive.bit_count() == 1 or out_of_time or out_of_tries:
                return
            worlds = min(race.worlds, LARGEST_ROUND)

    def _values_in_worlds(
        self, views: ViewRecords, row: int, key: int, race: Race, worlds: int
    ) -> NDArray[np.float64]:
        """What the plays alive are worth in the next worlds, float64 (worlds, 15); the worlds are
        shared among the threads."""
        values = np.empty((worlds, NUM_ACTIONS))
        tricks = self._tricks_on(views, row)

        def try_part(thread: int) -> None:
            first, last = (worlds * part // self._threads for part in (thread, thread + 1))
            try_plays(
                key,
                race.worlds + first,
                race.worlds + last,
                race.alive,
                tricks,
                self._endgame,
                self._scratches[thread],
                values[first:last],
            )

        if self._pool is None:
            try_part(0)
        else:
            parts = [self._pool.submit(try_part, thread) for thread in range(self._threads)]
            try:
                for part in parts:
                    part.result()
            finally:  # interrupted, no thread may go on in scratch that the next decision needs
                wait(parts)
        return values

    def _tricks_on(self, views: ViewRecords, row: int) -> int:
        """How many tricks are played on; a single deal, which no ladder values, to its end."""
        return WHOLE_DEAL if views["single_deal"][row] else self._tricks

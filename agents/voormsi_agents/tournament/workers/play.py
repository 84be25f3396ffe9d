"""Playing a tournament to its end, and putting together what came of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from voormsi_agents.matches.outcome import FAILED_NOT, FAILURES, NO_ANSWER, Failure, blank_outcomes
from voormsi_agents.matches.pairings import Match
from voormsi_agents.tournament.results import Clock, Forfeit, Played
from voormsi_agents.tournament.statistics.sequential import Until
from voormsi_agents.tournament.tasks import Task, TaskResult, TournamentSpec
from voormsi_agents.tournament.workers.engines import Engine
from voormsi_agents.tournament.workers.progress import GROWTH, MatchProgress
from voormsi_agents.tournament.workers.store import Store
from voormsi_agents.tournament.workers.worker import roster_of

TASK_SECONDS = 2.0
MOST_SETS = 4096


class Tournament:
    """All matches of a tournament, and the parts of them that have been played."""

    def __init__(
        self, spec: TournamentSpec, games: Sequence[int], store: Store, until: Until | None = None
    ) -> None:
        """Take up what the store has.

        Args:
            spec: who plays whom.
            games: of each match; rounded up to whole sets.
            store: where parts are kept.
            until: when a match may stop sooner.
        """
        self.spec = spec
        self.roster = roster_of(spec.entrants, spec.rules)
        self.until = until
        self._store = store
        self._tasks: dict[int, list[Task]] = {number: [] for number in range(len(spec.matches))}
        self.progress = [
            MatchProgress(number, match, match.sets_for(games[number]), until, self._watched(match))
            for number, match in enumerate(spec.matches)
        ]
        stored = store.stored()
        for task in stored.tasks:
            self._note(store.load(task))
        for failure in stored.failures:
            self.progress[failure.task.match].failure = failure

    def _watched(self, match: Match) -> int:
        """The entrant of a match whose rate is watched."""
        if self.until is not None and self.until.better is not None:
            names = [entrant.name for entrant in self.roster.entrants]
            return names.index(self.until.better)
        return match.entrants[0]

    def _note(self, result: TaskResult) -> None:
        self.progress[result.task.match].note(result)
        self._tasks[result.task.match].append(result.task)

    @property
    def games(self) -> int:
        """How many games are to be played, as far as is known."""
        return sum(p.needed * len(p.match.seatings) for p in self.progress)

    @property
    def games_done(self) -> int:
        """How many of them have been."""
        return sum(p.done * len(p.match.seatings) for p in self.progress)

    def play(self, engine: Engine, after_task: Callable[[], None] = lambda: None) -> None:
        """Play all that is still to be played.

        Args:
            engine: where.
            after_task: called after each task.

        Raises:
            WorkerError: the engine cannot play at all.
        """
        begun = 0
        capacity = 1  # at first, so that one process compiles and the others find it compiled
        while True:
            while begun < capacity and (task := self._next_task(engine.capacity)):
                engine.submit(task)
                begun += 1
            if begun == 0:
                return
            answer = engine.next_answer()
            capacity = engine.capacity
            begun -= 1
            match = self.progress[answer.task.match]
            if isinstance(answer, TaskResult):
                sets = answer.task.last - answer.task.first
                match.seconds_per_set = answer.elapsed / sets
                self._store.add(answer)
                self._note(answer)
            elif match.failure is None:
                self._store.add_failure(answer)
                match.failure = answer
            after_task()

    def _next_task(self, capacity: int) -> Task | None:
        for match in self.progress:
            left = match.needed - match.done
            if left == 0:
                continue
            size = match.last_size * GROWTH
            if match.seconds_per_set is not None:
                size = min(size, int(TASK_SECONDS / match.seconds_per_set))
            size = max(1, min(size, MOST_SETS, -(-left // capacity)))
            if task := match.take(size):
                match.last_size = size
                return task
        return None

    def tasks_of(self, number: int) -> list[Task]:
        """The parts of a match that have been played, in order."""
        return sorted(self._tasks[number], key=lambda task: task.first)

    def results(self) -> tuple[list[Played], Clock]:
        """What came of every match, and how long the agents took."""
        clock = Clock(dict.fromkeys(self.roster.agents, 0.0), dict.fromkeys(self.roster.agents, 0))
        return [self._result(match, clock) for match in self.progress], clock

    def _result(self, match: MatchProgress, clock: Clock) -> Played:
        """Put the parts of a match together."""
        seatings = len(match.match.seatings)
        sets = match.needed
        outcomes = blank_outcomes(sets * seatings)
        failures: dict[tuple[int, int], Failure] = {}
        for task in self.tasks_of(match.number):
            result = self._store.load(task)
            for text, seconds, decisions in zip(
                self.roster.agents, result.seconds, result.decisions, strict=True
            ):
                clock.seconds[text] += float(seconds)
                clock.decisions[text] += int(decisions)
            last = min(task.last, sets)
            if task.first < last:
                count = (last - task.first) * seatings
                outcomes[task.first * seatings : last * seatings] = result.outcomes[:count]
                failures |= result.failures
        forfeit = self._forfeit(match, outcomes, failures)
        if forfeit is not None:
            return Played(match.match, outcomes[:0], 0, False, forfeit)
        return Played(match.match, outcomes, sets, match.stop is not None)

    def _forfeit(
        self,
        match: MatchProgress,
        outcomes: NDArray[np.void],
        failures: dict[tuple[int, int], Failure],
    ) -> Forfeit | None:
        if match.failure is not None:
            agent = match.failure.agent
            to_blame = [
                number
                for number in match.match.entrants
                if agent in self.roster.entrants[number].players
            ]
            entrant = to_blame[0] if to_blame else -1
            return Forfeit(entrant, agent, NO_ANSWER, match.failure.what)
        failed = np.flatnonzero((outcomes["failed"] != FAILED_NOT).any(axis=1))
        if len(failed) == 0:
            return None
        game = outcomes[failed[0]]
        team = int(np.flatnonzero(game["failed"])[0])
        deal, seating = int(game["deal"]), int(game["seating"])
        return Forfeit(
            entrant=int(game["entrants"][team]),
            agent=failures[deal, seating].agent,
            how=FAILURES[int(game["failed"][team])],
            what=failures[deal, seating].what,
            deal=deal,
            seating=seating,
        )

"""A tournament's folder: parts already played, so that a killed one goes on where it was.

    tournament.json     what is played: a folder holds one tournament
    parts/M-F-L.npz     sets F to L - 1 of match M; M-F-L.jsonl their records, if kept
    parts/M-failed.json an agent that hung or took its process down forfeited the match M

Every file is written whole, so whatever is there counts. Parts that version 0.1.0 has written are
read too; it called the last kind of file M-lost.json.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from voormsi_agents.matches.outcome import OUTCOME, Failure, blank_outcomes
from voormsi_agents.tournament.tasks import Task, TaskFailure, TaskResult, TournamentSpec
from voormsi_agents.tournament.workers.manifest import differences, manifest_of
from voormsi_env.files import replacing, writing

MANIFEST = "tournament.json"
PARTS = "parts"
PART_NAME = re.compile(r"(\d+)-(\d+)-(\d+)\.npz")
PART_FILE = re.compile(r"\d+-(\d+-\d+\.(npz|jsonl)|(failed|lost)\.json)|\..*\.partial.*")
FAILED_NAME = re.compile(r"(\d+)-(failed|lost)\.json")
RENAMED_FIELDS = {"luck": "card_luck"}
"""What version 0.1.0 called fields of OUTCOME."""


class StoreError(ValueError):
    """A folder cannot hold the tournament."""


@dataclass(frozen=True)
class Stored:
    """What is in a folder: tasks that were done, and the failures that forfeit a match."""

    tasks: tuple[Task, ...]
    failures: tuple[TaskFailure, ...]


class Store:
    """Reads and writes the folder of one tournament.

    Attributes:
        folder: where it is.
        manifest: what `tournament.json` says; see `manifest_of`.
    """

    def __init__(self, folder: Path, spec: TournamentSpec, *, fresh: bool = False) -> None:
        """Make the folder, or take up the one that is there.

        Args:
            folder: where.
            spec: of the tournament.
            fresh: delete what the folder holds of any tournament.

        Raises:
            StoreError: it holds another tournament, or files of something else.
            OSError: it cannot be made or read.
        """
        self.folder = folder
        self._parts = folder / PARTS
        self._records = spec.records
        self.manifest = manifest_of(spec)
        if fresh:
            self._clear()
        if (folder / MANIFEST).exists():
            self._check()
        elif self._part_files():
            raise StoreError(f"{folder} holds parts of a tournament but no {MANIFEST}; use --fresh")
        self._parts.mkdir(parents=True, exist_ok=True)
        for leftover in self._parts.glob(".*.partial*"):
            leftover.unlink(missing_ok=True)
        with writing(folder / MANIFEST) as stream:
            json.dump(self.manifest, stream, indent=2)
            stream.write("\n")

    def _clear(self) -> None:
        """Delete the parts of a tournament, and nothing else that may lie beside them."""
        for path in self._part_files():
            path.unlink()
        (self.folder / MANIFEST).unlink(missing_ok=True)

    def _part_files(self) -> list[Path]:
        found = self._parts.glob("*")
        return [path for path in found if path.is_file() and PART_FILE.fullmatch(path.name)]

    def _check(self) -> None:
        try:
            found = json.loads((self.folder / MANIFEST).read_text(encoding="utf-8"))
        except ValueError:
            found = None
        if not isinstance(found, dict):
            raise StoreError(f"{self.folder / MANIFEST} cannot be read; use --fresh")
        if different := differences(found, self.manifest):
            raise StoreError(
                f"{self.folder} holds a tournament with other {', '.join(different)}; "
                f"choose another folder with --out, or --fresh to begin anew"
            )

    def stored(self) -> Stored:
        """What has been played so far."""
        tasks, failures = [], []
        for path in sorted(self._parts.iterdir()):
            if part := PART_NAME.fullmatch(path.name):
                task = Task(*(int(number) for number in part.groups()))
                if not self._records or self._record_path(task).exists():
                    tasks.append(task)
            elif FAILED_NAME.fullmatch(path.name):
                kept = json.loads(path.read_text(encoding="utf-8"))
                failures.append(TaskFailure(Task(*kept["task"]), kept["agent"], kept["what"]))
        return Stored(tuple(tasks), tuple(failures))

    def add(self, result: TaskResult) -> None:
        """Keep what came of a task."""
        if self._records:
            with writing(self._record_path(result.task)) as stream:
                stream.write(result.records)
        with replacing(self._path(result.task)) as path:
            np.savez(
                path,
                outcomes=result.outcomes,
                elapsed=result.elapsed,
                seconds=result.seconds,
                decisions=result.decisions,
                failures=np.array([[*game] for game in result.failures], np.int64).reshape(-1, 2),
                culprits=np.array([failure.agent for failure in result.failures.values()], np.str_),
                messages=np.array([failure.what for failure in result.failures.values()], np.str_),
            )

    def add_failure(self, failure: TaskFailure) -> None:
        """Keep that a match was forfeited by an agent that gave no answer."""
        task = failure.task
        kept = {"task": [task.match, task.first, task.last]}
        with writing(self._parts / f"{task.match}-failed.json") as stream:
            json.dump({**kept, "agent": failure.agent, "what": failure.what}, stream)

    def load(self, task: Task) -> TaskResult:
        """What came of a task that was kept, without its records."""
        with np.load(self._path(task)) as kept:
            games = (tuple(int(number) for number in game) for game in kept["failures"])
            return TaskResult(
                task=task,
                outcomes=_todays(kept["outcomes"]),
                elapsed=float(kept["elapsed"]),
                seconds=kept["seconds"],
                decisions=kept["decisions"],
                failures={
                    (game[0], game[1]): Failure(str(agent), str(what))
                    for game, agent, what in zip(
                        games, kept["culprits"], kept["messages"], strict=True
                    )
                },
            )

    def record_lines(self, task: Task) -> Iterator[str]:
        """The records of a part, a line a game."""
        with self._record_path(task).open(encoding="utf-8") as stream:
            yield from stream

    def _path(self, task: Task) -> Path:
        return self._parts / f"{task.match}-{task.first}-{task.last}.npz"

    def _record_path(self, task: Task) -> Path:
        return self._path(task).with_suffix(".jsonl")


def _todays(kept: NDArray[np.void]) -> NDArray[np.void]:
    """Outcomes as OUTCOME (n,), field by field: what an older part does not have is nothing."""
    outcomes: NDArray[np.void] = blank_outcomes(len(kept))
    for name in kept.dtype.names or ():
        today = RENAMED_FIELDS.get(name, name)
        if today in (OUTCOME.names or ()):
            outcomes[today] = kept[name]
    return outcomes

"""A tournament's folder: parts already played, so that a killed one goes on where it was.

    tournament.json     what is played: a folder holds one tournament
    parts/M-F-L.npz     sets F to L - 1 of match M; M-F-L.jsonl their records, if kept
    parts/M-lost.json   the match M was lost by an agent that hung or took its process down

Every file is written whole, so whatever is there counts.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

import voormsi_agents
import voormsi_env
from voormsi_agents.matches.outcome import Failure
from voormsi_agents.tournament.workers.worker import Task, TaskFailure, TaskResult, TournamentSpec
from voormsi_env.files import replacing, writing
from voormsi_env.version import __version__

MANIFEST = "tournament.json"
PARTS = "parts"
FORMAT = "voormsi-tournament-1"
PART_NAME = re.compile(r"(\d+)-(\d+)-(\d+)\.npz")
PART_FILE = re.compile(r"\d+-(\d+-\d+\.(npz|jsonl)|lost\.json)|\..*\.partial.*")
LOST_NAME = re.compile(r"(\d+)-lost\.json")


class StoreError(ValueError):
    """A folder cannot hold the tournament."""


@dataclass(frozen=True)
class Stored:
    """What is in a folder: tasks that were done, and matches that were lost."""

    tasks: tuple[Task, ...]
    losses: tuple[TaskFailure, ...]


class Store:
    """Reads and writes the folder of one tournament.

    Attributes:
        folder: where it is.
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
        manifest = manifest_of(spec)
        if fresh:
            self._clear()
        if (folder / MANIFEST).exists():
            self._check(manifest)
        elif self._part_files():
            raise StoreError(f"{folder} holds parts of a tournament but no {MANIFEST}; use --fresh")
        self._parts.mkdir(parents=True, exist_ok=True)
        for leftover in self._parts.glob(".*.partial*"):
            leftover.unlink(missing_ok=True)
        with writing(folder / MANIFEST) as stream:
            json.dump(manifest, stream, indent=2)
            stream.write("\n")

    def _clear(self) -> None:
        """Delete the parts of a tournament, and nothing else that may lie beside them."""
        for path in self._part_files():
            path.unlink()
        (self.folder / MANIFEST).unlink(missing_ok=True)

    def _part_files(self) -> list[Path]:
        found = self._parts.glob("*")
        return [path for path in found if path.is_file() and PART_FILE.fullmatch(path.name)]

    def _check(self, manifest: dict[str, Any]) -> None:
        try:
            found = json.loads((self.folder / MANIFEST).read_text(encoding="utf-8"))
        except ValueError:
            found = None
        if not isinstance(found, dict):
            raise StoreError(f"{self.folder / MANIFEST} cannot be read; use --fresh")
        different = [name for name in manifest if found.get(name) != manifest[name]]
        if different:
            raise StoreError(
                f"{self.folder} holds a tournament with other {', '.join(different)}; "
                f"choose another folder with --out, or --fresh to begin anew"
            )

    def stored(self) -> Stored:
        """What has been played so far."""
        tasks, losses = [], []
        for path in sorted(self._parts.iterdir()):
            if part := PART_NAME.fullmatch(path.name):
                task = Task(*(int(number) for number in part.groups()))
                if not self._records or self._record_path(task).exists():
                    tasks.append(task)
            elif LOST_NAME.fullmatch(path.name):
                loss = json.loads(path.read_text(encoding="utf-8"))
                losses.append(TaskFailure(Task(*loss["task"]), loss["agent"], loss["what"]))
        return Stored(tuple(tasks), tuple(losses))

    def add(self, part: TaskResult) -> None:
        """Keep a part."""
        if self._records:
            with writing(self._record_path(part.task)) as stream:
                stream.write(part.records)
        with replacing(self._path(part.task)) as path:
            np.savez(
                path,
                outcomes=part.outcomes,
                elapsed=part.elapsed,
                seconds=part.seconds,
                decisions=part.decisions,
                failures=np.array([[*game] for game in part.failures], np.int64).reshape(-1, 2),
                culprits=np.array([failure.agent for failure in part.failures.values()], np.str_),
                messages=np.array([failure.what for failure in part.failures.values()], np.str_),
            )

    def add_loss(self, loss: TaskFailure) -> None:
        """Keep that a match was lost."""
        task = loss.task
        with writing(self._parts / f"{task.match}-lost.json") as stream:
            kept = {"task": [task.match, task.first, task.last]}
            json.dump({**kept, "agent": loss.agent, "what": loss.what}, stream)

    def load(self, task: Task) -> TaskResult:
        """A part that was kept, without its records."""
        with np.load(self._path(task)) as kept:
            games = (tuple(int(number) for number in game) for game in kept["failures"])
            return TaskResult(
                task=task,
                outcomes=kept["outcomes"],
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


def manifest_of(spec: TournamentSpec) -> dict[str, Any]:
    """What makes a tournament the same: all that its games depend on, but not how many."""
    return {
        "format": FORMAT,
        "version": __version__,
        "code": code_digest(),
        "agents": list(spec.entrants),
        "files": file_digests(spec.entrants),
        "rules": spec.rules.to_dict(),
        "seed": spec.seed,
        "max_deals": spec.max_deals,
        "matches": [list(match.entrants) for match in spec.matches],
    }


def code_digest() -> str:
    """A digest of the sources and the policies that come with them."""
    digest = hashlib.sha256()
    for package in (voormsi_env, voormsi_agents):
        root = Path(str(package.__file__)).parent
        paths = [*root.rglob("*.py"), *root.glob("*.json"), *(root / "checkpoints").glob("*")]
        for path in sorted(path for path in paths if path.is_file()):
            digest.update(path.relative_to(root).as_posix().encode() + b"\0")
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def file_digests(entrants: tuple[str, ...]) -> dict[str, str]:
    """Digests of the files that the texts of agents name, and of policies in folders they name."""
    digests = {}
    for text in entrants:
        for option in re.split(r"[:,+]", text):
            path = Path(option.rpartition("=")[2])
            with suppress(OSError):
                for file in [path, *sorted(path.glob("*.safetensors"))] if option else []:
                    if file.is_file():
                        digests[str(file)] = hashlib.sha256(file.read_bytes()).hexdigest()[:16]
    return digests

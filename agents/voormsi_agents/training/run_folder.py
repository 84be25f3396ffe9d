"""The folder of a training run: what is in it, and how it is written so that no kill spoils it."""

from __future__ import annotations

import csv
import io
import json
import os
import platform
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Any

import torch

from voormsi_agents.folder_lock import held
from voormsi_agents.provenance import commit
from voormsi_env.files import writing
from voormsi_env.version import __version__

FORMAT = "voormsi-run-2"
CONFIG = "config.yaml"
ABOUT = "about.json"
POLICY = "policy.safetensors"
BEST = "best.safetensors"
PROGRESS = "progress.csv"
EVALUATIONS = "evaluations.csv"
CURVES = "curves.png"
CHECKPOINTS = "checkpoints"
LESSON = "lesson"
POOL = "pool"
POLICIES = "policies"
LIBRARIES = ("numpy", "numba", "torch", "stable_baselines3", "sb3_contrib")


class RunFolderError(ValueError):
    """A folder cannot hold a new run, or holds none to resume."""


class RunFolder:
    """Reads and writes the files of one run.

    Attributes:
        path: the folder.
    """

    def __init__(self, path: Path) -> None:
        """Name the folder; nothing is read or written yet."""
        self.path = path

    def begin(self, config_text: str) -> None:
        """Make the folder of a new run.

        Raises:
            RunFolderError: it exists and is not empty, or cannot be made.
        """
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            if any(self.path.iterdir()):
                raise RunFolderError(
                    f"{self.path} is not empty; choose another with --out, or go on with --resume"
                )
            (self.path / CHECKPOINTS).mkdir()
        except OSError as error:
            raise RunFolderError(f"{self.path} cannot be made: {error.strerror}") from error
        with writing(self.path / CONFIG) as stream:
            stream.write(config_text)
        with writing(self.path / ABOUT) as stream:
            json.dump(_about(), stream, indent=2)
            stream.write("\n")

    def config(self) -> Path:
        """The run's config file.

        Raises:
            RunFolderError: there is none.
        """
        if not (self.path / CONFIG).is_file():
            raise RunFolderError(f"{self.path} is no run folder: it has no {CONFIG}")
        return self.path / CONFIG

    @contextmanager
    def held(self) -> Iterator[None]:
        """Keep the folder to this process; a process that dies lets go of it.

        Raises:
            RunFolderError: another process has it.
        """
        refusal = RunFolderError(
            f"another process is training in {self.path}; wait for it or stop it"
        )
        with held(self.path, refusal):
            yield

    def policy_at(self, steps: int) -> Path:
        """Where the policy of a number of steps is to be saved."""
        (self.path / POLICIES).mkdir(exist_ok=True)
        return self.path / POLICIES / f"{steps:012d}.safetensors"

    def checkpoints(self) -> list[Path]:
        """The run's checkpoints, oldest first."""
        return sorted((self.path / CHECKPOINTS).glob("*.pt"))

    def save_checkpoint(self, state: Mapping[str, Any], steps: int, keep: int) -> None:
        """Write a checkpoint, all at once or not at all, and delete all but the newest `keep`."""
        target = self.path / CHECKPOINTS / f"{steps:012d}.pt"
        partial = target.with_suffix(".partial")
        torch.save({"format": FORMAT, **state}, partial)
        os.replace(partial, target)
        for old in self.checkpoints()[:-keep]:
            old.unlink()

    def load_checkpoint(self) -> dict[str, Any] | None:
        """The newest checkpoint; None when the run was stopped before its first.

        Raises:
            RunFolderError: the file is no checkpoint of a run.
        """
        paths = self.checkpoints()
        if not paths:
            return None
        try:
            state = torch.load(paths[-1], weights_only=True)
        except Exception as error:  # torch raises many kinds
            raise RunFolderError(f"{paths[-1]} is no checkpoint: {error}") from error
        if not isinstance(state, dict) or state.get("format") != FORMAT:
            raise RunFolderError(f"{paths[-1]} is no checkpoint of the format {FORMAT}")
        return state


class Table:
    """A CSV file that grows by whole rows; its first column counts the run's steps."""

    def __init__(self, path: Path, columns: Sequence[str], upto: int) -> None:
        """Open the file.

        Args:
            path: the file; it need not exist.
            columns: its header.
            upto: rows of later steps are dropped: what a resumed run does again.
        """
        self._path = path
        self._columns = list(columns)
        rows = [row for row in read_table(path) if int(row[columns[0]]) <= upto]
        with writing(path) as stream:
            writer = csv.DictWriter(stream, self._columns, lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)

    def add(self, row: Mapping[str, Any]) -> None:
        """Append a row; columns it lacks stay empty."""
        line = io.StringIO()
        csv.DictWriter(line, self._columns, lineterminator="\n").writerow(row)
        with self._path.open("a", encoding="utf-8") as stream:
            stream.write(line.getvalue())


def drop_later(folder: Path, steps: int) -> None:
    """Delete the policies of a folder that a run made after so many steps, as it will again."""
    for path in folder.glob("[0-9]*.safetensors"):
        if int(path.stem) > steps:
            path.unlink()


def read_table(path: Path) -> list[dict[str, str]]:
    """The rows of a CSV file; none when it does not exist. A half-written last row is left out."""
    if not path.is_file():
        return []
    text = path.read_text(encoding="utf-8")
    lines = text[: text.rfind("\n") + 1].splitlines()
    return list(csv.DictReader(lines))


def _about() -> dict[str, Any]:
    return {
        "version": __version__,
        "git_commit": commit(digits=40),
        "python": platform.python_version(),
        "libraries": {name: version(name) for name in LIBRARIES},
        "processor": platform.processor() or platform.machine(),
        "cores": os.cpu_count(),
    }

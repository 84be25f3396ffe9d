"""The folder of a training run: what is in it, and how it is written so that no kill spoils it."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Any

import torch

from voormsi_agents.folder_lock import held
from voormsi_agents.provenance import commit
from voormsi_agents.training.old_runs import (
    OLD_FORMAT,
    bring_up_to_date,
    present_config,
    present_state,
)
from voormsi_env.files import replacing, writing
from voormsi_env.version import __version__

FORMAT = "voormsi-run-3"
LIBRARIES = ("numpy", "numba", "torch", "stable_baselines3", "sb3_contrib")


class RunFolderError(ValueError):
    """A folder cannot hold a new run, or holds none to resume."""


class RunFolder:
    """Reads and writes the files of one run.

    Attributes:
        path: the folder.
        policy: the final policy, as a file.
        best: the policy that did best when it was measured, as a file.
        policies: the folder of all policies that were measured.
        pool: the folder of past selves.
        demonstrations: the folder of what a teacher showed.
        progress: the learner's own numbers, as a table: a row an update.
        evaluations: what policies won when they were measured, as a table.
        curves: the evaluations as a plot.
        tensorboard: the folder of what TensorBoard shows.
    """

    def __init__(self, path: Path) -> None:
        """Name the folder; nothing is read or written yet."""
        self.path = path
        self.policy, self.best = path / "policy.safetensors", path / "best.safetensors"
        self.policies, self.pool = path / "policies", path / "pool"
        self.demonstrations = path / "demonstrations"
        self.progress, self.evaluations = path / "progress.csv", path / "evaluations.csv"
        self.curves, self.tensorboard = path / "curves.png", path / "tensorboard"
        self._config, self._checkpoints = path / "config.yaml", path / "checkpoints"

    @property
    def begun(self) -> bool:
        """Whether a run was begun here."""
        return self._config.is_file()

    def begin(self, config: str) -> None:
        """Make the folder of a new run.

        Args:
            config: of the run, as YAML.

        Raises:
            RunFolderError: it exists and is not empty, or cannot be made.
        """
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            if any(self.path.iterdir()):
                raise RunFolderError(
                    f"{self.path} is not empty; choose another with --out, or go on with --resume"
                )
            self._checkpoints.mkdir()
        except OSError as error:
            raise RunFolderError(f"{self.path} cannot be made: {error.strerror}") from error
        with writing(self._config) as stream:
            stream.write(config)
        with writing(self.path / "about.json") as stream:
            json.dump(_about(), stream, indent=2)
            stream.write("\n")

    def config(self) -> str:
        """The run's config as YAML, by the present keys.

        Raises:
            RunFolderError: there is none.
        """
        if not self.begun:
            raise RunFolderError(f"{self.path} is no run folder: it has no {self._config.name}")
        return present_config(self._config.read_text(encoding="utf-8"))

    def bring_up_to_date(self) -> None:
        """Let a folder of version 0.1.0 look as this version makes it; checkpoints stay."""
        bring_up_to_date(self._config, self.progress, self.demonstrations)

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
        self.policies.mkdir(exist_ok=True)
        return self.policies / f"{steps:012d}.safetensors"

    def checkpoints(self) -> list[Path]:
        """The run's checkpoints, oldest first."""
        return sorted(self._checkpoints.glob("[0-9]*.pt"))

    def save_checkpoint(self, state: Mapping[str, Any], steps: int, keep: int) -> None:
        """Write a checkpoint, all at once or not at all, and delete all but the newest `keep`."""
        with replacing(self._checkpoints / f"{steps:012d}.pt") as partial:
            torch.save({"format": FORMAT, **state}, partial)
        for old in self.checkpoints()[:-keep]:
            old.unlink()

    def load_checkpoint(self) -> dict[str, Any] | None:
        """The newest checkpoint, by the present keys; None when there is none yet.

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
        if not isinstance(state, dict) or state.get("format") not in (FORMAT, OLD_FORMAT):
            raise RunFolderError(f"{paths[-1]} is no checkpoint of the format {FORMAT}")
        return present_state(state) if state["format"] == OLD_FORMAT else state


def drop_later(folder: Path, steps: int) -> None:
    """Delete the policies of a folder that a run made after so many steps, as it will again."""
    for path in folder.glob("[0-9]*.safetensors"):
        if int(path.stem) > steps:
            path.unlink()


def _about() -> dict[str, Any]:
    return {
        "version": __version__,
        "git_commit": commit(digits=40),
        "python": platform.python_version(),
        "libraries": {name: version(name) for name in LIBRARIES},
        "processor": platform.processor() or platform.machine(),
        "cores": os.cpu_count(),
    }

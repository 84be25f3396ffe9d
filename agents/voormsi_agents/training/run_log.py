"""What a run shows and writes of the learner's numbers while it goes on."""

from __future__ import annotations

from typing import Any

from rich.progress import (
    BarColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from stable_baselines3.common.logger import KVWriter, Logger, TensorBoardOutputFormat

from voormsi_agents.training.run_clock import RunClock
from voormsi_agents.training.run_folder import RunFolder
from voormsi_agents.training.tables import Table

PROGRESS_COLUMNS = (
    "steps",
    "seconds",
    "time/fps",
    "rollout/games",
    "rollout/win_rate",
    "train/learning_rate",
    "train/entropy_loss",
    "train/policy_gradient_loss",
    "train/value_loss",
    "train/explained_variance",
    "train/approx_kl",
    "train/clip_fraction",
    "train/magnet_divergence",
    "rollout_targets/error",
    "rollout_targets/regret",
)


def progress_bars() -> Progress:
    """The bars of a run, each with a task's name, its part done, its times and a note."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f}%"),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[note]}"),
    )


def run_logger(folder: RunFolder, steps: int, clock: RunClock) -> Logger:
    """What takes the learner's numbers: into the progress table, and for TensorBoard.

    Args:
        folder: of the run.
        steps: at which the run goes on; later rows of the table are dropped.
        clock: of the run.
    """
    table = Table(folder.progress, PROGRESS_COLUMNS, steps)
    writers = [TensorBoardOutputFormat(str(folder.tensorboard)), _ProgressTable(table, clock)]
    return Logger(str(folder.path), writers)


class _ProgressTable(KVWriter):
    """The learner's own numbers, a row an update."""

    def __init__(self, table: Table, clock: RunClock) -> None:
        self._table = table
        self._clock = clock

    def write(
        self, key_values: dict[str, Any], key_excluded: dict[str, Any], step: int = 0
    ) -> None:
        row = {"steps": step, "seconds": round(self._clock.seconds, 1)}
        row.update((key, key_values[key]) for key in PROGRESS_COLUMNS if key in key_values)
        self._table.add(row)

    def close(self) -> None:
        """Nothing is kept open."""

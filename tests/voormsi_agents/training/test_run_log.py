"""What a run writes of the learner's numbers."""

from __future__ import annotations

from pathlib import Path

from voormsi_agents.training.config import TrainConfig
from voormsi_agents.training.run_clock import RunClock
from voormsi_agents.training.run_folder import RunFolder
from voormsi_agents.training.run_log import run_logger
from voormsi_agents.training.tables import read_table


def test_numbers_that_have_a_column_become_a_row(tmp_path: Path) -> None:
    folder = RunFolder(tmp_path)
    logger = run_logger(folder, 0, RunClock(TrainConfig(), 5.0))
    logger.record("train/value_loss", 0.5)
    logger.record("train/something", 1.0)
    logger.dump(100)
    (row,) = read_table(folder.progress)
    assert (row["steps"], row["train/value_loss"], row["rollout/games"]) == ("100", "0.5", "")
    assert float(row["seconds"]) >= 5.0
    assert list(folder.tensorboard.glob("events*"))

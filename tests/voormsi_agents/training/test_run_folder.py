"""The folder of a training run."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch

from voormsi_agents.training.run_folder import RunFolder, RunFolderError, drop_later


def test_a_folder_is_begun_once(tmp_path: Path) -> None:
    folder = RunFolder(tmp_path / "run")
    with pytest.raises(RunFolderError, match="is no run folder"):
        folder.config()
    folder.begin("seed: 3\n")
    assert folder.begun
    assert folder.config() == "seed: 3\n"
    with pytest.raises(RunFolderError, match="is not empty"):
        folder.begin("seed: 3\n")


def test_the_newest_checkpoints_are_kept(tmp_path: Path) -> None:
    folder = RunFolder(tmp_path / "run")
    folder.begin("seed: 3\n")
    assert folder.load_checkpoint() is None
    for steps in (100, 900, 1000):
        folder.save_checkpoint({"steps": steps}, steps, keep=2)
    assert [int(path.stem) for path in folder.checkpoints()] == [900, 1000]
    state = folder.load_checkpoint()
    assert state is not None
    assert state["steps"] == 1000
    torch.save({"something": "else"}, folder.checkpoints()[-1])
    with pytest.raises(RunFolderError, match="no checkpoint of the format"):
        folder.load_checkpoint()


def test_a_folder_that_is_held_is_refused_to_others(tmp_path: Path) -> None:
    folder = RunFolder(tmp_path)
    with folder.held(), pytest.raises(RunFolderError, match="another process"), folder.held():
        pass
    with folder.held():
        pass


def test_later_policies_are_dropped(tmp_path: Path) -> None:
    folder = RunFolder(tmp_path)
    for steps in (100, 200, 300):
        folder.policy_at(steps).touch()
    drop_later(folder.policies, 200)
    assert sorted(int(path.stem) for path in folder.policies.iterdir()) == [100, 200]

"""Run folders of version 0.1.0 are read, and gone on with as that version would have."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import load_file

from voormsi_agents.commands.main import main
from voormsi_agents.training.config_file import config_of, options_in
from voormsi_agents.training.run_folder import FORMAT, RunFolder
from voormsi_agents.training.tables import read_table

DATA = Path(__file__).parents[2] / "data" / "0.1.0"


@pytest.fixture
def folder(tmp_path: Path) -> RunFolder:
    """A run that was killed while it learned rollout targets, after imitation."""
    shutil.copytree(DATA / "run", tmp_path / "run")
    return RunFolder(tmp_path / "run")


def test_its_config_and_checkpoint_are_read_by_the_present_keys(folder: RunFolder) -> None:
    config = config_of(options_in(folder.config()))
    assert config.rollout_targets.positions == 1600
    state = folder.load_checkpoint()
    assert state is not None
    assert state["rollout_targets"]["positions"] > 0
    assert "hindsight" not in state


def test_reading_it_changes_nothing(folder: RunFolder) -> None:
    before = {path: path.read_bytes() for path in folder.path.rglob("*") if path.is_file()}
    folder.config()
    folder.load_checkpoint()
    assert before == {p: p.read_bytes() for p in folder.path.rglob("*") if p.is_file()}


def test_a_resumed_run_comes_to_what_its_own_version_came_to(folder: RunFolder) -> None:
    assert main(["train", "--resume", str(folder.path), "--steps", "1200"]) == 0
    found = load_file(folder.policy)
    wanted = load_file(DATA / "run_at_1200_steps.safetensors")
    assert found.keys() == wanted.keys()
    for name, weights in wanted.items():
        assert np.allclose(found[name], weights, atol=1e-3), name
    assert folder.demonstrations.is_dir()
    assert not (folder.path / "lesson").exists()
    assert "hindsight" not in folder.path.joinpath("config.yaml").read_text()
    rows = read_table(folder.progress)
    assert [row["steps"] for row in rows] == sorted({row["steps"] for row in rows}, key=int)
    assert all(row["rollout_targets/regret"] for row in rows)
    state = folder.load_checkpoint()
    assert state is not None
    assert state["format"] == FORMAT

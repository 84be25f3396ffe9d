"""Training runs for tests: a tiny config, runs begun and watched, what their checkpoints say."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from voormsi_agents.commands.main import main
from voormsi_agents.training import run as training
from voormsi_agents.training.run_folder import RunFolder

TINY = """
seed: 3
steps: 400
threads: 1
rules: {players: 2}
opponents: {self: 0.5, random: 0.5}
network: {actor: [8], critic: [8]}
ppo: {games: 10, rounds: 4, batch_size: 64}
imitation: {teacher: greedy, positions: 300, epochs: 1, batch_size: 64}
evaluation: {opponents: [random], games: 4, every: 200}
checkpoints: {every: 100, keep: 2}
"""


@pytest.fixture(name="config")
def tiny_config(tmp_path: Path) -> Path:
    """A file of the config `TINY`."""
    path = tmp_path / "tiny.yaml"
    path.write_text(TINY)
    return path


def train(*arguments: str, watched: type[training.Run] = training.Run) -> int:
    """The exit status of `voormsi train`, its run being of a class that watches it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(training, "Run", watched)
        return main(["train", *arguments])


def begin_run(out: Path, config: str, watched: type[training.Run] = training.Run) -> int:
    """The exit status of a run with a config given as YAML."""
    path = out.with_suffix(".yaml")
    path.write_text(config)
    return train("--config", str(path), "--out", str(out), watched=watched)


def state_of(out: Path) -> dict[str, Any]:
    """The newest checkpoint of a run folder."""
    state = RunFolder(out).load_checkpoint()
    assert state is not None
    return state

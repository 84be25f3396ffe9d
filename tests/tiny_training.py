"""A training run that is over at once, for the tests of training."""

from __future__ import annotations

from pathlib import Path

import pytest

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


def state_of(folder: Path) -> dict:
    """What the newest checkpoint of a run holds."""
    state = RunFolder(folder).load_checkpoint()
    assert state is not None
    return state

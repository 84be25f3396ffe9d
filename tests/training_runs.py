"""Training runs for tests: begun from a text, watched, and what their last checkpoint says."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from voormsi_agents.commands.main import main
from voormsi_agents.training import run as training
from voormsi_agents.training.run_folder import RunFolder


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

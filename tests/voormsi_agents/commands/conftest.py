"""Games that the commands read."""

from __future__ import annotations

from pathlib import Path

import pytest

from voormsi_agents.commands.main import main


@pytest.fixture(scope="session")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of three records."""
    path = tmp_path_factory.mktemp("records") / "games.jsonl"
    command = ["record", "--agents", "random,greedy", "--games", "3", "--seed", "11", "--legal"]
    assert main([*command, "--out", str(path)]) == 0
    return path

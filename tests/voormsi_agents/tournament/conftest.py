"""What the tests of tournaments share."""

from __future__ import annotations

import pytest
from tournaments import Here


@pytest.fixture(autouse=True)
def _few_resamples(monkeypatch):
    monkeypatch.setattr("voormsi_agents.tournament.statistics.ratings.RESAMPLES", 20)


@pytest.fixture
def here(monkeypatch):
    """Play in this process: for tests of anything but the worker processes."""
    monkeypatch.setattr(
        "voormsi_agents.tournament.runner.LocalEngine", lambda spec, workers: Here(spec)
    )

"""Batches do not grow."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from voormsi_env import Games

MEGABYTE = 1_000_000
LET_RUN_IN, STEPS = 200_000, 10_000_000


def resident_bytes() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="no count of memory here")
@pytest.mark.parametrize("observe", [False, True])
def test_memory_stays_flat_over_ten_million_steps(observe: bool) -> None:
    games = Games(1024, seed=1, auto_reset=True, observe=observe)
    begun = 0
    for step in range(STEPS // len(games)):
        games.step(games.random_actions(step))
        if step == LET_RUN_IN // len(games):
            begun = resident_bytes()
    assert resident_bytes() - begun < 4 * MEGABYTE

"""Seeds: what may be given, and fresh ones."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from voormsi_env import Game, Games
from voormsi_env.seeds import MAX_SEED, checked_seed, fresh_seed


@pytest.mark.parametrize("seed", [0, 7, MAX_SEED, np.int8(5), np.uint64(2**63 - 1)])
def test_whole_numbers_of_63_bits_are_seeds(seed: Any) -> None:
    assert checked_seed(seed) == int(seed)
    assert type(checked_seed(seed)) is int


@pytest.mark.parametrize("seed", [-1, 2**63, np.uint64(2**63), 1.0, "7", True, None])
def test_what_is_no_seed_is_refused(seed: Any) -> None:
    with pytest.raises(ValueError, match=r"seed is .*; allowed are whole numbers from 0 to 9223"):
        checked_seed(seed)


def test_fresh_seeds_differ_and_are_exact_as_floats() -> None:
    seeds = [fresh_seed() for _ in range(200)]
    assert len(set(seeds)) == 200
    assert min(seeds) >= 0
    assert max(seeds) < 2**53
    assert max(seeds) > 2**48


def test_a_game_without_a_seed_has_a_fresh_one() -> None:
    assert Game().seed != Game().seed
    assert Game().seed < 2**53
    records = Games(3).states
    assert len(set(records["seed"].tolist())) == 3


def test_seeds_are_checked_without_numba() -> None:
    script = "import sys, voormsi_env.seeds; assert 'numba' not in sys.modules"
    subprocess.run([sys.executable, "-c", script], check=True)

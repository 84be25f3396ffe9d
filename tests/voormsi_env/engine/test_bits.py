"""Arithmetic on words: compiled code does what its plain twin says."""

from __future__ import annotations

import random

import numba
import numpy as np

from voormsi_env.engine.bits import count, lowest, multiply_add, spread


@numba.njit
def compiled_results(mask: int, factor: int) -> tuple[int, int, int]:
    return lowest(mask), count(mask), multiply_add(mask, factor, mask)


@numba.njit
def compiled_spread(mask: int, wide: np.ndarray, narrow: np.ndarray) -> None:
    spread(mask, 36, wide, 2)
    spread(mask, 15, narrow, 0)


def test_compiled_words_are_as_plain_ones() -> None:
    rng = random.Random(1)
    for _ in range(200):
        mask = rng.getrandbits(rng.randrange(1, 63)) | 1 << rng.randrange(62)
        factor = rng.getrandbits(63)
        plain = lowest(mask), count(mask), multiply_add(mask, factor, mask)
        assert compiled_results(mask, factor) == plain


def test_bits_are_spread_to_their_entries_and_nowhere_else() -> None:
    rng = random.Random(2)
    for _ in range(200):
        mask = rng.getrandbits(rng.randrange(63))
        compiled = np.full(40, 7, np.int8), np.full(16, 7, np.int8)
        plain = compiled[0].copy(), compiled[1].copy()
        compiled_spread(mask, *compiled)
        spread(mask, 36, plain[0], 2)
        spread(mask, 15, plain[1], 0)
        assert compiled[0].tolist() == plain[0].tolist()
        assert plain[0].tolist() == [7, 7, *(mask >> bit & 1 for bit in range(36)), 7, 7]
        assert compiled[1].tolist() == plain[1].tolist()
        assert plain[1].tolist() == [*(mask >> bit & 1 for bit in range(15)), 7]

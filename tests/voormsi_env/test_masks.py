"""Choosing at random among legal actions."""

import random

import numpy as np
import pytest

from voormsi_env import random_legal

# Choosing at random


def test_random_legal_chooses_every_legal_action_alike() -> None:
    mask = np.zeros(15, np.int8)
    mask[[2, 7, 14]] = 1
    for rng in (np.random.default_rng(1), random.Random(1)):
        for one in (mask, mask.astype(np.bool_)):
            chosen = [random_legal(one, rng) for _ in range(3000)]
            counts = [chosen.count(action) for action in (2, 7, 14)]
            assert sum(counts) == 3000
            assert all(900 < count < 1100 for count in counts)


def test_random_legal_refuses_what_is_no_mask_of_a_seat_to_move() -> None:
    rng = random.Random(1)
    with pytest.raises(ValueError, match="allows no action"):
        random_legal(np.zeros(15, np.int8), rng)
    for shape, dtype in (((14,), np.int8), ((15,), np.int64), ((15,), np.float32)):
        with pytest.raises(ValueError, match="the mask takes"):
            random_legal(np.ones(shape, dtype), rng)

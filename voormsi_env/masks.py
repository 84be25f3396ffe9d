"""Choosing among legal actions."""

from __future__ import annotations

from functools import lru_cache
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from voormsi_env.actions import NUM_ACTIONS


class RandomSource(Protocol):
    """What `random_legal` needs: a `numpy.random.Generator` or a `random.Random` will do."""

    def random(self) -> float:
        """A number from 0 up to, but not including, 1."""


def random_legal(mask: NDArray[np.int8] | NDArray[np.bool_], rng: RandomSource) -> int:
    """One of the legal actions, each as likely.

    Args:
        mask: int8 or bool (15,), an action mask.
        rng: a `numpy.random.Generator`, or anything else whose `random()` is uniform on [0, 1).

    Raises:
        ValueError: the mask allows no action, or is no action mask.
    """
    legal = _legal_in(mask.tobytes())
    return legal[int(rng.random() * len(legal))]


@lru_cache(maxsize=1 << NUM_ACTIONS)
def _legal_in(mask: bytes) -> tuple[int, ...]:
    if len(mask) != NUM_ACTIONS:
        raise ValueError(
            f"the mask takes {len(mask)} bytes; allowed are {NUM_ACTIONS} entries of int8 or bool"
        )
    legal = tuple(action for action, allowed in enumerate(mask) if allowed)
    if not legal:
        raise ValueError("the mask allows no action; it is not this seat's turn")
    return legal

"""Seeds: what a user may give, and fresh ones. It is light, for refusals that come at once."""

from __future__ import annotations

import secrets

import numpy as np

MAX_SEED = 2**63 - 1


def fresh_seed() -> int:
    """A seed nobody has used, below 2**53, from the system's own randomness."""
    return secrets.randbits(53)


def checked_seed(seed: object) -> int:
    """A seed given by a user, as an int.

    Raises:
        ValueError: it is not a whole number from 0 to 2**63 - 1.
    """
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer):
        raise ValueError(f"seed is {seed!r}; allowed are whole numbers from 0 to {MAX_SEED}")
    if not 0 <= int(seed) <= MAX_SEED:
        raise ValueError(f"seed is {seed}; allowed are whole numbers from 0 to {MAX_SEED}")
    return int(seed)

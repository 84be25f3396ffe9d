"""Options of players that search: the limits that several of them share."""

from __future__ import annotations

import math


def checked_number(name: str, value: int, least: int, most: int) -> int:
    """A whole number given as an option.

    Raises:
        ValueError: it lies outside `least` to `most`.
    """
    if not least <= value <= most:
        raise ValueError(f"{name} is {value}; allowed are whole numbers from {least} to {most}")
    return value


def checked_weight(name: str, value: float) -> float:
    """A number given as an option.

    Raises:
        ValueError: it is below 0 or not finite.
    """
    if not 0.0 <= value < math.inf:
        raise ValueError(f"{name} is {value}; allowed are numbers from 0")
    return value

"""Reading entries of 0 and 1 back: what a field of an observation or of a full state says."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Decoder: TypeAlias = Callable[[NDArray[np.int8]], Any]
"""What the entries of a field say."""


def cards_in(entries: NDArray[np.int8]) -> int:
    """The mask of the cards whose entries are set."""
    return sum(1 << int(card) for card in np.flatnonzero(entries))


def place_in(entries: NDArray[np.int8], lowest_value: int = 0) -> int | None:
    """The value that one-hot entries say, the first of them standing for `lowest_value`."""
    places = np.flatnonzero(entries)
    return int(places[0]) + lowest_value if len(places) else None


def card_rows_in(entries: NDArray[np.int8]) -> list[int]:
    """`cards_in` of each row."""
    return [cards_in(row) for row in entries]


def flag_in(entries: NDArray[np.int8]) -> bool:
    """Whether a single flag is set."""
    return bool(entries[0])


def places_in(entries: NDArray[np.int8], lowest_value: int = 0) -> list[int | None]:
    """`place_in` of each row."""
    return [place_in(row, lowest_value) for row in entries]


kind_in: Decoder = partial(place_in, lowest_value=1)
"""The value that one-hot entries of what is counted from 1 say."""

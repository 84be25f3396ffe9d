"""The plays of a deal in their order: what policies with a memory or attention read.

It comes from a VIEW, as the flat observation does, and says the one thing that is not in that: when
each card was played. A row for each card played, in three columns (`COLUMNS`), the rest padded.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from voormsi_env.aliases import ViewRecord, ViewRecords
from voormsi_env.engine.jit import compiled
from voormsi_env.engine.state import CARD_BITS, SEAT_SHIFT
from voormsi_env.rules import PACK_SIZE

COLUMNS: tuple[str, ...] = ("card", "seat", "play")
"""The card, 0 to 35; who played it, relative to the seat that looks, 0 being itself; and in which
play of the deal, from 0: its trick is `play // plays_per_trick`, its turn the remainder."""

SEQUENCE_SHAPE = (PACK_SIZE, len(COLUMNS))
SEQUENCE_SIZE = PACK_SIZE * len(COLUMNS)
PADDING = -1
"""What stands in rows of cards not played yet."""


@compiled
def encode_sequence(view: ViewRecord, out: NDArray[np.int8]) -> None:
    """Write the cards played in the deal into a row.

    Args:
        view: a VIEW record.
        out: int8 (`SEQUENCE_SIZE`,), overwritten: the table, row by row.
    """
    out[:] = PADDING
    played = int(view.cards_played)
    plays_per_trick = int(view.plays_per_trick)
    place = 0
    play = 0
    for trick in range(int(view.tricks_begun)):
        size = int(view.trick_sizes[trick])
        for card in range(min(size * plays_per_trick, played - place)):
            entry = int(view.history[place])
            out[3 * place] = entry & CARD_BITS
            out[3 * place + 1] = entry >> SEAT_SHIFT
            out[3 * place + 2] = play + card // size
            place += 1
        play += plays_per_trick


@compiled
def _encode_all(views: ViewRecords, out: NDArray[np.int8]) -> None:
    for row in range(len(views)):
        encode_sequence(views[row], out[row])


def sequences(views: NDArray[np.void]) -> NDArray[np.int8]:
    """The plays of the deal as an array of VIEWs has them, int8 (n, 36, 3)."""
    out = np.empty((len(views), SEQUENCE_SIZE), np.int8)
    _encode_all(views, out)
    return out.reshape(-1, *SEQUENCE_SHAPE)

"""The compiled arithmetic of the networks, for PyTorch's layers and for playing without PyTorch.

Each function sums in one fixed order, an entry after the other, and nothing is contracted or
reordered: what a row comes to depends on that row alone.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from voormsi_env.actions import NUM_ACTIONS
from voormsi_env.cards import NUM_CARDS
from voormsi_env.engine.bits import lowest
from voormsi_env.engine.jit import compiled
from voormsi_env.rules import HAND_SIZE

Floats: TypeAlias = NDArray[np.float32]
"""Weights, and what is computed with them."""
Places: TypeAlias = NDArray[np.integer[Any]]
"""Where something lies in another array."""

LANES = 16
"""Partial sums that are added up side by side, so that the compiler can use wide registers."""
NO_CARD = -1
"""What stands for the card of an empty slot."""


def ones_by_row(
    inputs: NDArray[np.number[Any]], width: int
) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """Where the ones of each row are: all their columns in order, and where each row starts.

    Args:
        inputs: (rows, columns) of zeros and ones in their first columns.
        width: how many columns those are.

    Returns:
        int32 (ones,), and int64 (rows + 1,).
    """
    starts = np.zeros(len(inputs) + 1, np.int64)
    entries = np.empty(len(inputs) * width + 1, np.int32)  # one more is written to than is found
    _list_ones(inputs, width, entries, starts)
    return entries[: starts[-1]].copy(), starts


@compiled
def _list_ones(
    inputs: NDArray[np.number[Any]],
    width: int,
    entries: Places,
    starts: Places,
) -> None:
    found = 0
    for row in range(inputs.shape[0]):
        for column in range(width):
            entries[found] = column  # kept if it is a one: twice as fast as asking first
            found += inputs[row, column] != 0
        starts[row + 1] = found


@compiled
def add_rows(
    entries: Places,
    starts: Places,
    weight: Floats,
    bias: Floats,
    out: Floats,
) -> None:
    """Write the bias and the weight rows of the ones of each row.

    Args:
        entries: the ones. starts: where each row of them starts, as `ones_by_row` has them.
        weight: float32 (inputs, outputs). bias: float32 (outputs,).
        out: float32 (rows, outputs), overwritten.
    """
    for row in range(out.shape[0]):
        for j in range(out.shape[1]):
            out[row, j] = bias[j]
        for place in range(starts[row], starts[row + 1]):
            entry = entries[place]
            for j in range(out.shape[1]):
                out[row, j] += weight[entry, j]


@compiled
def add_products(
    values: Floats,
    weight: Floats,
    places: Places,
    out: Floats,
) -> None:
    """Add to `out` the product of a row of values and a matrix, values that are 0 left out.

    Args:
        values: float32 (inputs,).
        weight: float32 (inputs, outputs).
        places: int64 (inputs + 1,), scratch.
        out: float32 (outputs,).
    """
    count = 0
    for place in range(len(values)):
        places[count] = place
        count += values[place] != 0.0
    for first in range(0, count - 3, 4):  # four at once, so that a sum is fetched and put once
        a, b, c, d = places[first], places[first + 1], places[first + 2], places[first + 3]
        for j in range(len(out)):
            out[j] = (
                ((out[j] + values[a] * weight[a, j]) + values[b] * weight[b, j])
                + values[c] * weight[c, j]
            ) + values[d] * weight[d, j]
    for place in places[count - count % 4 : count]:
        for j in range(len(out)):
            out[j] += values[place] * weight[place, j]


@compiled
def write_products(
    values: Floats,
    weight: Floats,
    bias: Floats,
    out: Floats,
) -> None:
    """A linear layer, row by row.

    Args:
        values: float32 (rows, inputs).
        weight: float32 (inputs, outputs). bias: float32 (outputs,).
        out: float32 (rows, outputs), overwritten.
    """
    places = np.empty(values.shape[1] + 1, np.int64)
    for row in range(len(values)):
        out[row] = bias
        add_products(values[row], weight, places, out[row])


@compiled
def cut_off(values: Floats) -> None:
    """Put 0 for all that is below, float32 (rows, columns): the activation ReLU."""
    for row in range(values.shape[0]):
        for column in range(values.shape[1]):
            values[row, column] = max(values[row, column], np.float32(0.0))


@compiled
def write_cards(rows: NDArray[np.int8], first: int, cards: NDArray[np.int64]) -> None:
    """Write the card in each slot of the hand, `NO_CARD` for none.

    Args:
        rows: int8 (rows, columns) of observations.
        first: the column at which the field `hand_slots` begins.
        cards: int64 (rows, 4), overwritten.
    """
    for row in range(len(cards)):
        for slot in range(HAND_SIZE):
            cards[row, slot] = NO_CARD
            start = first + slot * NUM_CARDS
            for card in range(NUM_CARDS):
                if rows[row, start + card] != 0:
                    cards[row, slot] = card
                    break


@compiled
def number_of_plays(cards: NDArray[np.int64]) -> int:
    """How many actions the cards in hand allow: the first ones, as filled slots come first."""
    held = 0
    while held < HAND_SIZE and cards[held] >= 0:
        held += 1
    return (1 << held) - 1


@compiled
def write_hidden(
    situation: Floats,
    cards: NDArray[np.int64],
    vectors: Floats,
    hidden: Floats,
) -> None:
    """hidden[a + 1] is what the cards of action a make of a situation; hidden[0] the situation.

    Args:
        situation: float32 (width,).
        cards: int64 (4,), in hand.
        vectors: float32 (36, width), of the cards.
        hidden: float32 (16, width), overwritten for the plays there are.
    """
    hidden[0] = situation
    for subset in range(1, number_of_plays(cards) + 1):
        card = cards[lowest(subset)]
        for j in range(len(situation)):
            hidden[subset, j] = hidden[subset & (subset - 1), j] + vectors[card, j]


@compiled
def score_plays(
    situation: Floats,
    cards: NDArray[np.int64],
    vectors: Floats,
    score: Floats,
    out: Floats,
) -> None:
    """Score each play by the cards it plays: v · relu(s + the vectors of the cards).

    Args:
        situation: float32 (rows, width), the width a multiple of `LANES`.
        cards: int64 (rows, 4), in hand.
        vectors: float32 (36, width), of the cards.
        score: float32 (width,), v.
        out: float32 (rows, 15), overwritten for the plays there are.
    """
    width = situation.shape[1]
    hidden = np.zeros((NUM_ACTIONS + 1, width), np.float32)
    sums = np.zeros(LANES, np.float32)
    for row in range(len(situation)):
        write_hidden(situation[row], cards[row], vectors, hidden)
        for action in range(number_of_plays(cards[row])):
            sums[:] = 0.0
            for start in range(0, width, LANES):
                for lane in range(LANES):
                    value = hidden[action + 1, start + lane]
                    sums[lane] += max(value, np.float32(0.0)) * score[start + lane]
            out[row, action] = sums.sum()

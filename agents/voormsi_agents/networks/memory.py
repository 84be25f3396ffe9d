"""The memory of a sequence policy in compiled code: a GRU over the tricks of a deal."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from voormsi_agents.networks.kernels import Floats, Places, add_products
from voormsi_env.cards import NUM_CARDS
from voormsi_env.engine.jit import compiled
from voormsi_env.sequence import PADDING, SEQUENCE_SIZE

GATES = 3
"""Of a GRU: reset, update and new, in PyTorch's order."""


class MemoryWeights(NamedTuple):
    """The weights of a memory, all float32.

    Attributes:
        cards: (players * turns * 36, width), a vector for each card, by who played it and when in
            the trick.
        from_trick: (width, 3 * width), to the gates. trick_bias: (3 * width,).
        from_memory: (width, 3 * width), to the gates. memory_bias: (3 * width,).
        said: (width, outputs), from the memory to what it says.
    """

    cards: Floats
    from_trick: Floats
    trick_bias: Floats
    from_memory: Floats
    memory_bias: Floats
    said: Floats


@compiled
def add_memories(
    rows: NDArray[np.int8],
    first: int,
    turns: int,
    weights: MemoryWeights,
    latent: Floats,
) -> None:
    """Add to each row what the memory says of the plays of its deal.

    Args:
        rows: int8 (rows, columns).
        first: the column at which the sequence begins (`voormsi_env/sequence.py`).
        turns: plays to a trick.
        weights: of the memory.
        latent: float32 (rows, outputs).
    """
    memory = np.empty(len(weights.said), np.float32)
    places = np.empty(len(memory) + 1, np.int64)
    for row in range(len(rows)):
        _remember(rows[row, first : first + SEQUENCE_SIZE], turns, weights, places, memory)
        add_products(memory, weights.said, places, latent[row])


@compiled
def _remember(
    plays: NDArray[np.int8],
    turns: int,
    weights: MemoryWeights,
    places: Places,
    memory: Floats,
) -> None:
    """Write what the memory holds after the tricks of a deal, the one on the table last.

    A trick is the sum of the vectors of its cards.
    """
    width = len(memory)
    trick = np.zeros(width, np.float32)
    from_trick = np.empty(GATES * width, np.float32)
    from_memory = np.empty(GATES * width, np.float32)
    memory[:] = 0.0
    for place in range(0, SEQUENCE_SIZE, 3):
        card, seat, play = int(plays[place]), int(plays[place + 1]), int(plays[place + 2])
        if card == PADDING:
            break
        entry = (seat * turns + play % turns) * NUM_CARDS + card
        for j in range(width):
            trick[j] += weights.cards[entry, j]
        after = place + 3
        last = after == SEQUENCE_SIZE or plays[after] == PADDING
        if last or plays[after + 2] // turns != play // turns:
            from_trick[:] = weights.trick_bias
            add_products(trick, weights.from_trick, places, from_trick)
            from_memory[:] = weights.memory_bias
            add_products(memory, weights.from_memory, places, from_memory)
            _update(from_trick, from_memory, memory)
            trick[:] = 0.0


@compiled
def _update(from_trick: Floats, from_memory: Floats, memory: Floats) -> None:
    """A step of the GRU (Cho et al., EMNLP 2014), its new memory reset as PyTorch does it."""
    width = len(memory)
    for j in range(width):
        reset = _sigmoid(from_trick[j] + from_memory[j])
        kept = _sigmoid(from_trick[width + j] + from_memory[width + j])
        new = np.tanh(from_trick[2 * width + j] + reset * from_memory[2 * width + j])
        memory[j] = (np.float32(1.0) - kept) * new + kept * memory[j]


@compiled
def _sigmoid(value: float) -> float:
    chance: float = np.float32(1.0) / (np.float32(1.0) + np.exp(-value))
    return chance

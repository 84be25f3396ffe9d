"""What a network is given: one int8 row a decision, in up to three parts.

    observation | sequence | hidden

`observation` is the flat 0/1 vector. `sequence`, for policies that read it, holds the plays of the
deal in their order (`voormsi_env/sequence.py`). `hidden`, 0/1, is for an oracle critic: what the
game knows and the seat does not (`HIDDEN_FIELDS`); it reads the observation too, without which its
values would bias the policy (Baisero and Amato, AAMAS 2022). The actor reads the first two, which
a VIEW gives too; so a policy plays without the hidden part, and its rows end before it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from voormsi_env.aliases import StateRecord, StateRecords, ViewRecords
from voormsi_env.cards import NUM_CARDS
from voormsi_env.engine.bits import spread
from voormsi_env.engine.jit import compiled
from voormsi_env.engine.state import VIEW
from voormsi_env.engine.stock import settle_deck
from voormsi_env.engine.table import next_seat
from voormsi_env.engine.view import write_view
from voormsi_env.games import Games
from voormsi_env.observation import FieldSpec, Layout, encode, layout_of
from voormsi_env.rules import PACK_SIZE, Rules
from voormsi_env.sequence import PADDING, SEQUENCE_SIZE, encode_sequence, sequences

if TYPE_CHECKING:
    from gymnasium import spaces

HIDDEN_FIELDS: tuple[FieldSpec, ...] = (
    FieldSpec("hands", lambda r: (r.players - 1, NUM_CARDS), "cards held, by seat from my left on"),
    FieldSpec("next_cards", lambda r: (r.players, NUM_CARDS), "the next cards of the stock"),
)

ABSENT = -1


class Inputs:
    """Which parts the rows of a network have, and where.

    Attributes:
        rules: of the games.
        observation: the columns of the flat observation.
        sequence: those of the sequence, none where the network does not read it.
        hidden: those of the hidden part, none where the critic sees what its seat sees.
        visible: columns of a row without its hidden part.
        size: columns of a whole row.
    """

    def __init__(self, rules: Rules, sequence: bool = False, hidden: bool = False) -> None:
        """Lay the parts out, those that are wanted."""
        self.rules = rules
        flat = layout_of(rules).size
        self.visible = flat + (SEQUENCE_SIZE if sequence else 0)
        self.size = self.visible + (Layout(rules, HIDDEN_FIELDS).size if hidden else 0)
        self.observation = slice(0, flat)
        self.sequence = slice(flat, self.visible)
        self.hidden = slice(self.visible, self.size)

    @property
    def space(self) -> spaces.Box:
        """Where the rows lie."""
        from gymnasium import spaces

        low, high = np.zeros(self.size, np.int8), np.ones(self.size, np.int8)
        low[self.sequence], high[self.sequence] = PADDING, PACK_SIZE - 1
        return spaces.Box(low, high, dtype=np.int8)

    def of_games(self, games: Games, chosen: NDArray[np.int64]) -> NDArray[np.int8]:
        """The rows of the seats to play in some games, int8 (n, size).

        Args:
            games: with observations.
            chosen: int64 (n,), which of them; none of them is over.
        """
        if self.size == games.observations.shape[1]:
            return games.observations[chosen]
        rows = np.zeros((len(chosen), self.size), np.int8)
        rows[:, self.observation] = games.observations[chosen]
        _write_other_parts(
            games.states,
            chosen,
            np.zeros(1, VIEW),
            self.sequence.start if self.sequence.start < self.sequence.stop else ABSENT,
            self.hidden.start if self.hidden.start < self.hidden.stop else ABSENT,
            rows,
        )
        return rows

    def of_views(self, views: ViewRecords) -> NDArray[np.int8]:
        """The rows of VIEWs, without the hidden part, int8 (n, visible)."""
        observations = encode(views, self.rules)
        if self.visible == observations.shape[1]:
            return observations
        return np.hstack([observations, sequences(views).reshape(len(views), -1)])

    @property
    def packed_size(self) -> int:
        """Bytes of a packed row."""
        sequence = self.sequence.stop - self.sequence.start
        return -(-(self.size - sequence) // 8) + sequence

    def pack(self, rows: NDArray[np.int8]) -> NDArray[np.uint8]:
        """Rows in little room, uint8 (n, packed_size): zeros and ones eight to a byte."""
        bits = np.hstack([rows[:, self.observation], rows[:, self.hidden]])
        plays = rows[:, self.sequence].view(np.uint8)
        return np.hstack([np.packbits(bits.view(np.uint8), axis=1), plays])

    def unpack(self, packed: NDArray[np.uint8]) -> NDArray[np.int8]:
        """Packed rows as they were, int8 (n, size)."""
        plays = self.sequence.stop - self.sequence.start
        split = self.packed_size - plays
        bits = np.unpackbits(packed[:, :split], axis=1, count=self.size - plays).view(np.int8)
        flat = self.observation.stop
        return np.hstack([bits[:, :flat], packed[:, split:].view(np.int8), bits[:, flat:]])


@compiled
def _write_other_parts(
    games: StateRecords,
    chosen: NDArray[np.int64],
    sight: ViewRecords,
    sequence: int,
    hidden: int,
    rows: NDArray[np.int8],
) -> None:
    """Write the sequence and the hidden part of rows, from these columns on; `ABSENT` for none."""
    for row in range(len(chosen)):
        game = games[chosen[row]]
        if sequence != ABSENT:
            write_view(game, int(game.to_play), sight[0])
            encode_sequence(sight[0], rows[row, sequence : sequence + SEQUENCE_SIZE])
        if hidden != ABSENT:
            _write_hidden(game, hidden, rows[row])


@compiled
def _write_hidden(game: StateRecord, start: int, row: NDArray[np.int8]) -> None:
    """Write the fields of `HIDDEN_FIELDS` for the seat to play; the row is 0 there."""
    other = int(game.to_play)
    for _ in range(1, int(game.players)):
        other = next_seat(game, other)
        spread(game.hands[other], NUM_CARDS, row, start)
        start += NUM_CARDS
    settle_deck(game)
    drawn = int(game.drawn)
    for place in range(drawn, min(drawn + int(game.players), PACK_SIZE)):
        row[start + int(game.deck[place])] = 1
        start += NUM_CARDS

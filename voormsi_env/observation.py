"""The observation: a flat 0/1 vector made from a VIEW, field by named field.

`Layout(rules)` says which entries belong to which field; `encode` fills them, `decode` reads
them back, and `Layout.table()` prints them. The entries depend on the rules only through the
number of players and the length of the ladder.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from voormsi_env.aliases import ViewRecord, ViewRecords
from voormsi_env.cards import KING_OF_CLUBS, NUM_CARDS
from voormsi_env.decoding import (
    Decoder,
    card_rows_in,
    cards_in,
    flag_in,
    kind_in,
    place_in,
    places_in,
)
from voormsi_env.engine.bits import spread
from voormsi_env.engine.jit import compiled
from voormsi_env.engine.state import BONUS_KINDS, MAX_PLAYS
from voormsi_env.rules import HAND_SIZE, PACK_SIZE, Rules

OBSERVATION_VERSION = 1
"""Raised whenever the meaning of an entry changes, so that old policies are refused."""


@dataclass(frozen=True)
class FieldSpec:
    """A field before it has a place: its name, its shape under given rules, its meaning."""

    name: str
    shape: Callable[[Rules], tuple[int, ...]]
    meaning: str


FIELDS: tuple[FieldSpec, ...] = (
    FieldSpec("hand_slots", lambda r: (HAND_SIZE, NUM_CARDS), "the card in each slot of my hand"),
    FieldSpec("hand", lambda r: (NUM_CARDS,), "my cards as a set"),
    FieldSpec(
        "trick",
        lambda r: (r.plays_per_trick, NUM_CARDS),
        "the cards on the table, by seat relative to mine (0 me, 1 left, ...); with two players "
        "rows 2 and 3 are the second plays of seats 0 and 1",
    ),
    FieldSpec("heading", lambda r: (NUM_CARDS,), "the cards of the heading play"),
    FieldSpec("heading_seat", lambda r: (r.players,), "whose the heading play is"),
    FieldSpec("opening_seat", lambda r: (r.players,), "who made the play that opened the trick"),
    FieldSpec(
        "opening_power",
        lambda r: (3,),
        "what kind of trick it is: ordinary, seven trick, or a lone 3D led and not yet beaten",
    ),
    FieldSpec(
        "king_of_spades_beats",
        lambda r: (1,),
        "KC heads the trick and KS would beat it in the next play",
    ),
    FieldSpec("position", lambda r: (r.plays_per_trick,), "how many plays the trick has had"),
    FieldSpec("trick_size", lambda r: (HAND_SIZE,), "cards to a play in this trick, 1 to 4"),
    FieldSpec("to_play", lambda r: (r.players,), "whose turn it is"),
    FieldSpec("must_play_toqutsit", lambda r: (1,), "the duty binds me now"),
    FieldSpec("gone", lambda r: (r.players, NUM_CARDS), "cards played in this deal, by seat"),
    FieldSpec(
        "known",
        lambda r: (r.players - 1, NUM_CARDS),
        "cards I have been shown and that are still held, by seat from my left on",
    ),
    FieldSpec("lacks_toqutsit", lambda r: (r.players,), "who surely does not hold Toqutsit"),
    FieldSpec("holds_toqutsit", lambda r: (r.players,), "who surely holds Toqutsit"),
    FieldSpec("refused", lambda r: (r.players,), "who was under the duty and had no Toqutsit"),
    FieldSpec("hand_sizes", lambda r: (r.players, HAND_SIZE + 1), "cards held, 0 to 4, by seat"),
    FieldSpec(
        "stock",
        lambda r: (r.stock_size // r.players + 1,),
        "cards left in the stock for each player",
    ),
    FieldSpec(
        "tricks",
        lambda r: (r.teams, r.tricks_per_deal + 1),
        "tricks won in this deal, by team relative to mine (0 mine, 1 the next player's, ...)",
    ),
    FieldSpec(
        "ladder",
        lambda r: (r.teams, r.points_to_win - r.lowest_score + 1),
        "score, from the foot of the ladder to `game_points`, by team",
    ),
    FieldSpec("prospect", lambda r: (4,), "bonus in prospect: " + ", ".join(BONUS_KINDS[1:])),
    FieldSpec("prospect_team", lambda r: (r.teams,), "whose the bonus in prospect is"),
    FieldSpec("bonus", lambda r: (4,), "bonus paid in this deal: " + ", ".join(BONUS_KINDS[1:])),
    FieldSpec("bonus_team", lambda r: (r.teams,), "whose the bonus paid in this deal is"),
    FieldSpec("dealer", lambda r: (r.players,), "who dealt"),
)

(
    HAND_SLOTS,
    HAND,
    TRICK,
    HEADING,
    HEADING_SEAT,
    OPENING_SEAT,
    OPENING_POWER,
    KING_OF_SPADES_BEATS,
    POSITION,
    TRICK_SIZE,
    TO_PLAY,
    MUST_PLAY_TOQUTSIT,
    GONE,
    KNOWN,
    LACKS_TOQUTSIT,
    HOLDS_TOQUTSIT,
    REFUSED,
    HAND_SIZES,
    STOCK,
    TRICKS,
    LADDER,
    PROSPECT,
    PROSPECT_TEAM,
    BONUS,
    BONUS_TEAM,
    DEALER,
) = range(len(FIELDS))


@dataclass(frozen=True)
class Field:
    """A field in its place.

    Attributes:
        name: what it is called.
        start: its first entry.
        stop: the entry after its last.
        shape: how its entries are arranged, row by row.
        meaning: what a 1 says.
    """

    name: str
    start: int
    stop: int
    shape: tuple[int, ...]
    meaning: str


class Layout:
    """Which entries of a vector belong to which field, under given rules; by default of the
    observation.

    Attributes:
        rules: the rules it is for.
        fields: every field in its place, in order.
        size: how many entries the observation has.
        starts: int64 (fields + 2,): the first entry of each field, then two numbers that
            `encode_view` needs: the width of a ladder and its lowest score.
    """

    def __init__(self, rules: Rules, specs: tuple[FieldSpec, ...] = FIELDS) -> None:
        self.rules = rules
        fields = []
        start = 0
        for spec in specs:
            shape = spec.shape(rules)
            stop = start + int(np.prod(shape))
            fields.append(Field(spec.name, start, stop, shape, spec.meaning))
            start = stop
        self.fields: tuple[Field, ...] = tuple(fields)
        self.size = start
        self.starts = np.array(
            [field.start for field in fields]
            + [rules.points_to_win - rules.lowest_score + 1, rules.lowest_score],
            np.int64,
        )

    def field(self, name: str) -> Field:
        """The field of that name.

        Raises:
            KeyError: there is none.
        """
        for field in self.fields:
            if field.name == name:
                return field
        raise KeyError(f"no field is called {name!r}; they are {[f.name for f in self.fields]}")

    def part(self, observation: NDArray[np.int8], name: str) -> NDArray[np.int8]:
        """One field's entries of an observation (..., size), in the field's shape."""
        field = self.field(name)
        entries = observation[..., field.start : field.stop]
        return entries.reshape(observation.shape[:-1] + field.shape)

    def table(self) -> str:
        """Name, entries, shape and meaning of every field, as a Markdown table."""
        lines = ["| field | entries | shape | what a 1 says |", "| --- | --- | --- | --- |"]
        for field in self.fields:
            shape = " × ".join(map(str, field.shape))
            lines.append(
                f"| `{field.name}` | {field.start}–{field.stop - 1} | {shape} | {field.meaning} |"
            )
        return "\n".join(lines)


@cache
def layout_of(rules: Rules) -> Layout:
    """The layout for given rules; made once."""
    return Layout(rules)


@compiled
def encode_view(view: ViewRecord, starts: NDArray[np.int64], out: NDArray[np.int8]) -> None:
    """Write the observation of a VIEW into a row.

    Args:
        view: a VIEW record.
        starts: `Layout.starts` for the view's rules.
        out: int8 (size,), overwritten.
    """
    out[:] = 0
    _encode_cards(view, starts, out)
    _encode_trick(view, starts, out)
    _encode_knowledge(view, starts, out)
    _encode_points(view, starts, out)


@compiled
def set_one(index: int, start: int, out: NDArray[np.int8]) -> None:
    """Set entry `index` of a field that is all 0; -1 sets none. Without a branch: which seats and
    bonuses there are is different in every game of a batch, and no processor guesses it."""
    out[start + max(0, int(index))] = int(index) >= 0


@compiled
def _encode_cards(view: ViewRecord, starts: NDArray[np.int64], out: NDArray[np.int8]) -> None:
    players = int(view.players)
    slots, gone = starts[HAND_SLOTS], starts[GONE]
    sizes = starts[HAND_SIZES]
    rest = view.hand
    spread(rest, NUM_CARDS, out, starts[HAND])
    for _ in range(HAND_SIZE):
        spread(rest & -rest, NUM_CARDS, out, slots)
        slots += NUM_CARDS
        rest &= rest - 1
    for seat in range(players):
        spread(view.gone[seat], NUM_CARDS, out, gone)
        out[sizes + int(view.hand_sizes[seat])] = 1
        gone += NUM_CARDS
        sizes += HAND_SIZE + 1
    if view.shown != 0:
        known = starts[KNOWN]
        for seat in range(1, players):
            spread(view.known[seat], NUM_CARDS, out, known)
            known += NUM_CARDS
    out[starts[STOCK] + int(view.stock) // players] = 1


@compiled
def _encode_trick(view: ViewRecord, starts: NDArray[np.int64], out: NDArray[np.int8]) -> None:
    plays_made = int(view.plays_made)
    on_table = plays_made > 0
    set_one(view.to_play, starts[TO_PLAY], out)
    set_one(plays_made if plays_made < view.plays_per_trick else -1, starts[POSITION], out)
    set_one(int(view.trick_size) - 1, starts[TRICK_SIZE], out)
    out[starts[MUST_PLAY_TOQUTSIT]] = view.must_play_toqutsit
    # Backwards: a play not made yet empties a row that one made before it may fill.
    for play_index in range(MAX_PLAYS - 1, -1, -1):
        row = trick_row(view, play_index)
        spread(view.trick[play_index], NUM_CARDS, out, starts[TRICK] + row * NUM_CARDS)
    heading = view.trick[max(0, int(view.heading))]
    spread(heading, NUM_CARDS, out, starts[HEADING])
    set_one(view.heading_seat, starts[HEADING_SEAT], out)
    opening_seat = view.trick_seats[max(0, int(view.opening))]
    opened = view.opening >= 0
    set_one(int(opening_seat) if opened else -1, starts[OPENING_SEAT], out)
    power = (1 if view.seven_trick else 0) if opened else 2
    set_one(power if on_table else -1, starts[OPENING_POWER], out)
    out[starts[KING_OF_SPADES_BEATS]] = (
        opened
        & (heading >> KING_OF_CLUBS & 1 != 0)
        & (plays_made == view.heading + 1)
        & (view.seven_trick | (view.heading == view.opening))
    )


@compiled
def trick_row(view: ViewRecord, play_index: int) -> int:
    """The row of the field `trick` that a play stands in: its seat, lower for a second play."""
    seat = max(0, int(view.trick_seats[play_index]))
    return seat + int(view.players) if play_index >= view.players else seat


@compiled
def _encode_knowledge(view: ViewRecord, starts: NDArray[np.int64], out: NDArray[np.int8]) -> None:
    lacks, refused = starts[LACKS_TOQUTSIT], starts[REFUSED]
    for seat in range(int(view.players)):
        out[lacks + seat] = view.lacks_toqutsit[seat]
        out[refused + seat] = view.refused[seat]
    set_one(view.toqutsit_holder, starts[HOLDS_TOQUTSIT], out)
    set_one(view.dealer, starts[DEALER], out)


@compiled
def _encode_points(view: ViewRecord, starts: NDArray[np.int64], out: NDArray[np.int8]) -> None:
    tricks, ladder = starts[TRICKS], starts[LADDER]
    tricks_width = PACK_SIZE // int(view.plays_per_trick) + 1
    ladder_width = starts[DEALER + 1]
    lowest_score = starts[DEALER + 2]
    for team in range(int(view.teams)):
        out[tricks + int(view.tricks[team])] = 1
        out[ladder + int(view.scores[team]) - lowest_score] = 1
        tricks += tricks_width
        ladder += ladder_width
    set_one(int(view.prospect) - 1, starts[PROSPECT], out)
    set_one(view.prospect_team, starts[PROSPECT_TEAM], out)
    set_one(int(view.bonus) - 1, starts[BONUS], out)
    set_one(view.bonus_team, starts[BONUS_TEAM], out)


@compiled
def _encode_all(views: ViewRecords, starts: NDArray[np.int64], out: NDArray[np.int8]) -> None:
    for row in range(len(views)):
        encode_view(views[row], starts, out[row])


def encode(views: NDArray[np.void], rules: Rules) -> NDArray[np.int8]:
    """The observations of an array of VIEWs of games under the same rules, int8 (n, size)."""
    layout = layout_of(rules)
    out = np.empty((len(views), layout.size), np.int8)
    _encode_all(views, layout.starts, out)
    return out


def decode(observation: NDArray[np.int8], rules: Rules) -> dict[str, Any]:
    """What an observation (size,) says, in words a test or a person can compare.

    Returns:
        A value for each field: a set of cards (mask) or a list of them by row, a number for a
        one-hot field (None when no entry is set), a list of numbers for several, a bool or a
        list of bools for flags.
    """
    ladder: Decoder = partial(places_in, lowest_value=rules.lowest_score)
    return decode_fields(observation, layout_of(rules), {**DECODERS, "ladder": ladder})


def decode_fields(
    entries: NDArray[np.int8], layout: Layout, decoders: Mapping[str, Decoder]
) -> dict[str, Any]:
    """What entries (size,) of a layout say, field by field.

    Args:
        decoders: says by name how a field is read; those not in it are one-hot.
    """
    return {
        field.name: decoders.get(field.name, place_in)(layout.part(entries, field.name))
        for field in layout.fields
    }


def _flags_in(entries: NDArray[np.int8]) -> list[bool]:
    return [bool(entry) for entry in entries]


DECODERS: dict[str, Decoder] = {
    "hand": cards_in,
    "heading": cards_in,
    "trick": card_rows_in,
    "gone": card_rows_in,
    "known": card_rows_in,
    "lacks_toqutsit": _flags_in,
    "refused": _flags_in,
    "king_of_spades_beats": flag_in,
    "must_play_toqutsit": flag_in,
    "hand_slots": places_in,
    "hand_sizes": places_in,
    "tricks": places_in,
    "trick_size": kind_in,
}
"""How the fields are read that are not one-hot, or not from 0."""

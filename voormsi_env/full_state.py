"""The full state: a flat 0/1 vector that says everything about a game, hidden cards included.

It is for critics that may see everything. Seats and teams are absolute (seat 0 is `player_0`).
Together with the rules it determines all that can happen in the deal and every seat's
observation; the decks of later deals, which follow from the seed, are not in it, nor is the
order in which the cards of earlier tricks were played.
"""

from __future__ import annotations

from functools import cache, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from voormsi_env.aliases import StateRecord
from voormsi_env.cards import NUM_CARDS
from voormsi_env.decoding import Decoder, card_rows_in, cards_in, flag_in, kind_in, places_in
from voormsi_env.engine.bits import spread
from voormsi_env.engine.jit import compiled
from voormsi_env.engine.state import BONUS_KINDS, BONUS_POINTS, REASONS
from voormsi_env.observation import FieldSpec, Layout, decode_fields, set_one
from voormsi_env.rules import HAND_SIZE, PACK_SIZE, Rules

DEAL_BITS = 31
UNSETTLED_VALUES = max(BONUS_POINTS) + 1

STATE_FIELDS: tuple[FieldSpec, ...] = (
    FieldSpec("hands", lambda r: (r.players, NUM_CARDS), "cards held, by seat"),
    FieldSpec(
        "stock",
        lambda r: (r.stock_size, NUM_CARDS),
        "the card in each place of the stock, the next to be drawn first",
    ),
    FieldSpec("gone", lambda r: (r.players, NUM_CARDS), "cards played in this deal, by seat"),
    FieldSpec("trick", lambda r: (r.plays_per_trick, NUM_CARDS), "the cards on the table, by play"),
    FieldSpec("trick_seats", lambda r: (r.plays_per_trick, r.players), "who made each play"),
    FieldSpec("heading", lambda r: (r.plays_per_trick,), "which play heads the trick"),
    FieldSpec("opening", lambda r: (2,), "which play opened the trick: the first or the second"),
    FieldSpec("seven_trick", lambda r: (1,), "the trick was opened with Sevens"),
    FieldSpec("position", lambda r: (r.plays_per_trick,), "how many plays the trick has had"),
    FieldSpec("trick_size", lambda r: (HAND_SIZE,), "cards to a play in this trick, 1 to 4"),
    FieldSpec(
        "to_play", lambda r: (r.players,), "whose turn it is; nobody's when the game is over"
    ),
    FieldSpec("dealer", lambda r: (r.players,), "who dealt"),
    FieldSpec("deal", lambda r: (DEAL_BITS,), "the deal's number, from 0, in binary, ones first"),
    FieldSpec(
        "tricks", lambda r: (r.teams, r.tricks_per_deal + 1), "tricks won in this deal, by team"
    ),
    FieldSpec("five_unbeaten", lambda r: (r.teams,), "who won five before another team won any"),
    FieldSpec(
        "ladder",
        lambda r: (r.teams, r.points_to_win - r.lowest_score + 1),
        "score, from the foot of the ladder to `game_points`, by team",
    ),
    FieldSpec(
        "ladder_before",
        lambda r: (r.teams, r.points_to_win - r.lowest_score + 1),
        "the same when the deal began: what it returns to if the deal is annulled",
    ),
    FieldSpec(
        "unsettled",
        lambda r: (r.teams, UNSETTLED_VALUES),
        "bonus points of this deal that are not on the ladder yet, 0 to 2, by team",
    ),
    FieldSpec("prospect", lambda r: (4,), "bonus in prospect: " + ", ".join(BONUS_KINDS[1:])),
    FieldSpec("prospect_team", lambda r: (r.teams,), "whose the bonus in prospect is"),
    FieldSpec("bonus", lambda r: (4,), "bonus paid in this deal: " + ", ".join(BONUS_KINDS[1:])),
    FieldSpec("bonus_team", lambda r: (r.teams,), "whose the bonus paid in this deal is"),
    FieldSpec(
        "voormsi_at_risk", lambda r: (1,), "Voormsi is on the table and would earn its bonus"
    ),
    FieldSpec("toqutsit_took_voormsi", lambda r: (1,), "in this trick, for points"),
    FieldSpec("shown", lambda r: (NUM_CARDS,), "the hand shown in this deal to claim a bonus"),
    FieldSpec("shown_by", lambda r: (r.players,), "who showed it"),
    FieldSpec("shown_to", lambda r: (r.players,), "who saw it"),
    FieldSpec("refused", lambda r: (r.players,), "who was under the duty and had no Toqutsit"),
    FieldSpec(
        "undrawn", lambda r: (r.players,), "who has drawn no card since seen to lack Toqutsit"
    ),
    FieldSpec("toqutsit_holder", lambda r: (r.players,), "who is seen by all to hold Toqutsit"),
    FieldSpec("over", lambda r: (1,), "the game is over"),
    FieldSpec("winners", lambda r: (r.teams,), "which teams won"),
    FieldSpec("reason", lambda r: (4,), "why the game is over: " + ", ".join(REASONS[1:])),
)

(
    HANDS,
    STOCK,
    GONE,
    TRICK,
    TRICK_SEATS,
    HEADING,
    OPENING,
    SEVEN_TRICK,
    POSITION,
    TRICK_SIZE,
    TO_PLAY,
    DEALER,
    DEAL,
    TRICKS,
    FIVE_UNBEATEN,
    LADDER,
    LADDER_BEFORE,
    UNSETTLED,
    PROSPECT,
    PROSPECT_TEAM,
    BONUS,
    BONUS_TEAM,
    VOORMSI_AT_RISK,
    TOQUTSIT_TOOK_VOORMSI,
    SHOWN,
    SHOWN_BY,
    SHOWN_TO,
    REFUSED,
    UNDRAWN,
    TOQUTSIT_HOLDER,
    OVER,
    WINNERS,
    REASON,
) = range(len(STATE_FIELDS))


@cache
def state_layout_of(rules: Rules) -> Layout:
    """Which entries of the full state belong to which field, under given rules; made once."""
    return Layout(rules, STATE_FIELDS)


@compiled
def encode_state(game: StateRecord, starts: NDArray[np.int64], out: NDArray[np.int8]) -> None:
    """Write the full state of a game into a row.

    Args:
        game: a STATE record whose deck is settled to its last place.
        starts: `starts` of `state_layout_of` the game's rules.
        out: int8 (size,), overwritten.
    """
    out[:] = 0
    _encode_cards(game, starts, out)
    _encode_trick(game, starts, out)
    _encode_knowledge(game, starts, out)
    _encode_points(game, starts, out)
    _encode_end(game, starts, out)


@compiled
def _set_flags(bits: int, width: int, start: int, out: NDArray[np.int8]) -> None:
    """Set entry i of a field of some width when bit i is set."""
    for place in range(width):
        out[start + place] = bits >> place & 1


@compiled
def _encode_cards(game: StateRecord, starts: NDArray[np.int64], out: NDArray[np.int8]) -> None:
    for seat in range(game.players):
        spread(game.hands[seat], NUM_CARDS, out, starts[HANDS] + seat * NUM_CARDS)
        spread(game.gone[seat], NUM_CARDS, out, starts[GONE] + seat * NUM_CARDS)
    for place in range(int(game.drawn), PACK_SIZE):
        row = place - int(game.drawn)
        set_one(game.deck[place], starts[STOCK] + row * NUM_CARDS, out)


@compiled
def _encode_trick(game: StateRecord, starts: NDArray[np.int64], out: NDArray[np.int8]) -> None:
    for play_index in range(game.plays_made):
        spread(game.trick[play_index], NUM_CARDS, out, starts[TRICK] + play_index * NUM_CARDS)
        row = starts[TRICK_SEATS] + play_index * int(game.players)
        set_one(game.trick_seats[play_index], row, out)
    set_one(game.heading, starts[HEADING], out)
    set_one(game.opening, starts[OPENING], out)
    out[starts[SEVEN_TRICK]] = game.seven_trick
    if game.plays_made < game.plays_per_trick:
        set_one(game.plays_made, starts[POSITION], out)
    set_one(int(game.trick_size) - 1, starts[TRICK_SIZE], out)
    set_one(game.to_play, starts[TO_PLAY], out)
    out[starts[VOORMSI_AT_RISK]] = game.voormsi_at_risk
    out[starts[TOQUTSIT_TOOK_VOORMSI]] = game.toqutsit_took_voormsi


@compiled
def _encode_knowledge(game: StateRecord, starts: NDArray[np.int64], out: NDArray[np.int8]) -> None:
    spread(game.shown, NUM_CARDS, out, starts[SHOWN])
    set_one(game.shown_by, starts[SHOWN_BY], out)
    _set_flags(game.shown_to, game.players, starts[SHOWN_TO], out)
    _set_flags(game.refused, game.players, starts[REFUSED], out)
    _set_flags(game.undrawn, game.players, starts[UNDRAWN], out)
    set_one(game.toqutsit_holder, starts[TOQUTSIT_HOLDER], out)


@compiled
def _encode_points(game: StateRecord, starts: NDArray[np.int64], out: NDArray[np.int8]) -> None:
    tricks_width = PACK_SIZE // int(game.plays_per_trick) + 1
    ladder_width = starts[REASON + 1]
    lowest_score = starts[REASON + 2]
    for team in range(game.teams):
        rung = int(game.scores[team]) - lowest_score
        rung_before = int(game.scores_before[team]) - lowest_score
        set_one(game.tricks[team], starts[TRICKS] + team * tricks_width, out)
        set_one(rung, starts[LADDER] + team * ladder_width, out)
        set_one(rung_before, starts[LADDER_BEFORE] + team * ladder_width, out)
        set_one(game.unsettled[team], starts[UNSETTLED] + team * UNSETTLED_VALUES, out)
    set_one(int(game.prospect) - 1, starts[PROSPECT], out)
    set_one(game.prospect_team, starts[PROSPECT_TEAM], out)
    set_one(int(game.bonus) - 1, starts[BONUS], out)
    set_one(game.bonus_team, starts[BONUS_TEAM], out)
    set_one(game.five_unbeaten, starts[FIVE_UNBEATEN], out)


@compiled
def _encode_end(game: StateRecord, starts: NDArray[np.int64], out: NDArray[np.int8]) -> None:
    set_one(game.dealer, starts[DEALER], out)
    _set_flags(game.deal, DEAL_BITS, starts[DEAL], out)
    out[starts[OVER]] = game.over
    _set_flags(game.winners, game.teams, starts[WINNERS], out)
    set_one(int(game.reason) - 1, starts[REASON], out)


def decode_state(state: NDArray[np.int8], rules: Rules) -> dict[str, Any]:
    """What a full state (size,) says, field by field.

    Returns:
        A value for each field: a mask of cards or a list of masks by row, a number for a one-hot
        field (None when no entry is set; kinds and reasons count from 1) or a list of numbers, a
        bool for a flag, the set of the seats or teams for several flags, the deal as a number.
    """
    ladder: Decoder = partial(places_in, lowest_value=rules.lowest_score)
    decoders = {**DECODERS, "ladder": ladder, "ladder_before": ladder}
    return decode_fields(state, state_layout_of(rules), decoders)


def _deal_in(entries: NDArray[np.int8]) -> int:
    return sum(1 << int(place) for place in np.flatnonzero(entries))


def _set_in(entries: NDArray[np.int8]) -> set[int]:
    return {int(place) for place in np.flatnonzero(entries)}


DECODERS: dict[str, Decoder] = {
    "hands": card_rows_in,
    "gone": card_rows_in,
    "stock": places_in,
    "trick": card_rows_in,
    "trick_seats": places_in,
    "seven_trick": flag_in,
    "trick_size": kind_in,
    "voormsi_at_risk": flag_in,
    "toqutsit_took_voormsi": flag_in,
    "shown": cards_in,
    "shown_to": _set_in,
    "refused": _set_in,
    "undrawn": _set_in,
    "tricks": places_in,
    "unsettled": places_in,
    "prospect": kind_in,
    "bonus": kind_in,
    "deal": _deal_in,
    "over": flag_in,
    "winners": _set_in,
    "reason": kind_in,
}
"""How the fields are read that are not one-hot, or not from 0."""

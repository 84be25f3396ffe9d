"""The records everything runs on: STATE, a whole game, and VIEW, what one seat may know of it.

A record is one fixed-size NumPy value. Copying, pickling, storing and branching a game are all
copying a record; a batch of games is an array of records.

Conventions. A *seat* is 0 to 3, clockwise. A *team* is `seat % teams`. A *mask* is a set of
cards, bit c for card c of `cards.py`. A *play index* counts the plays of a trick from 0. Arrays
are sized for four seats, three teams and twelve tricks; a game with fewer leaves the rest at 0.
-1 stands for "none".
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import literal_unroll
from numpy.typing import NDArray

from voormsi_env.aliases import StateRecord, ViewRecord
from voormsi_env.cards import NUM_CARDS
from voormsi_env.engine.jit import compiled
from voormsi_env.rules import options

MAX_SEATS = 4
MAX_PLAYS = 4
MAX_TEAMS = 3
MAX_TRICKS = 12

SEAT_SHIFT = 6
CARD_BITS = (1 << SEAT_SHIFT) - 1

BUST_REBOUND, BUST_DEDUCT, BUST_OFF = range(3)
SETTLE_TRICK, SETTLE_DEAL = range(2)
SHOW_LEFT, SHOW_OPPONENTS, SHOW_NONE = range(3)
PLAY_ON_UNBEATEN, PLAY_ON_STREAK = range(2)

BONUS_NONE, BONUS_VOORMSI, BONUS_TOQUTSIT, BONUS_THREE, BONUS_THREE_ON_TOQUTSIT = range(5)
BONUS_KINDS: tuple[str, ...] = ("none", "voormsi", "toqutsit", "three", "three_on_toqutsit")
BONUS_POINTS: tuple[int, ...] = (0, 1, 2, 1, 2)

REASON_NONE, REASON_POINTS, REASON_FORFEIT, REASON_TRUNCATED, REASON_DEAL = range(5)
REASONS: tuple[str, ...] = ("none", "points", "forfeit", "truncated", "deal")

DERIVED_OPTIONS: list[tuple[Any, ...]] = [
    ("teams", np.int8),  # 2, or 3 with three players
    ("plays_per_trick", np.int8),  # 4, or 3 with three players
    ("single_deal", np.bool_),  # the episode is one deal instead of a whole game
    ("max_deals", np.int32),  # after so many deals a game without a winner is truncated
]
"""What else is fixed for a whole game: what follows from the rules, and when the episode ends."""

OPTION_FIELDS: list[tuple[Any, ...]] = [
    *((option.name, np.bool_ if option.kind is bool else np.int8) for option in options()),
    *DERIVED_OPTIONS,
]
"""The options of a game, the same in STATE and VIEW: those of `Rules`, one of several choices as
its place among them (BUST_..., SETTLE_..., SHOW_..., PLAY_ON_...), and DERIVED_OPTIONS."""

OPTION_NAMES: tuple[str, ...] = tuple(name for name, *_ in OPTION_FIELDS)

TRICK_FIELDS: list[tuple[Any, ...]] = [
    ("plays_made", np.int8),  # plays made in the trick on the table, 0 to 3
    ("trick_size", np.int8),  # cards in each play of that trick, 0 before its lead
    ("heading", np.int8),  # play index of the heading play, or -1
    ("opening", np.int8),  # play index of the play that opened: 0, 1 after a lone 3D, or -1
    ("seven_trick", np.bool_),  # the trick was opened with Sevens
]
"""The trick on the table, the same in STATE and VIEW."""

STATE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                # masks and generator
                ("hands", np.int64, (MAX_SEATS,)),  # cards held, a mask a seat
                ("gone", np.int64, (MAX_SEATS,)),  # cards played in this deal, a mask a seat
                ("trick", np.int64, (MAX_PLAYS,)),  # the plays on the table, by play index
                ("shown", np.int64),  # hand shown in this deal to claim Voormsi's bonus, a mask
                ("seed", np.int64),  # of the game, 0 to 2**63 - 1; the decks follow from it
                ("deck_key", np.int64),  # state of this deal's shuffle (randomness.py)
                # the deal's course
                ("deck", np.int8, (36,)),  # cards in the order they leave the pack
                ("history", np.uint8, (36,)),  # cards in the order played: card + 64 * seat
                ("trick_sizes", np.int8, (MAX_TRICKS,)),  # sizes of the tricks, in order
                ("deal", np.int32),  # number of the deal, from 0
                ("ply", np.int32),  # plays made in the game so far
                ("tricks_begun", np.int8),  # tricks of this deal whose lead has been played
                ("cards_played", np.int8),  # entries of `history` in use
                ("drawn", np.int8),  # cards that have left the pack, 0 to 36
                ("shuffled", np.int8),  # entries of `deck` that are settled, `drawn` to 36
                ("dealer", np.int8),  # seat
                ("to_play", np.int8),  # seat
                ("heading_seat", np.int8),  # seat of the heading play; after a trick, its winner
                *TRICK_FIELDS,
                ("trick_seats", np.int8, (MAX_PLAYS,)),  # seats of the plays, by play index; -1
                # the trick that ended last, in this deal or the one before
                ("last_winner", np.int8),  # seat, -1 before the first trick of the game has ended
                ("last_size", np.int8),  # cards in each of its plays
                ("last_bonus", np.int8),  # BONUS_... paid in it
                ("last_bonus_team", np.int8),  # to whom, or -1
                # matadors
                ("voormsi_at_risk", np.bool_),  # its bonus is open to the play that holds it
                ("toqutsit_took_voormsi", np.bool_),  # in this trick, for points
                ("prospect", np.int8),  # BONUS_... in prospect in this trick
                ("prospect_team", np.int8),  # whose
                ("bonus", np.int8),  # BONUS_... paid in this deal
                ("bonus_team", np.int8),  # to whom
                ("bonus_trick", np.int8),  # in which trick of the deal, from 0
                ("shown_by", np.int8),  # seat that showed its hand in this deal, or -1
                ("shown_to", np.int8),  # bit s: seat s saw it
                ("refused", np.int8),  # bit s: seat s was under the duty and played no Toqutsit
                ("undrawn", np.int8),  # bit s: seat s has drawn no card since seen to lack it
                ("toqutsit_holder", np.int8),  # seat that must hold it: Voormsi won unpaid; or -1
                # points
                ("tricks", np.int8, (MAX_TEAMS,)),  # won in this deal, a number a team
                ("five_unbeaten", np.int8),  # team that won five before another won any, or -1
                ("scores", np.int8, (MAX_TEAMS,)),  # the ladder
                ("scores_before", np.int8, (MAX_TEAMS,)),  # the ladder when the deal began
                ("unsettled", np.int8, (MAX_TEAMS,)),  # bonus points not yet on the ladder
                # the end
                ("annulled_deals", np.int32),  # how many deals of the game were annulled
                ("over", np.bool_),  # the game has ended
                ("reason", np.int8),  # REASON_...
                ("winners", np.int8),  # bit t: team t won
                *OPTION_FIELDS,
            ],
            align=True,
        ),
    )
)
"""A whole game, hidden cards and options included."""

VIEW = np.dtype(
    (
        np.record,
        np.dtype(
            [
                # Seats and teams are relative to the seat that looks: seat 0 is me, 1 the next
                # clockwise, and so on; team 0 is mine, 1 that of the next player.
                ("hand", np.int64),  # my cards, a mask
                ("known", np.int64, (MAX_SEATS,)),  # cards surely in a hand: mine, those shown
                ("gone", np.int64, (MAX_SEATS,)),  # cards played in this deal, a mask a seat
                ("trick", np.int64, (MAX_PLAYS,)),  # the plays on the table, by play index
                ("shown", np.int64),  # hand shown in this deal if I saw it or showed it, else 0
                ("history", np.uint8, (36,)),  # cards in the order played: card + 64 * seat
                ("trick_sizes", np.int8, (MAX_TRICKS,)),  # sizes of the tricks, in order
                ("deal", np.int32),  # number of the deal, from 0
                ("ply", np.int32),  # plays made in the game so far
                ("legal", np.int16),  # bit a: action a is legal for me now; 0 when not to move
                ("tricks_begun", np.int8),  # tricks of this deal whose lead has been played
                ("cards_played", np.int8),  # entries of `history` in use
                ("stock", np.int8),  # cards left in the stock
                ("dealer", np.int8),  # seat
                ("to_play", np.int8),  # seat, or -1 when the game is over
                ("heading_seat", np.int8),  # seat of the heading play, or -1
                *TRICK_FIELDS,
                ("trick_seats", np.int8, (MAX_PLAYS,)),  # seats of the plays, by play index; -1
                ("hand_sizes", np.int8, (MAX_SEATS,)),  # cards held, a number a seat
                ("must_play_toqutsit", np.bool_),  # the duty binds me now
                ("bonus", np.int8),  # BONUS_... paid in this deal
                ("bonus_team", np.int8),  # to whom, or -1
                ("bonus_trick", np.int8),  # in which trick of the deal, or -1
                ("prospect", np.int8),  # BONUS_... in prospect in this trick
                ("prospect_team", np.int8),  # whose, or -1
                ("shown_by", np.int8),  # seat that showed its hand in this deal, or -1
                ("refused", np.int8, (MAX_SEATS,)),  # 1: was under the duty, played no Toqutsit
                ("lacks_toqutsit", np.int8, (MAX_SEATS,)),  # 1: surely does not hold Toqutsit
                ("toqutsit_holder", np.int8),  # seat that surely holds Toqutsit, or -1
                ("tricks", np.int8, (MAX_TEAMS,)),  # won in this deal, a number a team
                ("scores", np.int8, (MAX_TEAMS,)),  # the ladder
                ("scores_before", np.int8, (MAX_TEAMS,)),  # the ladder when the deal began
                ("unsettled", np.int8, (MAX_TEAMS,)),  # bonus points not yet on the ladder
                *OPTION_FIELDS,
            ],
            align=True,
        ),
    )
)
"""What one seat may know: everything that happened in its sight in this deal, and nothing else."""

RANDOM_SCORE = -128
DEALER_FROM_SEED = -1

START = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("seed", np.int64),  # of the first game, 0 to 2**63 - 1
                ("episode", np.int64),  # games begun before: game e > 0 has game_seed(seed, e)
                ("first_dealer", np.int8),  # seat, or DEALER_FROM_SEED
                ("scores", np.int8, (MAX_TEAMS,)),  # the ladder; RANDOM_SCORE: from the seed
            ],
            align=True,
        ),
    )
)
"""How the games of one slot of a batch begin, one after another."""

NO_DECKS: NDArray[np.int8] = np.zeros((0, NUM_CARDS), np.int8)
"""No decks are given: all follow from the seed."""


@compiled
def copy_options(source: StateRecord | ViewRecord, target: StateRecord | ViewRecord) -> None:
    """Copy the options of a STATE or VIEW record into another."""
    for name in literal_unroll(OPTION_NAMES):
        target[name] = source[name]

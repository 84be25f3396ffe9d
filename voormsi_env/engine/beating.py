"""Which card beats which, and which play beats which (docs/rules.md sections 3 and 4)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from voormsi_env.aliases import Card, CardSet
from voormsi_env.cards import (
    KING_OF_CLUBS,
    KING_OF_SPADES,
    NUM_CARDS,
    SEVENS,
    THREE,
    TOQUTSIT,
    VOORMSI,
    mask_of,
)
from voormsi_env.engine.bits import lowest
from voormsi_env.engine.jit import compiled

# What, beside the two cards, decides whether one beats the other: bits of a "situation".
IN_SEVEN_TRICK = 1  # the trick was opened with Sevens
HEADING_OPENED = 2  # the heading play is the one that opened the trick
VERY_NEXT_PLAY = 4  # the later play comes directly after the heading play
THREE_WAS_LED = 8  # the heading play is the lead, so a 3D in it was led and not added
NUM_SITUATIONS = 16


def card_beats(later: int, heading: int, situation: int) -> bool:
    """Whether a card played later beats a card of the heading play (section 4).

    The first line that applies decides, as in the rules.
    """
    if later == THREE:
        return True
    if heading == THREE:
        return bool(situation & THREE_WAS_LED)
    if situation & IN_SEVEN_TRICK:
        return _beats_in_seven_trick(later, heading, situation)
    return _beats_in_other_trick(later, heading, situation)


def _beats_in_seven_trick(later: int, heading: int, situation: int) -> bool:
    if is_seven(heading):
        return later == KING_OF_CLUBS or (is_seven(later) and later < heading)
    if heading == KING_OF_CLUBS:
        return later == KING_OF_SPADES and bool(situation & VERY_NEXT_PLAY)
    return False


def _beats_in_other_trick(later: int, heading: int, situation: int) -> bool:
    if is_seven(later):
        return False
    if heading == KING_OF_CLUBS and later == KING_OF_SPADES:
        return bool(situation & HEADING_OPENED and situation & VERY_NEXT_PLAY)
    if {later, heading} == {TOQUTSIT, VOORMSI}:
        return True
    return later < heading


def is_seven(card: Card) -> bool:
    """Whether a card is a Seven."""
    return bool(SEVENS >> card & 1)


def _beaten_table() -> NDArray[np.int64]:
    return np.array(
        [
            [
                mask_of(a for a in range(NUM_CARDS) if card_beats(b, a, situation))
                for b in range(NUM_CARDS)
            ]
            for situation in range(NUM_SITUATIONS)
        ],
        np.int64,
    )


BEATEN = _beaten_table()
"""BEATEN[situation, card]: the mask of the heading cards that a card played later beats."""


@compiled
def play_beats(cards: CardSet, heading: int, situation: int) -> bool:
    """Whether a later play beats the heading play (section 3), both masks of equally many cards.

    True when the cards can be paired one to one so that each beats the one it is paired with.
    """
    if heading & (heading - 1) == 0:
        return bool(BEATEN[situation, lowest(cards)] & heading != 0)
    return _can_be_paired(cards, heading, situation)


# Sets of places in the heading play are numbers 0 to 15; a set of such sets is a 16-bit mask.
# WITHOUT_PLACE[p] holds the sets that place p is not in; adding p to a set adds 1 << p to it.
WITHOUT_PLACE = np.array([0x5555, 0x3333, 0x0F0F, 0x00FF], np.int64)


@compiled
def _can_be_paired(cards: CardSet, heading: int, situation: int) -> bool:
    """Whether there is a perfect pairing, found card by card.

    `matched` holds the sets of places in the heading play that the later cards looked at so far
    can beat, one each.
    """
    matched = 1
    later = cards
    size = 0
    while later != 0:
        beaten = BEATEN[situation, lowest(later)]
        grown = 0
        place = 0
        against = heading
        while against != 0:
            if beaten & against & -against != 0:
                grown |= (matched & WITHOUT_PLACE[place]) << (1 << place)
            place += 1
            against &= against - 1
        matched = grown
        later &= later - 1
        size += 1
    return matched >> ((1 << size) - 1) & 1 != 0

"""What the cards kept are worth."""

from __future__ import annotations

from typing import Any

from agents.baselines.heuristic.trick import BEATERS
from voormsi_env.cards import (
    KING_OF_CLUBS,
    KING_OF_SPADES,
    SEVENS,
    THREE,
    TOQUTSIT,
    VOORMSI,
)
from voormsi_env.engine.beating import HEADING_OPENED, IN_SEVEN_TRICK
from voormsi_env.engine.bits import count, lowest
from voormsi_env.engine.jit import compiled
from voormsi_env.engine.play import SAME_RANK


@compiled
def card_worth(weights: Any, card: int, unseen: int) -> float:
    bit = 1 << card
    if card == THREE:
        return weights.three
    if bit & SEVENS != 0:
        k = count(BEATERS[IN_SEVEN_TRICK | HEADING_OPENED, card] & unseen)
        return weights.seven / (1.0 + weights.seven_decay * k)
    if card == KING_OF_CLUBS:
        return weights.king_of_clubs + weights.king_of_clubs_per_seven * count(unseen & SEVENS)
    if card == KING_OF_SPADES:
        return weights.king_of_spades if unseen & (1 << KING_OF_CLUBS) != 0 else 0.0
    k = count(BEATERS[0, card] & unseen)
    worth = weights.top_card / (1.0 + weights.top_decay * k)
    if card == TOQUTSIT and unseen & (1 << VOORMSI) != 0:
        worth += weights.toqutsit
    if card == VOORMSI:
        worth += weights.voormsi
    return worth


@compiled
def hand_worth(
    view: Any, weights: Any, kept: int, worths: Any, first_slot: int, usage: Any
) -> float:
    """worths: UniTuple of 4 slot worths of the hand before the play."""
    a = -1.0
    b = -1.0
    c = -1.0
    d = -1.0
    pairs = 0.0
    hand = int(view.hand)
    slot = first_slot
    n = 0
    three = 1 if view.three_is_king else 0
    while hand != 0:
        bit = hand & -hand
        hand &= hand - 1
        if kept & bit != 0:
            w = worths[slot]
            n += 1
            mates = kept & ~bit & SAME_RANK[three, lowest(bit)]
            if mates != 0:
                pairs += weights.pair
            if w > a:
                d = c
                c = b
                b = a
                a = w
            elif w > b:
                d = c
                c = b
                b = w
            elif w > c:
                d = c
                c = w
            else:
                d = w
        slot += 1
    total = pairs * usage[1]
    if n > 0:
        total += a * usage[0]
    if n > 1:
        total += b * usage[1]
    if n > 2:
        total += c * usage[2]
    if n > 3:
        total += d * usage[3]
    return total

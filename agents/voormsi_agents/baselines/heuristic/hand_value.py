"""What the cards kept are worth later."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from voormsi_agents.baselines.heuristic.counting import BEATERS
from voormsi_agents.baselines.heuristic.weights import (
    AVERAGE_CARD,
    KING_OF_CLUBS,
    KING_OF_CLUBS_PER_SEVEN,
    KING_OF_SPADES,
    SEVEN,
    SEVEN_DECAY,
    THREE,
    TOP_CARD,
    TOP_CARD_DECAY,
    TOQUTSIT,
    VOORMSI,
)
from voormsi_env import cards
from voormsi_env.aliases import Card, CardSet, ViewRecord
from voormsi_env.cards import SEVENS
from voormsi_env.engine.beating import HEADING_OPENED, IN_SEVEN_TRICK
from voormsi_env.engine.bits import count, lowest
from voormsi_env.engine.jit import compiled
from voormsi_env.rules import HAND_SIZE

Worths = tuple[float, float, float, float]  # of the cards in the hand's slots

FULL_DECK = 32.0  # cards unseen at the first play of a deal


@compiled
def worths_of(hand: CardSet, unseen: CardSet) -> Worths:
    """What each card of a hand is worth alone; empty slots 0."""
    worths = (0.0, 0.0, 0.0, 0.0)
    rest = hand
    for _ in range(HAND_SIZE):
        worth = _worth_of(lowest(rest), unseen) if rest != 0 else 0.0
        worths = (worths[1], worths[2], worths[3], worth)
        rest &= rest - 1
    return worths


@compiled
def _worth_of(card: Card, unseen: CardSet) -> float:
    """What a card is worth: the fewer unseen cards beat it, the more."""
    spread = FULL_DECK / (count(unseen) + 1)
    if card == cards.THREE:
        return THREE
    if SEVENS >> card & 1 != 0:
        better = count(BEATERS[IN_SEVEN_TRICK | HEADING_OPENED, card] & unseen)
        return SEVEN / (1.0 + SEVEN_DECAY * better * spread)
    if card == cards.KING_OF_CLUBS:
        return KING_OF_CLUBS + KING_OF_CLUBS_PER_SEVEN * count(unseen & SEVENS)
    if card == cards.KING_OF_SPADES:
        return KING_OF_SPADES if unseen >> cards.KING_OF_CLUBS & 1 != 0 else 0.0
    worth = TOP_CARD / (1.0 + TOP_CARD_DECAY * count(BEATERS[0, card] & unseen) * spread)
    if card == cards.TOQUTSIT and unseen >> cards.VOORMSI & 1 != 0:
        worth += TOQUTSIT
    if card == cards.VOORMSI:
        worth += VOORMSI
    return worth


@compiled
def worth_of_kept(
    view: ViewRecord,
    slots: int,
    worths: Worths,
    lasts_won: NDArray[np.float64],
    lasts_lost: NDArray[np.float64],
) -> tuple[float, float]:
    """What the cards kept are worth together, in tricks, when the trick is won and when it is lost.

    The best card counts as much as it is likely that one more trick is played, the next as a
    second is, and so on. While there is a stock, a card kept is one less to draw.

    Args:
        slots: bit s: the card of slot s is kept. lasts_won, lasts_lost: rows of `trick_race.LASTS`.
    """
    won = 0.0
    lost = 0.0
    for slot in range(HAND_SIZE):
        if slots >> slot & 1 == 0:
            continue
        worth = worths[slot]
        better = 0
        for other in range(HAND_SIZE):
            if slots >> other & 1 != 0 and (
                worths[other] > worth or (worths[other] == worth and other < slot)
            ):
                better += 1
        won += worth * lasts_won[better]
        lost += worth * lasts_lost[better]
        if view.stock != 0:
            won -= AVERAGE_CARD
            lost -= AVERAGE_CARD
    return won, lost

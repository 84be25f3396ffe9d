"""Who will win the trick: counting the cards that nobody has seen yet."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from voormsi_env.cards import NUM_CARDS, mask_of
from voormsi_env.engine.beating import BEATEN, NUM_SITUATIONS, VERY_NEXT_PLAY
from voormsi_env.engine.bits import count, lowest
from voormsi_env.engine.jit import compiled
from voormsi_env.engine.scoring import HAS_TOQUTSIT


def _beaters_table() -> NDArray[np.int64]:
    return np.array(
        [
            [
                mask_of(b for b in range(NUM_CARDS) if int(BEATEN[s, b]) >> a & 1 and a != b)
                for a in range(NUM_CARDS)
            ]
            for s in range(NUM_SITUATIONS)
        ],
        np.int64,
    )


BEATERS = _beaters_table()
"""BEATERS[situation, card]: the mask of the later cards that beat a card of the heading play."""


def _binomials() -> NDArray[np.float64]:
    out = np.zeros((NUM_CARDS + 1, 5))
    for n in range(NUM_CARDS + 1):
        out[n, 0] = 1
        for k in range(1, 5):
            out[n, k] = out[n - 1, k - 1] + out[n - 1, k] if n else 0
    return out


BINOMIALS = _binomials()


@compiled
def chance_to_beat(view: Any, seat: int, unseen: int, heading: int, situation: int) -> float:
    """The chance that another seat holds cards that beat the heading play."""
    if view.lacks_toqutsit[seat] != 0:
        unseen &= ~HAS_TOQUTSIT
    known = int(view.known[seat]) if seat != 0 else 0
    held = int(view.hand_sizes[seat]) if seat != 0 else 4
    card = lowest(heading)
    beaters = BEATERS[situation, card]
    pool = count(unseen)
    if heading & (heading - 1) == 0:
        if known & beaters != 0:
            return 1.0
        held -= count(known)
        if pool < held or pool == 0:
            return 1.0 if unseen & beaters != 0 else 0.0
        return 1.0 - BINOMIALS[pool - count(unseen & beaters), held] / BINOMIALS[pool, held]
    rest = heading & (heading - 1)
    size = 2
    other = BEATERS[situation, lowest(rest)]
    rest &= rest - 1
    while rest != 0:
        size += 1
        rest &= rest - 1
    unseen |= known
    pool = count(unseen)
    few = count(unseen & beaters)
    many = count(unseen & other)
    both = count(unseen & (beaters | other))
    if few > many:
        few = many
    if pool < held or both < 2 or held < 2:
        return 0.0
    cannot = BINOMIALS[pool - few, held] + few * BINOMIALS[pool - both, held - 1]
    chance = 1.0 - cannot / BINOMIALS[pool, held]
    if size == 3:
        chance *= 0.4
    elif size == 4:
        chance *= 0.1
    return max(0.0, chance)


@compiled
def chance_of_trick(
    view: Any, weights: Any, unseen: int, heading: int, ours: bool, situation: int, fresh: bool
) -> float:
    """The chance that our team wins the trick when a play heads it after ours.

    Args:
        heading: the heading play's cards. ours: whether our team made it.
        situation: bits of `beating.py`, but for VERY_NEXT_PLAY. fresh: it is the play just made.
    """
    later = int(view.plays_per_trick) - 1 - int(view.plays_made)
    first = 1.0
    our = 0.0
    their = 0.0
    for place in range(1, later + 1):
        seat = place
        if view.players == 2:
            seat = 1
            if later == 3 and place == 2:
                continue
        friend = view.players == 4 and place == 2
        bits = situation | (VERY_NEXT_PLAY if fresh and place == 1 else 0)
        if view.players == 2:
            if later == 2:
                if place == 1:
                    continue
                # I beat it: he plays fourth. I do not: I do.
                if not ours:
                    friend = True
                    seat = 0
            elif later == 3 and place == 3:
                move = their * weights.partner_rescues
                their -= move
                our += move
        if friend:
            if not ours:
                move = (
                    first
                    * weights.partner_takes
                    * chance_to_beat(view, seat, unseen, heading, bits)
                )
                first -= move
                our += move
            move = their * weights.partner_rescues
            their -= move
            our += move
        else:
            if ours:
                move = (
                    first
                    * weights.opponent_takes
                    * chance_to_beat(view, seat, unseen, heading, bits)
                )
                first -= move
                their += move
            move = our * weights.opponent_rescues
            our -= move
            their += move
    return our + (first if ours else 0.0)

"""Counting cards: who can still beat the play that heads the trick."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from voormsi_agents.baselines.heuristic.weights import (
    OPPONENT_RESCUES,
    OPPONENT_TAKES,
    PARTNER_RESCUES,
    PARTNER_TAKES,
)
from voormsi_env.aliases import CardSet, Seat, ViewRecord
from voormsi_env.cards import NUM_CARDS, SEVENS, mask_of
from voormsi_env.engine.beating import (
    BEATEN,
    HEADING_OPENED,
    IN_SEVEN_TRICK,
    NUM_SITUATIONS,
    THREE_WAS_LED,
    VERY_NEXT_PLAY,
)
from voormsi_env.engine.bits import count, lowest
from voormsi_env.engine.jit import compiled
from voormsi_env.engine.scoring import HAS_THREE, HAS_TOQUTSIT
from voormsi_env.rules import HAND_SIZE

BEATERS = np.array(
    [
        [
            mask_of(b for b in range(NUM_CARDS) if b != a and BEATEN[situation, b] >> a & 1)
            for a in range(NUM_CARDS)
        ]
        for situation in range(NUM_SITUATIONS)
    ],
    np.int64,
)
"""BEATERS[situation, card]: the mask of the later cards that beat a card of the heading play."""


def _ways_table() -> NDArray[np.float64]:
    ways = np.zeros((NUM_CARDS + 1, HAND_SIZE + 1))
    ways[:, 0] = 1
    for n in range(1, NUM_CARDS + 1):
        ways[n, 1:] = ways[n - 1, :-1] + ways[n - 1, 1:]
    return ways


WAYS = _ways_table()
"""WAYS[n, k]: in how many ways k of n cards can be held."""


@compiled
def situation_after(view: ViewRecord, cards: CardSet, now: int) -> int:
    """What decides which later card beats a play about to be made that heads the trick.

    Args:
        cards: the play. now: the situation of `beating.card_beats` in which it is made.

    Returns:
        The same for the plays after it, but for VERY_NEXT_PLAY.
    """
    leads = view.plays_made == 0
    bits = THREE_WAS_LED if leads else 0
    if view.opening >= 0:
        return now & IN_SEVEN_TRICK
    if leads and cards == HAS_THREE:
        return bits
    if cards & ~SEVENS == 0:
        bits |= IN_SEVEN_TRICK
    return bits | HEADING_OPENED


@compiled
def chance_to_beat(
    view: ViewRecord, seat: Seat, unseen: CardSet, heading: CardSet, situation: int
) -> float:
    """The chance that a seat can beat the heading play, all ways of holding the unseen cards
    being equally likely.

    Args:
        seat: relative; 0 for the seat's own second play in the two-player game.
        unseen: mask of the cards in other hands and the stock, but for cards shown.
        heading: mask of the heading play's cards. situation: of `beating.card_beats`.
    """
    if view.lacks_toqutsit[seat] != 0:
        unseen &= ~HAS_TOQUTSIT
    beaters = BEATERS[situation, lowest(heading)]
    rest = heading & (heading - 1)
    if rest == 0:
        return _chance_to_beat_one(view, seat, unseen, beaters)
    return _chance_to_beat_several(view, seat, unseen, beaters, rest, situation)


@compiled
def _chance_to_beat_one(view: ViewRecord, seat: Seat, unseen: CardSet, beaters: CardSet) -> float:
    known = int(view.known[seat])
    if known & beaters != 0:
        return 1.0
    held = int(view.hand_sizes[seat]) - count(known)
    if seat == 0:
        held = 1  # drawn before the second play
    pool = count(unseen)
    if pool <= held:
        return 1.0 if unseen & beaters != 0 else 0.0
    return float(1.0 - WAYS[pool - count(unseen & beaters), held] / WAYS[pool, held])


@compiled
def _chance_to_beat_several(
    view: ViewRecord, seat: Seat, unseen: CardSet, beaters: CardSet, rest: CardSet, situation: int
) -> float:
    """The chance to hold one card that beats the strongest of the heading cards and another that
    beats the next; for more than two cards, a share of that."""
    held = int(view.hand_sizes[seat])
    beaters_of_next = BEATERS[situation, lowest(rest)]
    pool = count(unseen)
    some = count(unseen & (beaters | beaters_of_next))
    few = min(count(unseen & beaters), count(unseen & beaters_of_next))
    if held < 2 or some < 2 or pool < held:
        return 0.0
    cannot = (WAYS[pool - few, held] + few * WAYS[pool - some, held - 1]) / WAYS[pool, held]
    size = 1 + count(rest)
    return float(max(0.0, 1.0 - cannot) * SHARE_OF_SIZE[size])


SHARE_OF_SIZE = np.array([0.0, 1.0, 1.0, 0.4, 0.1])
"""SHARE_OF_SIZE[size]: chance that who can beat two cards of a play can beat the others too."""


@compiled
def chance_of_trick(
    view: ViewRecord, unseen: CardSet, heading: CardSet, ours: bool, situation: int, just_made: bool
) -> float:
    """The chance that our team wins the trick, by who plays after us.

    The heading play's cards are known; of a play that beats it we only guess how likely another
    beats that in turn.

    Args:
        unseen: as for `chance_to_beat`. heading: mask of the heading play's cards when we have
            played. ours: whether it is our team's. situation: of `beating.card_beats`, but for
            VERY_NEXT_PLAY. just_made: whether it is the play that we make now.
    """
    later = int(view.plays_per_trick) - 1 - int(view.plays_made)
    stands = 1.0  # chance that the heading play still heads the trick
    our_new = 0.0  # chance that a later play of our team does
    their_new = 0.0
    opponent_takes = OPPONENT_TAKES if heading & (heading - 1) == 0 else 1.0
    for place in range(1, later + 1):
        seat, friend, foe = player_at(view, place, ours)
        can = 0.0
        if (ours and foe) or (friend and not ours):
            next_play = VERY_NEXT_PLAY if just_made and place == 1 else 0
            can = chance_to_beat(view, seat, unseen, heading, situation | next_play)
        our_before = our_new
        if friend:
            taken = their_new * PARTNER_RESCUES
            their_new -= taken
            our_new += taken
            if not ours:
                taken = stands * PARTNER_TAKES * can
                stands -= taken
                our_new += taken
        if foe:
            taken = our_before * OPPONENT_RESCUES
            our_new -= taken
            their_new += taken
            if ours:
                taken = stands * opponent_takes * can
                stands -= taken
                their_new += taken
    return our_new + stands if ours else our_new


@compiled
def player_at(view: ViewRecord, place: int, ours: bool) -> tuple[int, bool, bool]:
    """Who makes the play that comes `place` plays after ours.

    Returns:
        The relative seat, and whether he may play for us, and whether against us. In the
        two-player game the third play is made by the player heading the trick, who need not beat
        himself, and the fourth by the other, whoever that will be.
    """
    if view.players == 4:
        return place, place == 2, place != 2
    if view.players == 3:
        return place, False, True
    play_index = int(view.plays_made) + place
    last = play_index == 3
    return (1 if ours or not last else 0), last, play_index != 2

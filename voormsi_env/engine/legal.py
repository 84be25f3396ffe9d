"""What may be played (docs/rules.md sections 3, 5 and 8). Entry point: `legal`."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from voormsi_env.actions import FOLLOWS, LEADS, UP_TO_SIZE, WITH_SLOT_0
from voormsi_env.aliases import CardSet, StateRecord
from voormsi_env.cards import KINGS, NUM_CARDS, RANKS, THREE, rank_mask
from voormsi_env.cards import RANK_OF_CARD as RANKS_OF_CARDS
from voormsi_env.engine.bits import count, lowest
from voormsi_env.engine.jit import compiled
from voormsi_env.engine.scoring import HAS_TOQUTSIT, HAS_VOORMSI
from voormsi_env.engine.table import largest_lead, team_of


def _lead_mates() -> NDArray[np.int64]:
    """SAME_RANK[three_is_king, card]: the mask of the cards that may be led with a card."""
    by_rank = [rank_mask(RANKS[rank]) for rank in RANKS_OF_CARDS]
    with_three = [
        KINGS | 1 << THREE if (KINGS | 1 << THREE) >> card & 1 else by_rank[card]
        for card in range(NUM_CARDS)
    ]
    return np.array([by_rank, with_three], np.int64)


SAME_RANK = _lead_mates()


@compiled
def legal(game: StateRecord) -> int:
    """The set of actions that are legal for the seat to play; none when the game is over."""
    if game.over:
        return 0
    hand = game.hands[game.to_play]
    if game.plays_made == 0:
        return legal_leads(game, hand)
    actions = int(FOLLOWS[count(hand), game.trick_size])
    if must_play_toqutsit(game, hand):
        return actions & WITH_SLOT_0
    return actions


@compiled
def legal_leads(game: StateRecord, hand: CardSet) -> int:
    """The actions that lead cards of one rank, no more of them than `largest_lead`."""
    actions = 0
    slot = 0
    rest = hand
    while rest != 0:
        same_rank = SAME_RANK[1 if game.three_is_king else 0, lowest(rest)]
        rest &= rest - 1
        mates = 0
        later_slot = slot + 1
        others = rest
        while others != 0:
            if same_rank & others & -others != 0:
                mates |= 1 << later_slot
            later_slot += 1
            others &= others - 1
        actions |= int(LEADS[slot, mates])
        slot += 1
    return actions & int(UP_TO_SIZE[largest_lead(game)])


@compiled
def must_play_toqutsit(game: StateRecord, hand: CardSet) -> bool:
    """The duty of section 5: the player to move holds Toqutsit and must play it."""
    return hand & HAS_TOQUTSIT != 0 and opposing_voormsi_heads(game)


@compiled
def opposing_voormsi_heads(game: StateRecord) -> bool:
    """Whether the heading play contains Voormsi and belongs to another team than the mover's."""
    return (
        game.heading >= 0
        and game.trick[game.heading] & HAS_VOORMSI != 0
        and team_of(game, game.heading_seat) != team_of(game, game.to_play)
    )

"""An action is a non-empty subset of the four hand slots: `Discrete(15)`.

The hand, sorted by the order of docs/rules.md section 4 (`3D` last), fills slots 0 to 3. Action a
plays the cards of the slots whose bits are set in a + 1: action 0 plays slot 0, action 2 plays
slots 0 and 1, action 14 all four. A set of legal actions is an `int16` whose bit a is set when
action a is legal.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from voormsi_env.aliases import Action, CardSet
from voormsi_env.cards import cards_of
from voormsi_env.rules import HAND_SIZE

NUM_ACTIONS = (1 << HAND_SIZE) - 1


def action_to_cards(action: Action, hand: CardSet) -> int:
    """The mask of the cards that an action plays from a hand (a mask).

    Raises:
        ValueError: the action is not one of 0 to 14, or names a slot that is empty.
    """
    if not 0 <= action < NUM_ACTIONS:
        raise ValueError(f"action {action} is not one of 0 to {NUM_ACTIONS - 1}")
    cards = cards_of(hand)
    mask = 0
    for slot in range(HAND_SIZE):
        if (action + 1) >> slot & 1:
            if slot >= len(cards):
                raise ValueError(
                    f"action {action} plays slot {slot}, but the hand holds {len(cards)} cards"
                )
            mask |= 1 << cards[slot]
    return mask


def cards_to_action(cards: CardSet, hand: CardSet) -> int:
    """The action that plays the cards of one mask from the hand of another.

    Raises:
        ValueError: no card is played, or one that the hand does not hold.
    """
    if cards == 0 or cards & ~hand:
        raise ValueError("an action plays one card or more, all of them from the hand")
    slots = 0
    for slot, card in enumerate(cards_of(hand)):
        slots |= (cards >> card & 1) << slot
    return slots - 1


def _follows_table() -> NDArray[np.int16]:
    """FOLLOWS[held, size]: the actions that play `size` cards of the first `held` slots."""
    table = np.zeros((HAND_SIZE + 1, HAND_SIZE + 1), np.int16)
    for held in range(HAND_SIZE + 1):
        for slots in range(1, 1 << held):
            table[held, slots.bit_count()] |= 1 << (slots - 1)
    return table


def _leads_table() -> NDArray[np.int16]:
    """LEADS[slot, mates]: the actions that play `slot` with any of the later slots in `mates`."""
    table = np.zeros((HAND_SIZE, 1 << HAND_SIZE), np.int16)
    for slot in range(HAND_SIZE):
        for mates in range(1 << HAND_SIZE):
            for slots in range(1 << slot, 1 << HAND_SIZE, 1 << slot):
                if slots >> slot & 1 and slots & ~(mates | 1 << slot) == 0:
                    table[slot, mates] |= 1 << (slots - 1)
    return table


FOLLOWS = _follows_table()
LEADS = _leads_table()

UP_TO_SIZE: NDArray[np.int16] = np.array(
    [
        sum(1 << a for a in range(NUM_ACTIONS) if (a + 1).bit_count() <= size)
        for size in range(HAND_SIZE + 1)
    ],
    np.int16,
)
"""UP_TO_SIZE[size]: the actions that play at most `size` cards."""

WITH_SLOT_0 = sum(1 << a for a in range(NUM_ACTIONS) if (a + 1) & 1)
"""The actions that play the strongest card of the hand: Toqutsit, when held."""


def legal_actions(legal: int) -> list[int]:
    """The actions of a set of legal actions, lowest first."""
    return [action for action in range(NUM_ACTIONS) if legal >> action & 1]


def mask_array(legal: int) -> NDArray[np.int8]:
    """A set of legal actions as a mask of shape (15,), 1 for legal."""
    return np.array([legal >> action & 1 for action in range(NUM_ACTIONS)], np.int8)

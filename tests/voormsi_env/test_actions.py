"""Actions are subsets of hand slots."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from voormsi_env import actions
from voormsi_env.cards import cards_of, mask_of, parse_cards, text_of

hands = st.sets(st.integers(0, 35), min_size=1, max_size=4).map(mask_of)


def slots_of(action: int) -> set[int]:
    return {slot for slot in range(4) if (action + 1) >> slot & 1}


def actions_in(mask: int) -> set[int]:
    return {action for action in range(15) if int(mask) >> action & 1}


def test_the_hand_sorted_strongest_first_fills_the_slots() -> None:
    hand = parse_cards("3D 7C 9H JC")
    assert actions.NUM_ACTIONS == 15
    assert [text_of(actions.action_to_cards(a, hand)) for a in (0, 1, 3, 7)] == [
        "JC",
        "9H",
        "7C",
        "3D",
    ]
    assert text_of(actions.action_to_cards(2, hand)) == "JC 9H"
    assert text_of(actions.action_to_cards(8, hand)) == "JC 3D"
    assert text_of(actions.action_to_cards(14, hand)) == "JC 9H 7C 3D"


@given(hands)
def test_every_set_of_cards_in_a_hand_is_one_action(hand: int) -> None:
    played = set()
    for size in range(1, 5):
        for chosen in combinations(cards_of(hand), size):
            action = actions.cards_to_action(mask_of(chosen), hand)
            assert actions.action_to_cards(action, hand) == mask_of(chosen)
            played.add(action)
    assert played == set(range((1 << hand.bit_count()) - 1))


@pytest.mark.parametrize("action", [-1, 15, 100])
def test_action_out_of_range(action: int) -> None:
    with pytest.raises(ValueError, match=f"action {action} is not one of 0 to 14"):
        actions.action_to_cards(action, parse_cards("JC KH 8S 9C"))


def test_action_on_an_empty_slot() -> None:
    with pytest.raises(ValueError, match="action 7 plays slot 3, but the hand holds 2 cards"):
        actions.action_to_cards(7, parse_cards("JC KH"))


@pytest.mark.parametrize("cards", ["", "8S", "JC 8S"])
def test_cards_that_are_no_action(cards: str) -> None:
    with pytest.raises(ValueError, match="one card or more, all of them from the hand"):
        actions.cards_to_action(parse_cards(cards), parse_cards("JC KH"))


def test_tables_hold_the_actions_they_say() -> None:
    for held in range(5):
        for size in range(5):
            expected = {
                a for a in range(15) if len(slots_of(a)) == size and slots_of(a) <= set(range(held))
            }
            assert actions_in(actions.FOLLOWS[held, size]) == expected
    for slot in range(4):
        for mates in range(16):
            allowed = {slot} | {s for s in range(slot + 1, 4) if mates >> s & 1}
            expected = {a for a in range(15) if slot in slots_of(a) and slots_of(a) <= allowed}
            assert actions_in(actions.LEADS[slot, mates]) == expected
    for size in range(5):
        expected = {a for a in range(15) if len(slots_of(a)) <= size}
        assert actions_in(actions.UP_TO_SIZE[size]) == expected
    assert actions_in(actions.WITH_SLOT_0) == {a for a in range(15) if 0 in slots_of(a)}


@given(st.integers(0, 2**15 - 1))
def test_sets_of_actions(legal: int) -> None:
    listed = actions.legal_actions(legal)
    mask = actions.mask_array(legal)
    assert listed == sorted(actions_in(legal))
    assert mask.dtype == np.int8
    assert mask.shape == (15,)
    assert np.flatnonzero(mask).tolist() == listed

"""The pack, its order and its text (docs/rules.md sections 1 and 4)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voormsi_env import cards

SECTION_4 = (
    "JC = KH | 8S | 9C 9S 9H 9D | AC AS AH AD | JS JH JD | 6C 6S 6H 6D | 5C 5S 5H 5D | "
    "8C 8H 8D | QC QS QH QD | KC | KS | 7C 7S 7H 7D"
)

sets_of_cards = st.sets(st.integers(0, 35))


def test_section_1_pack_has_every_rank_in_four_suits_but_a_three_for_the_king_of_diamonds() -> None:
    pack = {rank + suit for rank in "AKQJ98765" for suit in "CSHD"} - {"KD"} | {"3D"}
    assert sorted(cards.CARD_NAMES) == sorted(pack)
    assert len(pack) == cards.NUM_CARDS == 36
    assert [name for name in cards.CARD_NAMES if name[0] == "K"] == ["KH", "KC", "KS"]
    assert [name for name in cards.CARD_NAMES if name[0] == "3"] == ["3D"]


def test_section_4_cards_are_numbered_in_their_order_with_the_three_last() -> None:
    in_order = SECTION_4.replace("=", " ").replace("|", " ").split()
    assert [*in_order, "3D"] == list(cards.CARD_NAMES)


def test_named_cards_and_ranks() -> None:
    named = {
        "JC": cards.TOQUTSIT,
        "KH": cards.VOORMSI,
        "KC": cards.KING_OF_CLUBS,
        "KS": cards.KING_OF_SPADES,
        "3D": cards.THREE,
    }
    assert {cards.CARD_NAMES[card]: card for card in named.values()} == named
    assert cards.card_names(cards.SEVENS) == ["7C", "7S", "7H", "7D"]
    assert cards.card_names(cards.KINGS) == ["KH", "KC", "KS"]
    for card, name in enumerate(cards.CARD_NAMES):
        assert cards.RANKS[cards.RANK_OF_CARD[card]] == name[0]
        assert cards.CARD_OF_NAME[name] == card
    assert sum(cards.rank_mask(rank) for rank in cards.RANKS) == cards.ALL_CARDS


@given(sets_of_cards)
def test_masks_and_cards_both_ways(chosen: set[int]) -> None:
    mask = cards.mask_of(chosen)
    assert cards.cards_of(mask) == sorted(chosen)
    assert 0 <= mask <= cards.ALL_CARDS
    assert mask.bit_count() == len(chosen)


@given(sets_of_cards, st.randoms(use_true_random=False))
def test_text_both_ways(chosen: set[int], random: object) -> None:
    mask = cards.mask_of(chosen)
    names = cards.card_names(mask)
    random.shuffle(names)  # type: ignore[attr-defined]
    assert cards.parse_cards(cards.text_of(mask)) == mask
    assert cards.parse_cards(names) == mask
    assert cards.parse_cards(", ".join(names).lower()) == mask


def test_text_lists_cards_strongest_first_and_the_three_last() -> None:
    assert cards.text_of(cards.parse_cards("3D 7D KH JC 9D 9C KS")) == "JC KH 9C 9D KS 7D 3D"


@pytest.mark.parametrize("name", ["KD", "3C", "10C", "7", "", "CJ", "7X"])
def test_no_such_card_is_named(name: str) -> None:
    with pytest.raises(ValueError, match=f"no card is called '{name}'; the pack holds JC KH"):
        cards.parse_card(name)


def test_a_card_given_twice_is_named() -> None:
    with pytest.raises(ValueError, match="the card 9C comes twice in 9C 9D 9C"):
        cards.parse_cards("9C 9D 9C")

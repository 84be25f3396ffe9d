"""What the cards kept are worth."""

from __future__ import annotations

import numpy as np
import pytest
from helpers import play_tricks

from voormsi_agents.baselines.heuristic.hand_value import worth_of_kept, worths_of
from voormsi_agents.baselines.heuristic.weights import AVERAGE_CARD, KING_OF_SPADES, THREE
from voormsi_env.cards import ALL_CARDS, parse_card, parse_cards


def worth(name: str, unseen: int) -> float:
    return worths_of(parse_cards(name), unseen)[0]


def test_each_slot_has_the_worth_of_its_card() -> None:
    hand = parse_cards("3D QC KS")
    unseen = ALL_CARDS & ~hand
    names = [name for _, name in sorted((parse_card(name), name) for name in ("3D", "QC", "KS"))]
    assert worths_of(hand, unseen) == (*(worth(name, unseen) for name in names), 0.0)
    assert worth("3D", unseen) == THREE


def test_what_a_king_is_good_against_has_to_be_out() -> None:
    assert worth("KS", parse_cards("KC")) == KING_OF_SPADES
    assert worth("KS", parse_cards("QC")) == 0
    assert worth("KC", parse_cards("7C 7S")) > worth("KC", parse_cards("QC"))


def test_cards_are_worth_more_when_less_beats_them() -> None:
    assert worth("9C", ALL_CARDS & ~parse_cards("9C")) < worth("9C", parse_cards("5C 6C"))


def test_the_best_card_counts_first_and_draws_are_given_up() -> None:
    view = play_tricks("5H").view(1)
    lasts = np.array([1.0, 0.5, 0.25, 0.0])
    won, lost = worth_of_kept(view, 0b11, (0.2, 0.8, 9.0, 9.0), lasts, np.zeros(4))
    assert won == pytest.approx(0.8 + 0.5 * 0.2 - 2 * AVERAGE_CARD)
    assert lost == pytest.approx(-2 * AVERAGE_CARD)

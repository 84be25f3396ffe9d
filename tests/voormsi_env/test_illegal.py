"""What is said of an illegal play."""

from __future__ import annotations

import numpy as np
import pytest

from voormsi_env import Game, IllegalPlayError
from voormsi_env.cards import parse_cards
from voormsi_env.illegal import describe_illegal, illegal_play_text, whole_number


def test_the_text_has_the_play_the_hand_and_the_legal_plays() -> None:
    hand = parse_cards("JC 9C 9S 5C")
    expected = "holding JC 9C 9S 5C; legal plays are JC, JC 9C"
    assert illegal_play_text("playing 9S", hand, 0b101, 2) == (
        f"playing 9S is not legal for seat 2 {expected}"
    )
    assert illegal_play_text("playing 9S", hand, 0b101) == f"playing 9S is not legal {expected}"


def test_an_action_without_cards_is_described_too() -> None:
    state = Game(seed=1).state
    assert describe_illegal(state, 15).startswith(
        "action 15 is not one of 0 to 14; it is not legal"
    )
    assert describe_illegal(state, 0).startswith("action 0 (")


def test_whole_numbers_only() -> None:
    mask = np.array([1, 0, 1] + 12 * [0], np.int8)
    assert whole_number("player_1", np.int64(3), mask) == 3
    for action in (True, "1", 1.0, None):
        with pytest.raises(IllegalPlayError, match=r"player_1 is no whole .* are \[0, 2\]"):
            whole_number("player_1", action, mask)

"""A game as text."""

from __future__ import annotations

from helpers import SWEEP, play_tricks
from oracle_rules import PACK

from voormsi_env import Game, Rules
from voormsi_env.render.text import game_text


def test_a_game_prints_ladder_table_and_hands() -> None:
    begun = play_tricks("9C 9S | 5C 5S", held={2: ["JC"]}, start_scores=[2, 3])
    lines = str(begun).splitlines()
    assert lines[0] == "Deal 1, dealt by seat 3, 20 cards in the stock"
    assert lines[1] == "Ladder: seats 0+2 2/9 (0 tricks)   seats 1+3 3/9 (0 tricks)"
    assert len(lines) == 7
    assert lines[2].endswith("plays 9C 9S*")
    assert lines[3].endswith("plays 5C 5S")
    assert lines[4].startswith("> seat 2: JC")
    assert lines[6] == "Seat 2 to play."


def test_text_for_a_seat_shows_its_hand_alone() -> None:
    begun = Game(seed=1, decks=[PACK], first_dealer=3)
    text = game_text(begun.state, 1)
    assert text.count("4 cards") == 3
    assert " ".join(begun.hand(1)) in text
    assert " ".join(begun.hand(0)) not in text


def test_text_tells_prospects_and_the_end() -> None:
    assert "Bonus in prospect: toqutsit for seats 1+3." in str(play_tricks("KH JC 5C"))
    assert "The game is over (forfeit): seats 1+3 won." in str(play_tricks("KH 9C JC"))
    assert "(truncated): nobody wins." in str(play_tricks(*SWEEP, max_deals=1))
    three = play_tricks("KH 5C 6C", rules=Rules.three(), start_scores=[11, 0, 0])
    assert "The game is over (points): seat 0 won." in str(three)

"""The oracle against docs/rules.md section 8: three and two players."""

from __future__ import annotations

import pytest
from helpers import (
    TWO_WITH_FIVE,
    tricks_of,
)
from oracle import OracleGame
from oracle_games import THREE_PLAYERS, THREE_STREAK, TWO, bonus, first_trick, scripted_game
from oracle_rules import PACK, target

# ---------------------------------------------------------------- RULES 8, three players


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("KH JC 5C", bonus(1, 2, "toqutsit")),
        ("KH 5C JC", bonus(2, 2, "toqutsit")),  # no partner, no own goal
        ("KH JC 3D", bonus(2, 2, "three_on_toqutsit")),
        ("KH 5C 3D", bonus(2, 1, "three")),
        ("5C KH 6C", bonus(1, 1, "voormsi")),
        ("5C 6C KH", None),
        ("KH KC | 5C 5S | JC 3D", bonus(2, 2, "toqutsit")),
    ],
)
def test_three_players_bonuses(text: str, expected: dict | None) -> None:
    assert first_trick(text, THREE_PLAYERS)["bonus"] == expected


def test_three_players_duty_for_everybody() -> None:
    game = scripted_game(tricks_of("KH 5C"), THREE_PLAYERS, held={2: ["JC"]})
    assert game.legal() == {frozenset({"JC"})}
    assert game.obliged_but_did_not() == {1}


def test_three_players_table() -> None:
    game = OracleGame(THREE_PLAYERS, 0, lambda _: list(PACK))
    assert target(THREE_PLAYERS) == 12
    assert len(game.scores) == 3
    assert game.to_play == 1
    assert [len(hand) for hand in game.hands] == [4, 4, 4]
    assert set(game.hands[0]) == set(PACK[8:12])


def test_three_players_draw() -> None:
    game = scripted_game(tricks_of(*TWO_WITH_FIVE[:6]), THREE_PLAYERS, [11, 11, 0])
    assert game.result == {"winner": 0, "reason": "points", "scores": [12, 11, 0]}
    game = scripted_game(tricks_of(*TWO_WITH_FIVE), THREE_STREAK, [11, 11, 0])
    assert game.result == {"winner": None, "reason": "points", "scores": [12, 12, 0]}
    game = scripted_game(tricks_of(*TWO_WITH_FIVE), THREE_STREAK, [2, 1, 0])
    assert game.deals[0]["scores"] == [3, 2, 0]
    assert game.current_deal()["dealer"] == 0
    assert game.to_play == 1


# ---------------------------------------------------------------- RULES 8, two players


def test_two_players_order_and_drawing() -> None:
    deck = ["5H", "6C", "6S", "6H", "9C", "AS", "AH", "AD"]
    deck += [card for card in reversed(PACK) if card not in deck]
    stock = deck[8:]
    game = OracleGame(TWO, 1, lambda _: list(deck))
    assert game.to_play == 0
    game.play(["5H"])
    assert game.to_play == 1
    game.play(["9C"])
    assert game.to_play == 1  # the heading player plays third
    assert stock[0] in game.hands[1]
    assert stock[1] in game.hands[0]
    game.play(["AS"])
    assert game.to_play == 0
    assert [len(hand) for hand in game.hands] == [4, 3]
    game.play(["6C"])
    assert game.to_play == 1
    assert stock[2] in game.hands[1]
    assert stock[3] in game.hands[0]
    assert game.current_deal()["tricks"] == [{"winner": 1, "size": 1, "bonus": None}]
    assert [play["seat"] for play in game.current_deal()["plays"]] == [0, 1, 1, 0]


def test_two_players_leader_still_heading_plays_third() -> None:
    game = scripted_game(tricks_of("9C 5H 6C 8S"), TWO)
    deal = game.current_deal()
    assert [play["seat"] for play in deal["plays"]] == [0, 1, 0, 1]
    assert deal["tricks"][0]["winner"] == 1


@pytest.mark.parametrize(
    ("text", "winner", "expected"),
    [
        ("KH 5C JC 6C", 0, None),  # his own Toqutsit on his own Voormsi
        ("KH 5C JC 3D", 1, None),  # and 3D on that
        ("KH 5C 3D 6C", 0, bonus(0, 1, "three")),
        ("5C KH 3D 6C", 1, bonus(1, 1, "three")),
        ("KH KC | 5C 5S | JC 3D | 6C 6S", 0, bonus(0, 1, "three")),
        ("KH KC | JC 3D | 5C 5S | 6C 6S", 1, bonus(1, 2, "toqutsit")),
        ("KH KC | 5C 5S | JC 7C | 6C 6S", 0, bonus(0, 1, "voormsi")),
        ("KH JC 5C 6C", 1, bonus(1, 2, "toqutsit")),
        ("KH JC 3D 6C", 1, bonus(1, 2, "three_on_toqutsit")),
        ("KH JC 5C 3D", 0, bonus(0, 2, "three_on_toqutsit")),
        ("KH 5C 6C 3D", 1, bonus(1, 1, "three")),
        ("KH 5C 5S 6C", 0, bonus(0, 1, "voormsi")),
        ("5C 6C KH 5S", 1, bonus(1, 1, "voormsi")),  # third play, not the last
        ("6C 5C 5S KH", 1, None),  # the last play
        ("7H KC 5C KS", 1, None),  # the leader's KS is too late
        ("7H KC KS 5C", 1, None),
        ("KC KS QC QD", 1, None),
        ("3D 7D 7S KC", 0, None),  # seat 1 opened with a Seven
    ],
)
def test_two_players_tricks(text: str, winner: int, expected: dict | None) -> None:
    trick = first_trick(text, TWO)
    assert (trick["winner"], trick["bonus"]) == (winner, expected)


def test_two_players_duty() -> None:
    game = scripted_game(tricks_of("KH 5C"), TWO, held={0: ["JC", "AC"]})
    assert game.to_play == 0
    assert len(game.legal()) == 4
    game = scripted_game(tricks_of("KH 5C AC"), TWO, held={1: ["9C", "9S", "9H", "JC"]})
    assert game.to_play == 1
    assert game.legal() == {frozenset({"JC"})}
    assert game.obliged_but_did_not() == {1}  # at the second play, before drawing it
    game.play(["JC"])
    assert game.current_deal()["tricks"][0] == {
        "winner": 1,
        "size": 1,
        "bonus": bonus(1, 2, "toqutsit"),
    }


def test_two_players_largest_lead() -> None:
    """RULES 8: with four cards still to play a lead may have two."""
    thirds = ["AC", "AS", "AH", "AD", "JS", "JH", "JD"]
    leads = ["7C", "7S", "7H", "7D", "9C", "9S", "9H"]
    seconds = ["6C", "6S", "6H", "6D", "8C", "8H", "8D"]
    fourths = ["QC", "QS", "QH", "QD", "KC", "KS", "9D"]
    tricks = [
        [[lead], [second], [third], [fourth]]
        for lead, second, third, fourth in zip(leads, seconds, thirds, fourths, strict=True)
    ]
    held = {0: ["5C", "5S", "5H", "5D"], 1: ["8S", "JC", "KH", "3D"]}
    game = scripted_game(tricks, TWO, held=held)
    assert game.deals == []
    assert game.to_play == 0
    assert set(game.hands[0]) == set(held[0])
    assert sorted(len(cards) for cards in game.legal()) == [1] * 4 + [2] * 6
    game.play(["5C", "5S"])
    game.play(["8S", "JC"])
    game.play(["KH", "3D"])
    game.play(["5H", "5D"])
    assert game.scores == [4, 0]
    assert game.deals[0]["tricks"][-1]["winner"] == 1

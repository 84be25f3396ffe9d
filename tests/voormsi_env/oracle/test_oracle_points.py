"""The oracle against docs/rules.md sections 5 to 7: bonuses, deals and the ladder."""

from __future__ import annotations

import pytest
from helpers import (
    BONUS_THEN_FIVE,
    FIVE_AFTER_ONE,
    RUN_LOST,
    RUN_WITH_VOORMSI,
    SWEEP,
    parse_trick,
    scripted_deck,
    tricks_of,
)
from oracle import OracleGame
from oracle_games import FOUR, THREE_PLAYERS, THREE_STREAK, bonus, first_trick, scripted_game, won
from oracle_rules import (
    OracleRules,
    number_of_teams,
    play_has_ended,
    points_for_tricks,
    run_is_on,
    sorted_cards,
)

# ---------------------------------------------------------------- RULES 5


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("KH 3D 5C 5S", bonus(1, 1, "three")),
        ("KH 5C 3D 5S", bonus(0, 1, "three")),
        ("KH 5C 5S JC", bonus(1, 2, "toqutsit")),
        ("KH JC 5C 3D", bonus(1, 2, "three_on_toqutsit")),  # his own partner's Toqutsit
        ("9C KH JC 5C", bonus(0, 2, "toqutsit")),
        ("9C 3D KH JC", None),  # Voormsi did not head
        ("JC 3D KH 5C", None),  # 3D takes a Toqutsit that took nothing
        ("JC KH 3D 5C", bonus(0, 1, "three")),  # second matador, then 3D takes Voormsi
        ("JC KH 5C 5S", None),
        ("7C KH JC 5S", None),
        ("3D KH 5C 5S", bonus(1, 1, "voormsi")),
        ("KH KC | 5C 5S | JC 3D | 6C 6S", bonus(0, 1, "three")),  # partner's JC with 3D
        ("KH KC | JC 3D | 5C 5S | 6C 6S", bonus(1, 2, "toqutsit")),
        ("KH KC | JC 8S | 3D 5S | 6C 6S", bonus(1, 2, "toqutsit")),  # 5S does not beat
        ("KH KC | JC 5C | 3D 8S | 6C 6S", bonus(0, 2, "three_on_toqutsit")),
        ("KH KC | JC 7C | 3D 7S | 6C 6S", bonus(0, 1, "voormsi")),  # JC played after, in vain
        ("KH KC | 5C 5S | JC 7S | 6C 6S", bonus(0, 1, "voormsi")),  # partner's JC, in vain
        ("AC AS | KH JC | 5C 5S | 6C 6S", None),  # Toqutsit played with it
        ("AC AS | KH 3D | 5C 5S | 6C 6S", bonus(1, 1, "voormsi")),
        ("AC AS | JC 5C | KH 3D | 6C 6S", None),  # Toqutsit before, in vain
        ("AC AS | 5C 5S | 6C 6S | KH 3D", None),  # last play
    ],
)
def test_bonuses(text: str, expected: dict | None) -> None:
    trick = first_trick(text)
    assert trick["bonus"] == expected


def test_bonus_goes_on_the_ladder_at_the_end_of_its_trick() -> None:
    game = scripted_game(tricks_of("KH JC 9C 8S"))
    assert game.scores == [0, 2]
    assert game.current_deal()["scores"] == [0, 2]
    game = scripted_game(tricks_of("KH JC 9C 8S"), OracleRules(settlement="deal"))
    assert game.scores == [0, 0]


def test_voormsi_not_with_toqutsit_in_hand() -> None:
    assert first_trick("KH 5C 5S 6C", held={0: ["JC"]})["bonus"] is None
    assert first_trick("KH 5C 5S 6C", held={2: ["JC"]})["bonus"] == bonus(0, 1, "voormsi")


def test_voormsi_drawing_toqutsit_after_the_trick_keeps_its_bonus() -> None:
    """The hand counts before drawing."""
    game = scripted_game(tricks_of("KH 5C 5S 6C"), held={0: ["9C", "9S", "9H"]})
    deck = game.current_deal()["deck"]
    place = deck.index("JC")
    deck[16], deck[place] = deck[place], deck[16]
    game = OracleGame(FOUR, 3, lambda _: list(deck))
    for card in ("KH", "5C", "5S", "6C"):
        game.play([card])
    assert "JC" in game.hands[0]
    assert game.scores == [1, 0]
    assert game.shown == [(0, (1,), frozenset({"9C", "9S", "9H"}))]


def test_voormsi_not_when_toqutsit_went_in_an_earlier_trick() -> None:
    game = scripted_game(tricks_of("JC 5C 5S 5H", "KH 6C 6S 6H"))
    assert [trick["bonus"] for trick in game.current_deal()["tricks"]] == [None, None]
    assert game.shown == []


@pytest.mark.parametrize(
    ("players", "show_hand_to", "seats"),
    [
        (4, "left", (2,)),
        (4, "opponents", (0, 2)),
        (4, "none", None),
        (3, "left", (2,)),
        (3, "opponents", (0, 2)),
        (2, "left", (0,)),
        (2, "opponents", (0,)),
    ],
)
def test_shown_hand(players: int, show_hand_to: str, seats: tuple[int, ...] | None) -> None:
    rules = OracleRules(players=players, show_hand_to=show_hand_to)
    held = {1: ["AC", "AS", "AH"]}
    if players == 2:
        # seat 1 heads after the second play and so plays AC third
        game = scripted_game(tricks_of("5H KH AC 6D"), rules, held={1: ["AS", "AH", "AD"]})
        cards = {"AS", "AH", "AD"}
    else:
        text = " ".join(["5H", "KH", "6C", "6S"][:players])
        game = scripted_game(tricks_of(text), rules, held=held)
        cards = {"AC", "AS", "AH"}
    assert game.current_deal()["tricks"][0]["bonus"] == bonus(1, 1, "voormsi")
    assert game.shown == ([] if seats is None else [(1, seats, frozenset(cards))])


def test_duty() -> None:
    held = {1: ["JC", "9C", "9S", "9H"]}
    game = scripted_game(tricks_of("KH"), held=held)
    assert game.legal() == {frozenset({"JC"})}
    game = scripted_game(tricks_of("7C KH"), held={2: ["JC", "9C", "9S", "9H"]})
    assert len(game.legal()) == 4  # a seven trick: Voormsi does not head
    game = scripted_game(tricks_of("KH 5C"), held={2: ["JC", "9C", "9S", "9H"]})
    assert len(game.legal()) == 4  # the partner's Voormsi
    game = scripted_game(tricks_of("3D KH"), held={2: ["JC", "9C", "9S", "9H"]})
    assert game.legal() == {frozenset({"JC"})}
    game = scripted_game(tricks_of("KH 3D"), held={3: ["JC", "9C", "9S", "9H"]})
    assert len(game.legal()) == 4  # Voormsi no longer heads


def test_obliged_but_did_not() -> None:
    game = scripted_game(tricks_of("KH 5C 5S 6C", "AC AS AH AD"), plays=4)
    assert game.obliged_but_did_not() == {1, 3}
    game = scripted_game(tricks_of("5C KH 5S 6C"))
    assert game.obliged_but_did_not() == {2}
    game = scripted_game(tricks_of("KH 5C 5S JC"))
    assert game.obliged_but_did_not() == {1}
    game = scripted_game(tricks_of("KH 3D 5S 6C"))
    assert game.obliged_but_did_not() == {1}


def test_forced_own_goal() -> None:
    """RULES 5: it is legal, even when it is forced."""
    rules = OracleRules(three_is_king=True)
    text = "KC KS KH 3D | 5C 5S 5H 5D | JC AC AS 9C"
    game = scripted_game([parse_trick(text)[0]], rules, [4, 0], plays=2)
    assert game.legal() == {frozenset({"JC", "AC", "AS", "9C"})}
    game.play(["JC", "AC", "AS", "9C"])
    assert game.result == {"winner": 1, "reason": "forfeit", "scores": [0, 0]}


def test_toqutsit_without_beating_is_no_own_goal() -> None:
    game = scripted_game(tricks_of("KH KC | 5C 5S | JC 7S | 6C 6S"))
    assert game.result is None


# ---------------------------------------------------------------- RULES 6

STREAK = OracleRules(play_on="streak")


@pytest.mark.parametrize(
    ("rules", "tricks", "run", "ended", "points"),
    [
        (FOUR, won((0, 4)), False, False, [0, 0]),
        (FOUR, won((0, 3), (2, 2)), True, False, [2, 0]),
        (FOUR, won((0, 4), (2, 4)), True, False, [5, 0]),
        (FOUR, won((0, 3), (2, 2), (1, 1)), False, True, [2, 0]),
        (FOUR, won((0, 3), (2, 2), (0, 1), (1, 1)), False, True, [3, 0]),
        (FOUR, won((1, 1), (0, 4)), False, False, [0, 0]),
        (FOUR, won((1, 1), (0, 4), (0, 1)), False, True, [1, 0]),
        (FOUR, won((1, 1), (0, 4), (0, 4)), False, True, [4, 0]),
        (FOUR, won((1, 4), (0, 4)), False, False, [0, 0]),
        (FOUR, won((1, 4), (0, 4), (3, 1)), False, True, [0, 1]),
        (FOUR, won((0, 4), (2, 4), (0, 1)), False, True, [6, 0]),
        (STREAK, won((1, 1), (0, 4), (0, 1)), True, False, [1, 0]),
        (STREAK, won((1, 1), (0, 4), (0, 1), (2, 1)), True, False, [2, 0]),
        (STREAK, won((1, 1), (0, 4), (0, 1), (1, 1)), False, True, [1, 0]),
        (STREAK, won((1, 1), (0, 4), (0, 4)), False, True, [4, 0]),
        (STREAK, won((0, 4), (0, 1), (1, 4)), False, True, [2, 0]),
        (THREE_PLAYERS, won((0, 4), (1, 4)), False, False, [0, 0, 0]),
        (THREE_PLAYERS, won((0, 4), (1, 4), (2, 4)), False, True, [0, 0, 0]),
        (THREE_PLAYERS, won((0, 4), (0, 4)), True, False, [5, 0, 0]),
        (THREE_PLAYERS, won((0, 4), (0, 4), (2, 4)), False, True, [5, 0, 0]),
        (THREE_PLAYERS, won((2, 1), (1, 4), (1, 1)), False, True, [0, 1, 0]),
        (THREE_STREAK, won((1, 2), (0, 4), (0, 1)), True, False, [1, 0, 0]),
        (THREE_STREAK, won((1, 2), (0, 4), (0, 1), (1, 3)), False, True, [1, 1, 0]),
        (THREE_STREAK, won((1, 2), (0, 4), (0, 1), (2, 3)), False, True, [1, 0, 0]),
        (THREE_STREAK, won((0, 4), (0, 4), (1, 4)), False, True, [5, 0, 0]),
    ],
)
def test_runs_and_points(
    rules: OracleRules, tricks: list[dict], run: bool, ended: bool, points: list[int]
) -> None:
    assert run_is_on(tricks, rules) is run
    assert play_has_ended(tricks, rules) is ended
    teams = range(number_of_teams(rules))
    assert [points_for_tricks(tricks, team, rules) for team in teams] == points


@pytest.mark.parametrize("settlement", ["trick", "deal"])
@pytest.mark.parametrize("play_on", ["unbeaten", "streak"])
def test_winning_all_tricks_annuls_the_deal(settlement: str, play_on: str) -> None:
    rules = OracleRules(settlement=settlement, play_on=play_on)
    game = scripted_game(tricks_of(*SWEEP), rules, [8, 3])
    assert game.scores == [8, 3]
    assert game.result is None
    deal = game.deals[0]
    assert deal["annulled"] is True
    assert deal["scores"] == [8, 3]
    assert sum(trick["size"] for trick in deal["tricks"]) == 9
    assert game.current_deal()["dealer"] == 0
    assert game.to_play == 1


def test_waiting_at_game_points_during_a_run() -> None:
    """RULES 7: nine points in a run must wait, and can still go bust."""
    lost = tricks_of(RUN_LOST)
    held = {2: ["JC"], 1: ["JD", "KC"], 0: ["9H", "9D"]}
    game = scripted_game(
        tricks_of(*RUN_WITH_VOORMSI) + lost, start_scores=[8, 0], held=held, plays=24
    )
    assert game.scores == [9, 0]
    assert game.result is None
    assert game.to_play == 0
    for cards in lost[0]:
        game.play(cards)
    # 2 for five tricks first of all, 1 for the sixth: 9 + 3 rebounds to 6
    assert game.result is None
    assert game.scores == [6, 0]
    assert game.deals[0]["scores"] == [6, 0]


def test_waiting_at_game_points_and_then_annulled() -> None:
    # seat 2's Toqutsit wins the eighth trick, seat 0's 3D the ninth
    tricks = tricks_of(*RUN_WITH_VOORMSI, "9S JD 6H QD", "9H 6D JC KS", "9D 8S 3D KC")
    game = scripted_game(tricks, start_scores=[8, 0], plays=32)
    assert game.scores == [9, 0]
    assert game.result is None
    for cards in tricks[-1]:
        game.play(cards)
    assert game.deals[0]["annulled"] is True
    assert game.deals[0]["tricks"][5]["bonus"] == bonus(0, 1, "voormsi")
    assert game.scores == [8, 0]
    assert game.result is None


def test_run_settled_with_the_deal() -> None:
    lost = tricks_of(RUN_LOST)
    held = {2: ["JC"]}
    rules = OracleRules(settlement="deal")
    game = scripted_game(tricks_of(*RUN_WITH_VOORMSI) + lost, rules, [5, 0], held)
    assert game.result == {"winner": 0, "reason": "points", "scores": [9, 0]}


def test_play_on_streak() -> None:
    more = tricks_of("AH JS JH JD", "6S AD 6H 6D")
    game = scripted_game(tricks_of(*FIVE_AFTER_ONE))
    assert len(game.deals) == 1
    assert game.scores == [3, 0]
    game = scripted_game(tricks_of(*FIVE_AFTER_ONE) + more, STREAK, plays=28)
    assert game.deals == []
    assert game.scores == [2, 0]
    for cards in more[1]:
        game.play(cards)
    assert len(game.deals) == 1
    assert game.scores == [4, 0]
    assert [trick["winner"] for trick in game.deals[0]["tricks"]] == [1, 2, 2, 2, 2, 0, 0, 1]


# ---------------------------------------------------------------- RULES 7


@pytest.mark.parametrize(("bust", "expected"), [("rebound", 7), ("deduct", 6), ("off", 9)])
@pytest.mark.parametrize("settlement", ["trick", "deal"])
def test_last_bonus_and_tricks_are_one_sum(settlement: str, bust: str, expected: int) -> None:
    """8 + (2 + 1); as two sums the rebound would be 8 and then 9."""
    rules = OracleRules(bust=bust, settlement=settlement)
    game = scripted_game(tricks_of(*FIVE_AFTER_ONE), rules, [8, 0])
    assert game.scores == [expected, 0]
    assert (game.result is None) == (expected != 9)


def test_settlement_by_trick_or_deal() -> None:
    """Five tricks, not five first, after a Voormsi bonus: 1 and 1, or 2 at once."""
    game = scripted_game(tricks_of(*BONUS_THEN_FIVE), start_scores=[3, 0])
    assert game.deals[0]["scores"] == [5, 0]
    game = scripted_game(tricks_of(*BONUS_THEN_FIVE), OracleRules(settlement="deal"), [8, 0])
    assert game.deals[0]["scores"] == [8, 0]
    assert game.result is None
    game = scripted_game(tricks_of(*BONUS_THEN_FIVE), OracleRules(settlement="deal"), [7, 0])
    assert game.result == {"winner": 0, "reason": "points", "scores": [9, 0]}


def test_game_ends_inside_a_deal() -> None:
    game = scripted_game(tricks_of("KH 5C 5S 5H"), start_scores=[8, 2])
    assert game.result == {"winner": 0, "reason": "points", "scores": [9, 2]}
    assert game.to_play is None
    assert len(game.deals) == 1
    assert game.current_deal() == game.deals[0]
    deal = game.deals[0]
    assert deal["scores"] == [9, 2]
    assert deal["annulled"] is False
    assert len(deal["plays"]) == 4
    with pytest.raises(ValueError, match="game is over"):
        game.play(["5D"])


@pytest.mark.parametrize("settlement", ["trick", "deal"])
def test_own_goal_during_a_run(settlement: str) -> None:
    """RULES 5: the tricks won in the deal score nothing; the ladder of the others stays."""
    tricks = tricks_of(*RUN_WITH_VOORMSI[:5], "KH JH JC")
    game = scripted_game(tricks, OracleRules(settlement=settlement), [4, 2])
    assert game.result == {"winner": 1, "reason": "forfeit", "scores": [0, 2]}
    assert len(game.deals) == 1
    assert len(game.deals[0]["tricks"]) == 5
    assert len(game.deals[0]["plays"]) == 23
    assert game.deals[0]["scores"] == [0, 2]


def test_truncated() -> None:
    deck = scripted_deck(4, 3, tricks_of(*FIVE_AFTER_ONE))
    game = OracleGame(FOUR, 3, lambda _: list(deck), max_deals=1)
    for trick in tricks_of(*FIVE_AFTER_ONE):
        for cards in trick:
            game.play(cards)
    assert game.result == {"winner": None, "reason": "truncated", "scores": [3, 0]}
    assert game.to_play is None


def test_record_sorts_cards() -> None:
    assert sorted_cards(["3D", "7D", "KH", "JC", "9D", "9C", "KS"]) == [
        "JC",
        "KH",
        "9C",
        "9D",
        "KS",
        "7D",
        "3D",
    ]

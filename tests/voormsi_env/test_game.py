"""Game: one game, for reading and for playing with."""

from __future__ import annotations

import copy
import doctest
import pickle
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from helpers import (
    FIVE_AFTER_ONE,
    FOUR,
    RUN_LOST,
    RUN_WITH_VOORMSI,
    SIZES,
    SWEEP,
    bytes_of,
    choose_play,
    play_tricks,
)
from oracle_rules import PACK

from voormsi_env import Game, GameOverError, IllegalPlayError, Rules, game
from voormsi_env.cards import CARD_OF_NAME


def after_plays(number: int, seed: int = 7, **arguments: Any) -> Game:
    """A game after some random plays."""
    rng = random.Random(seed)
    begun = Game(seed=seed, **arguments)
    for _ in range(number):
        begun.play(choose_play(begun.legal_plays(), rng))
    return begun


def play_on(begun: Game, seed: int = 0) -> bytes:
    """Play at random to the end; every record on the way."""
    rng = random.Random(seed)
    records = [bytes_of(begun.state)]
    while not begun.over:
        begun.play(choose_play(begun.legal_plays(), rng))
        records.append(bytes_of(begun.state))
    return b"".join(records)


def test_the_example_of_the_docstring_runs() -> None:
    assert doctest.testmod(game).failed == 0


# Playing


def test_plays_by_text_by_list_and_by_action_are_the_same() -> None:
    decks = [PACK]
    text, listed, action = (Game(seed=1, decks=decks, first_dealer=3) for _ in range(3))
    assert text.hand(0) == ["JC", "KH", "8S", "9C"]
    text.play("9c")
    listed.play(["9C"])
    action.play_action(7)
    text.play("9S")
    listed.play(("9S",))
    action.play_action(0)
    assert bytes_of(text.state) == bytes_of(listed.state) == bytes_of(action.state)
    assert text.actions == listed.actions == action.actions == [7, 0]
    double = play_tricks("9C 9S | 5C 5S", plays=1)
    double.play("5S, 5C")
    assert double.table()[-1] == (1, ["5C", "5S"])


def test_legal_plays_come_in_the_order_of_actions() -> None:
    begun = Game(seed=1, decks=[PACK[3:] + PACK[:3]], first_dealer=3)
    assert begun.hand(0) == ["9C", "9S", "9H", "9D"]
    assert begun.legal_actions() == list(range(15))
    assert begun.legal_plays()[:5] == [["9C"], ["9S"], ["9C", "9S"], ["9H"], ["9C", "9H"]]
    assert begun.legal_plays()[14] == ["9C", "9S", "9H", "9D"]


def test_what_a_game_tells() -> None:
    begun = play_tricks("5H KH 6C 6S", "AC QC", held={1: ["AS", "AH"]}, start_scores=[2, 3])
    assert begun.rules is FOUR
    assert (begun.seed, begun.deal, begun.dealer) == (1, 0, 3)
    assert (begun.to_play, begun.over, begun.winners, begun.reason) == (3, False, [], None)
    assert (begun.scores, begun.start_scores) == ([2, 4], [2, 3])
    assert begun.table() == [(1, ["AC"]), (2, ["QC"])]
    assert begun.hand(1)[:2] == ["AS", "AH"]
    assert sorted(begun.deck()) == sorted(PACK)
    for seat in range(4):
        assert begun.hand(seat) == sorted(begun.hand(seat), key=PACK.index)


# Illegal plays


@pytest.mark.parametrize(
    ("cards", "says"),
    [
        ("5C", r"playing 5C \(action 7\) is not legal for seat 1 holding JC 9C 9S 5C"),
        ("JC 9C", r"playing JC 9C \(action 2\) is not legal for seat 1"),
        ("KS", r"playing KS is not legal for seat 1 holding JC 9C 9S 5C"),
        ("JC KS", "playing JC KS is not legal for seat 1"),
        ([], "playing nothing is not legal for seat 1"),
    ],
)
def test_an_illegal_play_names_action_cards_and_legal_plays_and_changes_nothing(
    cards: str | list[str], says: str
) -> None:
    begun = play_tricks("KH 5C 6C 6S", held={1: ["JC", "9C", "9S"]}, plays=1)
    before, actions = bytes_of(begun.state), list(begun.actions)
    with pytest.raises(IllegalPlayError, match=says) as error:
        begun.play(cards)
    assert str(error.value).endswith("legal plays are JC")
    assert (bytes_of(begun.state), begun.actions) == (before, actions)
    begun.play("JC")
    begun.undo()
    assert bytes_of(begun.state) == before


@pytest.mark.parametrize("action", [1, 7, 14, 15, -1, 100])
def test_an_illegal_action_is_named_and_changes_nothing(action: int) -> None:
    begun = play_tricks("KH 5C 6C 6S", held={1: ["JC", "9C", "9S"]}, plays=1)
    before = bytes_of(begun.state)
    says = rf"action {action} is not legal for seat 1 holding JC 9C 9S 5C; legal plays are JC$"
    with pytest.raises(IllegalPlayError, match=says):
        begun.play_action(action)
    assert bytes_of(begun.state) == before


@pytest.mark.parametrize(("cards", "says"), [("5X", "no card is called '5X'"), ("5C 5C", "twice")])
def test_what_is_no_cards_is_refused_too(cards: str, says: str) -> None:
    begun = play_tricks("KH 5C 6C 6S", plays=1)
    before = bytes_of(begun.state)
    with pytest.raises(ValueError, match=says):
        begun.play(cards)
    assert bytes_of(begun.state) == before


def test_a_game_that_is_over_takes_no_more_plays() -> None:
    begun = play_tricks("KH 9C JC")
    before = bytes_of(begun.state)
    for play in (lambda: begun.play("5C"), lambda: begun.play_action(0)):
        with pytest.raises(GameOverError, match=r"the game is over \(forfeit\)"):
            play()
    assert bytes_of(begun.state) == before
    assert begun.to_play is None
    assert begun.legal_plays() == []
    begun.undo()
    assert begun.to_play == 2


@pytest.mark.parametrize("seat", [-1, 4, None, "0"])
def test_there_is_no_such_seat(seat: Any) -> None:
    begun = Game(seed=1)
    for ask in (begun.hand, begun.view):
        with pytest.raises(ValueError, match=r"seat is .*; allowed are 0 to 3"):
            ask(seat)


# Copies


def restored(begun: Game) -> Game:
    twin = pickle.loads(pickle.dumps(begun))
    assert isinstance(twin, Game)
    return twin


@pytest.mark.parametrize("duplicate", [Game.copy, copy.copy, copy.deepcopy, restored])
@pytest.mark.parametrize("rules", SIZES, ids=["two", "three", "four"])
def test_copies_go_on_identically_and_apart(
    duplicate: Callable[[Game], Game], rules: Rules
) -> None:
    begun = after_plays(20, rules=rules, max_deals=4)
    twin = duplicate(begun)
    before = bytes_of(begun.state)
    course = play_on(twin)
    assert bytes_of(begun.state) == before
    assert play_on(begun) == course
    assert (twin.actions, twin.rules, twin.start_scores) == (
        begun.actions,
        begun.rules,
        begun.start_scores,
    )
    for either in (begun, twin):
        while either.actions:
            either.undo()
    assert bytes_of(begun.state) == bytes_of(twin.state)


def test_a_pickled_game_with_given_decks_deals_them() -> None:
    decks = [PACK, PACK[::-1], PACK]
    begun = Game(seed=3, decks=decks, first_dealer=3)
    twin = restored(begun)
    assert play_on(begun) == play_on(twin)


def test_undo_reaches_over_the_end_of_a_deal() -> None:
    begun = play_tricks(*FIVE_AFTER_ONE, plays=23)
    before = bytes_of(begun.state)
    begun.play("AS")
    assert (begun.deal, begun.scores) == (1, [3, 0])
    begun.undo()
    assert bytes_of(begun.state) == before
    assert begun.scores == [0, 0]


# Beginning and ending


def test_the_same_seed_gives_the_same_game_and_another_another() -> None:
    assert play_on(Game(seed=7)) == play_on(Game(seed=7))
    assert Game(seed=7).deck() != Game(seed=8).deck()
    assert Game(seed=np.int64(7)).deck() == Game(seed=7).deck()


def test_decks_may_be_given_by_number() -> None:
    numbers = [CARD_OF_NAME[name] for name in PACK[::-1]]
    assert Game(decks=[numbers]).deck() == PACK[::-1]


@pytest.mark.parametrize("dealer", range(4))
def test_the_first_dealer_may_be_given(dealer: int) -> None:
    assert Game(seed=1, first_dealer=dealer).dealer == dealer


def test_a_single_deal_ends_with_the_deal() -> None:
    arguments: dict[str, Any] = {"decks": [play_tricks(*FIVE_AFTER_ONE, plays=0).deck()]}
    begun = Game(first_dealer=3, episode="deal", start_scores=[2, 3], **arguments)
    for trick in FIVE_AFTER_ONE:
        for cards in trick.replace("*", "").split():
            begun.play(cards)
    assert (begun.over, begun.reason, begun.winners) == (True, "deal", [0])
    assert (begun.scores, begun.deal) == ([5, 3], 0)


@pytest.mark.parametrize(
    ("tricks", "start", "expected"),
    [
        (SWEEP, [8, 3], ([], "deal", [8, 3])),  # annulled: nobody gained
        ((*RUN_WITH_VOORMSI[:5], RUN_LOST), [7, 0], ([0], "points", [9, 0])),
        ((*RUN_WITH_VOORMSI[:5], RUN_LOST), [8, 0], ([], "deal", [8, 0])),  # 8 + 2 rebounds to 8
    ],
)
def test_who_wins_a_single_deal(
    tricks: tuple[str, ...], start: list[int], expected: tuple[list[int], str, list[int]]
) -> None:
    deck = play_tricks(*tricks, plays=0).deck()
    begun = Game(first_dealer=3, decks=[deck], episode="deal", start_scores=start)
    for trick in tricks:
        for cards in trick.replace("*", "").split():
            begun.play(cards)
    assert (begun.winners, begun.reason, begun.scores) == expected


def test_an_own_goal_ends_a_single_deal() -> None:
    deck = play_tricks("KH 9C JC", plays=0).deck()
    begun = Game(first_dealer=3, decks=[deck], episode="deal", start_scores=[2, 3])
    for card in ("KH", "9C", "JC"):
        begun.play(card)
    assert (begun.winners, begun.reason, begun.scores) == ([1], "forfeit", [0, 3])


@pytest.mark.parametrize("max_deals", [1, 2])
def test_a_limit_on_deals_truncates(max_deals: int) -> None:
    begun = play_tricks(*SWEEP, max_deals=max_deals)
    assert begun.over == (max_deals == 1)
    if max_deals == 2:
        play_on(begun)
    assert (begun.reason, begun.winners) == ("truncated", [])
    assert begun.deal == max_deals - 1


def test_a_game_won_in_the_last_deal_is_not_truncated() -> None:
    begun = play_tricks(*RUN_WITH_VOORMSI[:5], RUN_LOST, start_scores=[7, 0], max_deals=1)
    assert (begun.reason, begun.winners) == ("points", [0])


def test_games_end_by_default() -> None:
    begun = Game(seed=0)
    play_on(begun)
    assert begun.reason in ("points", "forfeit")
    assert begun.deal < 100

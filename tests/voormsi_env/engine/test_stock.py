"""docs/rules.md section 2: the pack, its shuffle place by place, and drawing from it."""

from __future__ import annotations

import random

import numpy as np
from helpers import bytes_of, choose_play, play_tricks, tricks_of
from oracle_rules import PACK

from voormsi_env import Game, Rules
from voormsi_env.cards import card_names
from voormsi_env.engine.state import NO_DECKS
from voormsi_env.engine.stock import draw_card, draw_up, settle_deck, settle_place, shuffle


def test_section_2_after_a_trick_each_draws_one_card_at_a_time_from_the_winner_on() -> None:
    deck = ["9C", "9S", "9H", "9D", "AC", "AS", "AH", "AD", "8S", "JC", "JS", "JH"]
    deck += ["6C", "6S", "6H", "6D"]
    deck += [card for card in PACK if card not in deck]
    game = Game(decks=[deck], first_dealer=3)
    for cards in tricks_of("9C 9S | AC AS | 8S JC* | 6C 6S")[0]:
        game.play(cards)
    assert game.to_play == 2
    stock = deck[16:]
    for place, seat in enumerate((2, 3, 0, 1)):
        drawn = {stock[place], stock[place + 4]}
        assert drawn == set(game.hand(seat)) - set(deck[4 * seat : 4 * seat + 4])


def test_section_2_no_card_is_drawn_within_a_trick() -> None:
    game = play_tricks("9C 9S | 5C 5S | 6C 6S")
    assert [len(game.hand(seat)) for seat in range(4)] == [2, 2, 2, 4]


def test_section_2_hands_stay_equal_when_the_stock_runs_out() -> None:
    quadruple = "9C 9S 9H 9D | AC AS AH AD | 5C 5S 5H 5D | 6C 6S 6H 6D"
    triple = "JS JH JD | 8C 8H 8D | QC QS QH | 7C 7S 7H"
    game = play_tricks(quadruple, triple)
    # 20 cards in the stock: 16 after the quadruple, then one each for the three that each lacks
    assert game.state.drawn == 36
    assert [len(game.hand(seat)) for seat in range(4)] == [2, 2, 2, 2]


def test_the_deck_of_a_deal_is_the_same_before_and_after_it_is_drawn() -> None:
    begun = Game(seed=11)
    deck = begun.deck()
    rng = random.Random(0)
    while begun.deal == 0 and not begun.over:
        assert begun.deck() == deck
        begun.play(choose_play(begun.legal_plays(), rng))


def decks_dealt(begun: Game, number: int) -> list[list[str]]:
    """The decks of the first deals of a game of random plays."""
    rng = random.Random(0)
    decks = [begun.deck()]
    while len(decks) < number:
        deal = begun.deal
        begun.play(choose_play(begun.legal_plays(), rng))
        if begun.deal != deal:
            decks.append(begun.deck())
    return decks


def test_given_decks_come_first_and_the_rest_from_the_seed() -> None:
    rules = Rules.three(game_points=50)
    seeded = decks_dealt(Game(rules, seed=1), 4)
    assert len({tuple(deck) for deck in seeded}) == 4
    given = decks_dealt(Game(rules, seed=1, decks=[PACK, seeded[0]]), 4)
    assert given == [PACK, seeded[0], *seeded[2:]]


def test_settling_early_or_late_gives_the_same_deck() -> None:
    early, late = Game(seed=4).state, Game(seed=4).state
    settle_deck(early)
    while late.shuffled < 36:
        settle_place(late)
    assert bytes_of(early) == bytes_of(late)
    assert sorted(early.deck.tolist()) == list(range(36))
    shuffle(late, NO_DECKS)
    assert (late.shuffled, late.drawn) == (0, 0)
    settle_deck(late)
    assert late.deck.tolist() == early.deck.tolist()


def test_a_given_deck_is_taken_as_it_is() -> None:
    state = Game(seed=4).state
    given = np.arange(36, dtype=np.int8)[None, ::-1].copy()
    shuffle(state, given)
    assert state.shuffled == 36
    assert state.deck.tolist() == given[0].tolist()


def test_cards_are_drawn_round_and_round_until_the_stock_is_empty() -> None:
    state = Game(decks=[PACK], first_dealer=3).state
    state.hands[:] = 0
    state.drawn = 33
    draw_up(state, 2)
    assert [card_names(int(hand)) for hand in state.hands] == [
        [PACK[35]],
        [],
        [PACK[33]],
        [PACK[34]],
    ]
    assert state.drawn == 36


def test_who_draws_may_hold_toqutsit_again() -> None:
    state = Game(seed=1).state
    state.undrawn = 0b1111
    draw_card(state, 2)
    assert state.undrawn == 0b1011

"""Decks and dealers follow from seeds as `engine/randomness.py` documents it."""

from __future__ import annotations

import inspect
import random
from itertools import pairwise

import numpy as np
import pytest
from helpers import choose_play

import voormsi_env.engine.randomness as randomness
from voormsi_env import Game, Games, Rules
from voormsi_env.cards import CARD_NAMES, card_names
from voormsi_env.engine.stock import settle_deck

SEEDS = [0, 1, 7, 2**31, 2**53 - 1, 2**62 + 12345, 2**63 - 1]
LOW_63_BITS = 2**63 - 1


# The documented generator once more, on Python's whole numbers of any size.


def mix(x: int) -> int:
    x = (x ^ (x >> 30)) * 0x3F58476D1CE4E5B9 % 2**63
    x = (x ^ (x >> 27)) * 0x14D049BB133111EB % 2**63
    return x ^ (x >> 31)


def combine(x: int, y: int) -> int:
    return mix((x + (y + 1) * 0x1E3779B97F4A7C15) % 2**63)


def below(key: int, i: int, n: int) -> int:
    return (combine(key, i) >> 31) * n >> 32


def deck_of(seed: int, deal: int) -> list[str]:
    key = combine(seed, deal + 1)
    cards = list(CARD_NAMES)
    for i in range(36):
        j = i + below(key, i, 36 - i)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


def test_the_documented_numbers_are_those_used_here() -> None:
    for line in (
        "mix(x):        x = (x ^ (x >> 30)) * 0x3F58476D1CE4E5B9",
        "x = (x ^ (x >> 27)) * 0x14D049BB133111EB",
        "combine(x, y): mix(x + (y + 1) * 0x1E3779B97F4A7C15)",
        "below(key, i, n): (combine(key, i) >> 31) * n >> 32",
    ):
        assert line in inspect.getdoc(randomness)  # type: ignore[operator]


@pytest.mark.parametrize("seed", SEEDS)
def test_words_are_those_of_the_documented_generator(seed: int) -> None:
    assert randomness.mix(seed) == mix(seed)
    for counter in (0, 1, 2, 35, 10**9, 2**40, LOW_63_BITS):
        assert randomness.combine(seed, counter) == combine(seed, counter) <= LOW_63_BITS
        for limit in (1, 2, 3, 36, 1000):
            number = randomness.below(seed, counter, limit)
            assert number == below(seed, counter, limit)
            assert 0 <= number < limit
        assert randomness.game_seed(seed, counter) == combine(seed, counter) >> 10 < 2**53


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_dealers_decks_and_scores_are_those_of_the_documented_generator(
    seed: int, players: int
) -> None:
    rules = Rules(players, game_points=50)
    game = Game(rules, seed=seed, start_scores="random")
    key = combine(seed, 0)
    assert game.dealer == below(key, 0, players)
    assert game.scores == [below(key, 1 + team, 50) for team in range(rules.teams)]
    assert game.deck() == deck_of(seed, 0)


def test_deck_k_follows_from_seed_and_k_alone() -> None:
    """Whatever was played before, and whoever dealt."""
    for chooser in range(3):
        game = Game(Rules.three(game_points=50), seed=5, first_dealer=chooser)
        rng = np.random.default_rng(chooser)
        for deal in range(4):
            assert game.deal == deal
            deck = deck_of(5, deal)
            assert game.deck() == deck
            while game.deal == deal and not game.over:
                plays = game.legal_plays()
                game.play(plays[int(rng.integers(len(plays)))])


def test_cards_leave_the_pack_in_the_order_of_the_deck() -> None:
    rng = random.Random(1)
    game = Game(Rules.two(), seed=21)
    deck = deck_of(21, 0)
    drawn = [set(game.hand(seat)) for seat in range(2)]
    eldest = (game.dealer + 1) % 2
    assert drawn[eldest] == set(deck[:4])
    while game.deal == 0 and not game.over:
        held = set(deck[: int(game.state.drawn)])
        gone = {name for mask in game.state.gone for name in card_names(int(mask))}
        assert {*game.hand(0), *game.hand(1)} | gone == held
        game.play(choose_play(game.legal_plays(), rng))


def test_games_of_a_batch_have_the_documented_seeds() -> None:
    games = Games(5, seed=99)
    assert games.states["seed"].tolist() == [combine(99, index) >> 10 for index in range(5)]


# Rough uniformity


def chi_squared(counts: np.ndarray, expected: float) -> float:
    return float(((counts - expected) ** 2 / expected).sum())


def test_every_card_comes_to_every_place_about_as_often() -> None:
    decks = 3_000
    counts = np.zeros((36, 36))
    games = Games(decks, seed=1)
    for place, card in enumerate(_settled(games).T):
        counts[place] = np.bincount(card, minlength=36)
    # 35 x 35 degrees of freedom: mean 1225, standard deviation 49.5
    assert 1_225 - 200 < chi_squared(counts, decks / 36) < 1_225 + 200


def _settled(games: Games) -> np.ndarray:
    for record in games.states:
        settle_deck(record)
    return games.states["deck"].astype(int)


def test_neighbouring_seeds_and_deals_give_unrelated_decks() -> None:
    rows = [deck_of(seed, deal) for seed in range(20) for deal in range(20)]
    pairs = pairwise(rows)
    same = [sum(a == b for a, b in zip(one, other, strict=True)) for one, other in pairs]
    # two shuffled decks agree in one place on average
    assert 0.8 < np.mean(same) < 1.2
    assert max(same) <= 7
    assert len({tuple(row) for row in rows}) == 400


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_seat_deals_first_about_as_often(players: int) -> None:
    games = Games(6_000, Rules(players), seed=2)
    counts = np.bincount(games.states["dealer"], minlength=players)
    assert chi_squared(counts, 6_000 / players) < 15
    seeds = games.states["seed"]
    assert len(np.unique(seeds)) == 6_000
    assert (seeds < 2**53).all()


def test_random_start_scores_are_spread_evenly() -> None:
    games = Games(6_000, seed=3, start_scores="random")
    scores = games.states["scores"][:, :2].astype(int)
    for team in range(2):
        assert chi_squared(np.bincount(scores[:, team], minlength=9), 6_000 / 9) < 30
    assert abs(np.corrcoef(scores.T)[0, 1]) < 0.05


def test_nothing_touches_the_global_generators() -> None:
    random.seed(5)
    np.random.seed(5)
    expected = random.random(), np.random.random()
    random.seed(5)
    np.random.seed(5)
    Game().play_action(0)
    Games(3, auto_reset=True, start_scores="random").random_actions(1)
    assert (random.random(), np.random.random()) == expected

"""Sampled worlds agree with all that a seat knows, and are drawn evenly from all that do."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from helpers import SWEEP, play_tricks, random_positions
from scipy.stats import chisquare

from voormsi_agents.search.replay import action_of, begin_deal, card_at
from voormsi_agents.search.worlds import sample_worlds
from voormsi_env import Game, Rules
from voormsi_env.cards import ALL_CARDS, TOQUTSIT
from voormsi_env.engine.jit import compiled
from voormsi_env.engine.legal import legal
from voormsi_env.engine.play import play
from voormsi_env.engine.state import START, STATE, VIEW
from voormsi_env.engine.view import write_view


def views_to_move(positions: int, seed: int, players: int) -> list[np.ndarray]:
    views = []
    for game, _ in random_positions(positions, seed=seed, players=players):
        if not game.over:
            views.append(np.asarray(game.view(game.to_play))[None])
    return views


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_world_looks_to_the_seat_as_the_game_does(players: int) -> None:
    views = views_to_move(60, seed=3, players=players)
    assert len(views) > 40
    for number, view in enumerate(views):
        for world in sample_worlds(view, np.array([number]), 5)[0]:
            again = np.zeros(1, VIEW)
            write_view(world, 0, again[0])
            assert again.tobytes() == view.tobytes()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_world_holds_every_card_once(players: int) -> None:
    for number, view in enumerate(views_to_move(60, seed=4, players=players)):
        world = sample_worlds(view, np.array([number]), 1)[0, 0]
        places = [*world.hands, *world.gone]
        stock = sum(1 << int(card) for card in world.deck[world.drawn :])
        assert sum(int(cards) for cards in places) + stock == ALL_CARDS


def test_at_the_first_lead_every_card_is_as_likely_in_every_hidden_place() -> None:
    game = Game(Rules(), seed=8)
    view = np.asarray(game.view(game.to_play))[None]
    worlds = sample_worlds(view, np.array([5]), 4000)[0]
    hidden = [card for card in range(36) if not int(view["hand"][0]) >> card & 1]
    for seat in (1, 2, 3):
        held = [int((worlds["hands"][:, seat] >> card & 1).sum()) for card in hidden]
        assert chisquare(held).pvalue > 1e-4
    assert len({world.deck.tobytes() for world in worlds}) == len(worlds)


@compiled
def count_that_fit(view: Any, worlds: Any, scratch: Any, start: Any, deck: Any, again: Any) -> int:
    """How many worlds come to look as they do when their deck is dealt and the plays are made, each
    of them legal when its turn comes."""
    fitting = 0
    game = scratch[0]
    for index in range(len(worlds)):
        for place in range(36):
            deck[0, place] = worlds[index].deck[place]
        game = scratch[0]
        begin_deal(view, deck, start[0], game)
        legal_so_far = True
        entry = 0
        while entry < view.cards_played:
            cards = 0
            for _ in range(view.trick_sizes[game.tricks_begun - (1 if game.plays_made > 0 else 0)]):
                cards |= 1 << card_at(view, entry)
                entry += 1
            action = action_of(cards, game.hands[game.to_play])
            if cards & ~game.hands[game.to_play] != 0 or legal(game) >> action & 1 == 0:
                legal_so_far = False
                break
            play(game, action, deck)
        if legal_so_far:
            game.deal = view.deal
            game.ply = view.ply
            write_view(game, 0, again[index])
            fitting += 1
    return fitting


def assert_worlds_fit(view: np.ndarray, key: int, samples: int) -> None:
    worlds = sample_worlds(view, np.array([key]), samples)[0]
    again = np.zeros(samples, VIEW)
    scratch = np.zeros(1, STATE), np.zeros(1, START), np.zeros((1, 36), np.int8)
    assert count_that_fit(view[0], worlds, *scratch, again) == samples
    expected = np.repeat(view, samples)
    for name in VIEW.names or ():
        assert (again[name] == expected[name]).all(), name


@pytest.mark.parametrize("players", [2, 3, 4])
def test_worlds_violate_nothing_the_seat_knows(players: int) -> None:
    for number, view in enumerate(views_to_move(60, seed=12, players=players)):
        assert_worlds_fit(view, number, 100)


@pytest.mark.integration
@pytest.mark.parametrize("players", [2, 3, 4])
def test_ten_thousand_worlds_violate_nothing_the_seat_knows(players: int) -> None:
    views = views_to_move(230, seed=13, players=players)[:200]
    assert len(views) == 200
    for number, view in enumerate(views):
        assert_worlds_fit(view, number, 10_000)


@pytest.mark.parametrize("refused", [False, True])
def test_who_played_no_toqutsit_under_the_duty_can_only_have_drawn_it_since(refused: bool) -> None:
    """Seats 1 and 3 are bound by seat 0's Voormsi, and seat 0 claims its bonus: each can hold
    Toqutsit in one place, the card drawn after that trick; or, no Voormsi having been played, in
    any place of the hand."""
    lead = "KH" if refused else "9S"
    game = play_tricks(f"{lead} 9C 5C 9D", "9H" if refused else "9H 6C")
    view = np.asarray(game.view(game.to_play))[None]
    me = int(game.to_play)
    bound = [seat for seat in (0, 1, 3) if seat != me] if refused else []
    worlds = sample_worlds(view, np.array([3]), 20_000)[0]
    held = [(worlds["hands"][:, seat] & 1 << TOQUTSIT != 0).sum() for seat in (1, 2, 3)]
    stock = len(worlds) - sum(held)
    places = [
        (1 if (me + seat) % 4 in bound else int(view["hand_sizes"][0, seat])) for seat in (1, 2, 3)
    ]
    places.append(int(view["stock"][0]))
    expected = np.array(places) / sum(places) * len(worlds)
    assert chisquare([*held, stock], expected).pvalue > 1e-4


def test_every_way_to_deal_the_last_cards_is_as_likely() -> None:
    """Two cards each, none of them Toqutsit: 90 ways to deal six cards to three hands."""
    game = play_tricks(*SWEEP[:7])
    view = np.asarray(game.view(game.to_play))[None]
    worlds = sample_worlds(view, np.array([7]), 18_000)[0]
    ways = Counter(tuple(map(int, world["hands"][1:])) for world in worlds)
    assert len(ways) == 90
    assert chisquare(list(ways.values())).pvalue > 1e-4


def test_the_true_hands_are_one_draw_among_others() -> None:
    """Where players choose at random, the true world's place among sampled ones is uniform, in
    whatever order they are put."""
    samples, places = 9, np.zeros(10, int)
    weights = np.random.default_rng(3).permutation(36)

    def value(hand: int) -> int:
        return sum(int(weights[card]) for card in range(36) if hand >> card & 1)

    for number, (game, _) in enumerate(random_positions(600, seed=21, players=4)):
        if game.over or game.state.drawn == 36:
            continue
        seat = game.to_play
        view = np.asarray(game.view(seat))[None]
        worlds = sample_worlds(view, np.array([number]), samples)[0]
        true = value(int(game.state.hands[(seat + 1) % 4]))
        drawn = [value(int(world["hands"][1])) for world in worlds]
        below = sum(other < true for other in drawn)
        alike = sum(other == true for other in drawn)
        places[below + (number % (alike + 1))] += 1
    assert places.sum() > 300
    assert chisquare(places).pvalue > 1e-3


def test_a_game_that_is_over_has_no_worlds() -> None:
    game = Game(Rules(), seed=8)
    while not game.over:
        game.play_action(game.legal_actions()[0])
    with pytest.raises(ValueError, match="over"):
        sample_worlds(np.asarray(game.view(0))[None], np.array([5]), 1)

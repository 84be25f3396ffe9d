"""Sampled worlds agree with all that a seat knows, and are drawn evenly from all that do."""

from __future__ import annotations

import numpy as np
import pytest
from helpers import random_positions
from scipy.stats import chisquare

from agents.search.worlds import sample_worlds
from voormsi_env import Game, Rules
from voormsi_env.cards import ALL_CARDS
from voormsi_env.engine.state import VIEW
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


def test_a_game_that_is_over_has_no_worlds() -> None:
    game = Game(Rules(), seed=8)
    while not game.over:
        game.play_action(game.legal_actions()[0])
    with pytest.raises(ValueError, match="over"):
        sample_worlds(np.asarray(game.view(0))[None], np.array([5]), 1)

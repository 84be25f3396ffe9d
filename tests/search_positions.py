"""Positions to search in, and what players that search do in them."""

from __future__ import annotations

import numpy as np
from helpers import random_positions

from voormsi_agents.base import ask
from voormsi_agents.registry import make_agent
from voormsi_env import Game
from voormsi_env.actions import action_to_cards
from voormsi_env.cards import text_of


def views_to_move(positions: int, seed: int, players: int, **options: object) -> np.ndarray:
    """VIEWs of seats to play, in positions of random games."""
    views = [
        np.asarray(game.view(game.to_play))[None]
        for game, _ in random_positions(positions, seed=seed, players=players, **options)
        if not game.over
    ]
    return np.concatenate(views)


def keys_for(views: np.ndarray) -> np.ndarray:
    """A key for each view."""
    return np.arange(len(views), dtype=np.int64) * 7919 + 5


def choice(text: str, game: Game, key: int = 1) -> list[str]:
    """The cards an agent plays for the seat to play."""
    agent = make_agent(text, game.rules)
    views = np.asarray(game.view(game.to_play))[None]
    action = int(ask(agent, game.state.reshape(1), np.zeros(1, int), views, np.array([key]))[0])
    return text_of(action_to_cards(action, int(views["hand"][0]))).split()

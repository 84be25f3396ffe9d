"""What tests of players need: what one plays in a position, VIEWs, and how often one wins."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from helpers import FOUR, parse_trick, play_tricks, scripted_deck
from numpy.typing import NDArray

from voormsi_agents.base import Agent
from voormsi_agents.baselines.heuristic.action_value import heuristic_action
from voormsi_agents.baselines.random import RandomAgent
from voormsi_agents.matches.lockstep import play_to_end
from voormsi_env import Game, Games, Rules
from voormsi_env.actions import action_to_cards
from voormsi_env.cards import text_of

Player = Callable[[Any, int], int]


def chosen(game: Game, player: Player = heuristic_action) -> str:
    """What a player plays for the seat to move."""
    assert game.to_play is not None
    view = game.view(game.to_play)
    return text_of(action_to_cards(int(player(view, 0)), int(view.hand)))


def to_lead(hand: str, player: Player = heuristic_action) -> str:
    """What a player leads to the first trick of a game."""
    deck = scripted_deck(4, 3, [], {0: hand.split()})
    return chosen(Game(FOUR, seed=1, decks=[deck], first_dealer=3), player)


def to_follow(trick: str, hand: str, player: Player = heuristic_action) -> str:
    """What a player adds to the first trick of a game, begun by seat 0."""
    seat = len(parse_trick(trick)[0])
    return chosen(play_tricks(trick, held={seat: hand.split()}), player)


def share_of_wins(agent: Agent, other: Agent, rules: Rules, deals: int) -> float:
    """How often an agent wins duplicate games: each deal is played from every seat; of three
    players, alone against two of the others."""
    wins = 0
    for turn in range(rules.teams):
        games = Games(deals, rules, seed=1)
        teams = np.array([rules.team_of(seat) for seat in range(rules.players)])
        seating = np.tile(np.where(teams == turn, 0, 1), (deals, 1))
        play_to_end(games, [agent, other], seating, key=2 + turn)
        wins += int((games.states["winners"] == 1 << turn).sum())
    return wins / (deals * rules.teams)


def some_views(rules: Rules, games: int = 60, plays: int = 25) -> NDArray[np.void]:
    """Views met in random games."""
    table = Games(games, rules, seed=4)
    views = []
    for ply in range(plays):
        views.append(table.views()[table.to_play >= 0])
        keys = np.arange(games) + 1000 * ply
        actions = RandomAgent().act(table.views(), keys) if (table.to_play >= 0).all() else None
        if actions is None:
            break
        table.step(actions)
    return np.concatenate(views)

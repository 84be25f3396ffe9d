"""Letting agents play games side by side."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from voormsi_agents.base import Agent, ask
from voormsi_env.aliases import StateRecords, ViewRecords
from voormsi_env.engine.jit import compiled
from voormsi_env.engine.randomness import combine
from voormsi_env.engine.state import VIEW
from voormsi_env.engine.view import write_view
from voormsi_env.games import Games

NOBODY = -1

AfterStep = Callable[[Games, NDArray[np.int64]], None]


@compiled
def decision_key(key: int, game_id: int, ply: int) -> int:
    """A fresh random number for the decision at a ply of a game."""
    return combine(combine(key, game_id), ply)


@compiled
def _write_decisions(
    games: StateRecords,
    chosen: NDArray[np.int64],
    key: int,
    ids: NDArray[np.int64],
    views: ViewRecords,
    keys: NDArray[np.int64],
) -> None:
    """Write the VIEW and the key of the decision that waits in each of the chosen games."""
    for place in range(len(chosen)):
        game = games[chosen[place]]
        write_view(game, int(game.to_play), views[place])
        keys[place] = decision_key(key, ids[chosen[place]], game.ply)


def play_to_end(
    games: Games,
    agents: Sequence[Agent],
    seating: NDArray[np.integer[Any]],
    key: int,
    ids: NDArray[np.int64] | None = None,
    after_step: AfterStep | None = None,
) -> None:
    """Let agents play until every game is over.

    Args:
        games: games without auto-reset.
        agents: the players.
        seating: whole numbers (n, players): which agent decides for each seat of each game.
        key: seed of the agents' own randomness, 0 to 2**63 - 1.
        ids: int64 (n,), names of the games for that randomness; 0 to n - 1 when None.
        after_step: called after each step with `games` as it then stands and the actions of the
            step, int64 (n,); those of games that were over before it mean nothing.
    """
    names = np.arange(len(games), dtype=np.int64) if ids is None else ids
    rows = np.arange(len(games))
    while (games.to_play >= 0).any():
        deciders = np.where(games.to_play >= 0, seating[rows, games.to_play], NOBODY)
        actions = choose_actions(games, agents, deciders, key, names)
        games.step(actions)
        if after_step is not None:
            after_step(games, actions)


def choose_actions(
    games: Games,
    agents: Sequence[Agent],
    deciders: NDArray[np.integer[Any]],
    key: int,
    ids: NDArray[np.int64],
) -> NDArray[np.int64]:
    """One action a game, int64 (n,), each from the agent that decides for it.

    Each agent is asked once, with the VIEWs of the games it decides for. The randomness of a
    decision depends on the key, the game's id and the plays made in it, so not on which games are
    played side by side.

    Args:
        games: n of them.
        agents: the players.
        deciders: whole numbers (n,), index into `agents`; NOBODY for games that get action 0.
        key: seed of the agents' randomness, 0 to 2**63 - 1.
        ids: int64 (n,), names of the games for that randomness.
    """
    actions = np.zeros(len(games), np.int64)
    for index, agent in enumerate(agents):
        chosen = np.flatnonzero(deciders == index)
        if len(chosen):
            views, keys = np.zeros(len(chosen), VIEW), np.empty(len(chosen), np.int64)
            _write_decisions(games.states, chosen, key, ids, views, keys)
            actions[chosen] = ask(agent, games.states, chosen, views, keys)
    return actions

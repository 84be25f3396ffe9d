"""Letting agents play games side by side."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.base import Agent
from voormsi_env.engine.jit import compiled
from voormsi_env.engine.randomness import combine
from voormsi_env.games import Games

AfterStep = Callable[[Games, NDArray[np.int64]], None]


@compiled
def decision_key(key: int, game_id: int, ply: int) -> int:
    """A fresh random number for the decision at a ply of a game."""
    return combine(combine(key, game_id), ply)


@compiled
def _write_keys(key: int, ids: Any, records: Any, keys: Any) -> None:
    for i in range(len(ids)):
        keys[i] = decision_key(key, ids[i], records[i].ply)


def decision_keys(key: int, ids: NDArray[np.int64], records: NDArray[np.void]) -> NDArray[np.int64]:
    """A fresh random number for each game's next decision, int64 (n,).

    It depends on the key, the game's id (int64 (n,)) and the plays made in it, so not on which
    games are played side by side.
    """
    keys = np.empty(len(ids), np.int64)
    _write_keys(key, ids, records, keys)
    return keys


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
        actions = choose_actions(
            games.views(),
            agents,
            np.where(games.to_play >= 0, seating[rows, games.to_play], -1),
            decision_keys(key, names, games.records),
        )
        games.step(actions)
        if after_step is not None:
            after_step(games, actions)


def choose_actions(
    views: NDArray[np.void],
    agents: Sequence[Agent],
    deciders: NDArray[np.integer[Any]],
    keys: NDArray[np.int64],
) -> NDArray[np.int64]:
    """One action a row, each from the agent that decides for it.

    Args:
        views: VIEW (n,). deciders: whole numbers (n,), index into `agents`, or -1 for rows that
            need no action and get 0. keys: int64 (n,).
    """
    actions = np.zeros(len(views), np.int64)
    for index, agent in enumerate(agents):
        chosen = np.flatnonzero(deciders == index)
        if len(chosen):
            actions[chosen] = agent.act(views[chosen], keys[chosen])
    return actions

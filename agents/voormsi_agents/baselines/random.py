"""The player that chooses uniformly among the legal plays."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from voormsi_agents.base import Agent
from voormsi_env.aliases import Action, ActionSet, ViewRecords
from voormsi_env.engine.bits import count, lowest
from voormsi_env.engine.jit import compiled
from voormsi_env.engine.randomness import below


@compiled
def random_action(legal: ActionSet, key: int) -> Action:
    """One of a set of legal actions, each as likely, by a key."""
    for _ in range(below(key, 0, count(legal))):
        legal &= legal - 1
    return lowest(legal)


@compiled
def _choose(views: ViewRecords, keys: NDArray[np.int64], actions: NDArray[np.int64]) -> None:
    for row in range(len(views)):
        actions[row] = random_action(int(views[row].legal), keys[row])


class RandomAgent(Agent):
    """Chooses uniformly among the legal plays."""

    name = "random"

    def act(self, views: ViewRecords, keys: NDArray[np.int64]) -> NDArray[np.int64]:
        """See `Agent.act`."""
        actions = np.empty(len(views), np.int64)
        _choose(views, keys, actions)
        return actions

"""The heuristic player as an agent."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.base import Agent
from agents.baselines.heuristic.choice import heuristic_action
from voormsi_env.engine.jit import compiled

HEURISTIC_VERSION = 1


@compiled
def _choose(views: Any, keys: Any, actions: Any) -> None:
    for row in range(len(views)):
        actions[row] = heuristic_action(views[row], keys[row])


class HeuristicAgent(Agent):
    """Plays."""

    name = "heuristic"

    def act(self, views: NDArray[np.void], keys: NDArray[np.int64]) -> NDArray[np.int64]:
        """See `Agent.act`."""
        actions = np.empty(len(views), np.int64)
        _choose(views, keys, actions)
        return actions

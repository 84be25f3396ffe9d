"""A learned policy as an agent: `checkpoint:PATH`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from voormsi_agents.base import Agent
from voormsi_agents.networks.own_goals import without_own_goals
from voormsi_agents.networks.policies import TeamPolicy
from voormsi_agents.networks.policy_file import find_policy, load_policy
from voormsi_env.actions import NUM_ACTIONS
from voormsi_env.engine.jit import compiled
from voormsi_env.engine.randomness import combine
from voormsi_env.rules import Rules

BLOCK = 64
"""Rows go through the network in blocks of this many, the last filled up with zeros: a matrix
product may round differently for other sizes, and an action must not depend on its neighbours."""


class PolicyAgent(Agent):
    """Plays by a policy network; of its plays, an own goal comes after every other."""

    def __init__(self, policy: TeamPolicy, temperature: float = 0.0) -> None:
        """Take a policy, and how to choose by it.

        Args:
            policy: the network; nothing of it changes.
            temperature: 0 for the action with the best score, 1 for a draw by the policy's own
                probabilities; in between, a draw by sharpened ones.

        Raises:
            ValueError: the temperature is below 0 or not finite.
        """
        if not 0.0 <= temperature < float("inf"):
            raise ValueError(f"temperature is {temperature}; allowed are numbers from 0")
        self._policy = policy
        self._temperature = temperature

    def act(self, views: NDArray[np.void], keys: NDArray[np.int64]) -> NDArray[np.int64]:
        """See `Agent.act`."""
        scores = self.scores_of_views(views)
        actions = np.empty(len(views), np.int64)
        _choose(scores, views, keys, self._temperature, actions)
        return actions

    def scores_of_views(self, views: NDArray[np.void]) -> NDArray[np.float32]:
        """The policy's logits, illegal actions included, float32 (n, 15), for VIEWs (n,)."""
        return self.scores(self._policy.inputs.of_views(views))

    def scores(self, rows: NDArray[np.int8]) -> NDArray[np.float32]:
        """The policy's logits, illegal actions included, float32 (n, 15), of rows of `Inputs`."""
        count = len(rows)
        padded = np.zeros((-(-count // BLOCK) * BLOCK, rows.shape[1]), np.float32)
        padded[:count] = rows
        with torch.no_grad(), one_torch_thread():
            blocks = [
                self._policy.scores(block) for block in torch.split(torch.from_numpy(padded), BLOCK)
            ]
        return torch.cat(blocks).numpy()[:count] if blocks else np.empty((0, NUM_ACTIONS), "f4")


class CheckpointAgent(PolicyAgent):
    """Plays by a saved policy.

    Attributes:
        path: of the policy's file.
    """

    def __init__(self, rules: Rules, path: str = "champion", temperature: float = 0.0) -> None:
        """Load the policy.

        Args:
            rules: of the games it will play.
            path: a policy file, a run folder, or the name of a shipped policy.
            temperature: see `PolicyAgent`.

        Raises:
            PolicyFileError: there is no such policy, or it is one for another game.
        """
        self.path = find_policy(path, rules)
        super().__init__(load_policy(self.path, rules), temperature)


@contextmanager
def one_torch_thread() -> Iterator[None]:
    """One thread for matrix arithmetic: blocks are too small to share."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(threads)


@compiled
def _choose(scores: Any, views: Any, keys: Any, temperature: float, actions: Any) -> None:
    """The action with the highest score, Gumbel noise added when there is a temperature."""
    for row in range(len(actions)):
        best = -np.inf
        allowed = without_own_goals(views[row])
        for action in range(scores.shape[1]):
            if allowed >> action & 1 == 0:
                continue
            score = float(scores[row, action])
            if temperature > 0.0:
                chance = (float(combine(keys[row], action)) + 0.5) / 2.0**63
                score = score / temperature - np.log(-np.log(chance))
            if score > best:
                best = score
                actions[row] = action

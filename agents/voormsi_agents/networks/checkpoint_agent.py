"""A learned policy as an agent: `checkpoint:PATH`."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from voormsi_agents.base import Agent
from voormsi_agents.networks.own_goals import without_own_goals
from voormsi_agents.networks.policy_file import find_policy, read_policy
from voormsi_agents.networks.policy_network import PolicyNetwork
from voormsi_env.aliases import ViewRecords
from voormsi_env.engine.jit import compiled
from voormsi_env.engine.randomness import combine
from voormsi_env.rules import Rules


class PolicyAgent(Agent):
    """Plays by a policy network; of its plays, an own goal comes after every other."""

    def __init__(self, network: PolicyNetwork, temperature: float = 0.0) -> None:
        """Take a policy, and how to choose by it.

        Args:
            network: the policy's.
            temperature: 0 for the action with the best score, 1 for a draw by the policy's own
                probabilities; in between, a draw by sharpened ones.

        Raises:
            ValueError: the temperature is below 0 or not finite.
        """
        if not 0.0 <= temperature < float("inf"):
            raise ValueError(f"temperature is {temperature}; allowed are numbers from 0")
        self._network = network
        self._temperature = temperature

    def act(self, views: ViewRecords, keys: NDArray[np.int64]) -> NDArray[np.int64]:
        """See `Agent.act`."""
        actions: NDArray[np.int64] = _choose(
            self.scores_of_views(views), views, keys, self._temperature
        )
        return actions

    def scores_of_views(self, views: ViewRecords) -> NDArray[np.float32]:
        """The policy's logits, illegal actions included, float32 (n, 15), for VIEWs (n,)."""
        return self.scores(self._network.inputs.of_views(views))

    def scores(self, rows: NDArray[np.int8]) -> NDArray[np.float32]:
        """The policy's logits, illegal actions included, float32 (n, 15), of rows of `Inputs`."""
        return self._network.scores(rows)


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
        super().__init__(read_policy(self.path, rules), temperature)


@compiled
def _choose(
    scores: NDArray[np.float32], views: ViewRecords, keys: NDArray[np.int64], temperature: float
) -> NDArray[np.int64]:
    """The action with the highest score, Gumbel noise added when there is a temperature."""
    actions = np.empty(len(views), np.int64)
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
    return actions

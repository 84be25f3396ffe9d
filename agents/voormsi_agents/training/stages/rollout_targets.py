"""Learning what every play would have come to, in the cards as they lay.

In each position met, every legal play is tried in the game itself, with the hands and the stock as
they are, and played on for a few tricks (rollouts: Tesauro and Galperin, NIPS 1996). All plays are
tried in the same cards, so that luck common to them cancels out. The network is shown only what the
seat may know: what it learns is the mean over all that could have lain hidden, each as likely as
the play so far makes it. That is what search works out at the table from sampled worlds; here it is
learned once for all positions, and from every play of a position, not only from the one made.

At first the rule-based player plays on; later the policy itself does, and so improves on itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from copy import deepcopy
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from sb3_contrib.common.maskable.distributions import make_masked_proba_distribution

from voormsi_agents.networks.policies import ADAM, TeamPolicy
from voormsi_agents.networks.torch_threads import one_torch_thread
from voormsi_agents.training.selfplay.reward_shaping import LadderPotential
from voormsi_agents.training.stages.position_trials import Positions, PositionTrials

BATCHES = 16
"""Gradient steps between two looks at the games."""
SCORE = 0.05
"""The difference in chances to win that the network learns as a score of 1."""
LAST_RATE = 0.02
"""The learning rate falls to this part of the first."""
LONGEST_GRADIENT = 5.0


class RolloutTargetLearner:
    """Teaches a policy what the trials show.

    Attributes:
        positions: how many it has learned from.
        optimizer: of all the policy's weights.
    """

    def __init__(
        self,
        policy: TeamPolicy,
        trials: PositionTrials,
        batch_size: int,
        learning_rate: float,
        seed: int,
        potential: LadderPotential | None,
    ) -> None:
        """Make ready.

        Args:
            policy: changed in place.
            trials: meet the positions.
            batch_size: positions to a gradient step.
            learning_rate: of the first step; it falls in a straight line to `LAST_RATE` of it.
            seed: of the order.
            potential: as for reinforcement: the critic learns what is paid from a play to the end
                of its deal; None where nothing is paid before the game's end.
        """
        self.positions = 0
        self.optimizer = torch.optim.Adam(policy.parameters(), lr=learning_rate, **ADAM)
        self._policy = policy
        self._trials = trials
        self._batch_size = batch_size
        self._learning_rate = learning_rate
        self._rng = np.random.default_rng(seed)
        self._potential = potential

    def learn(
        self, done: Callable[[], float], by_policy_from: float
    ) -> Iterator[tuple[int, float, float]]:
        """Learn in rounds of `BATCHES` gradient steps.

        While the policy learns from a round, the next is played by the policy as it was before,
        on another core if there is one; so a round does not depend on the machine's speed.

        Args:
            done: the part of the work that is done, 0 to 1; at 1 it ends.
            by_policy_from: the part after which the policy itself plays on.

        Yields:
            After each round: plays made by all seats, the mean squared error of the scores, and
            the mean regret of the policy's best plays.
        """
        player = _copy_of(self._policy)
        wanted = BATCHES * self._batch_size
        with one_torch_thread(), ThreadPoolExecutor(1) as background:

            def begin() -> Future[Positions]:
                player.load_state_dict(self._policy.state_dict())
                return background.submit(
                    self._trials.collect, player, wanted, done() >= by_policy_from
                )

            coming = begin()
            while done() < 1.0:
                met = coming.result()
                coming = begin()
                for group in self.optimizer.param_groups:
                    group["lr"] = self._learning_rate * max(LAST_RATE, 1.0 - done())
                error, regret = self._learn_from(met)
                self.positions += len(met)
                yield met.plays, error, regret

    def state(self) -> dict[str, Any]:
        """What `restore` needs to go on from here."""
        return {"positions": self.positions, "optimizer": self.optimizer.state_dict()}

    def restore(self, state: dict[str, Any]) -> None:
        """Go on from a state; the policy's weights are restored elsewhere."""
        self.positions = int(state["positions"])
        self.optimizer.load_state_dict(state["optimizer"])

    def _learn_from(self, met: Positions) -> tuple[float, float]:
        self._policy.set_training_mode(True)
        errors, regrets = [], []
        order = self._rng.permutation(len(met))
        for batch in np.array_split(order, max(1, len(met) // self._batch_size)):
            rows = torch.from_numpy(met.rows[batch]).float()
            values = torch.from_numpy(met.values[batch])
            visible = rows[:, : self._policy.inputs.visible]
            scores = self._policy.scores(visible)
            error = score_error(scores, values)
            critic_error = (
                (self._policy.predict_values(rows)[:, 0] - self._returns(met, batch)) ** 2
            ).mean()
            self.optimizer.zero_grad()
            (error + critic_error).backward()  # type: ignore[no-untyped-call]
            torch.nn.utils.clip_grad_norm_(self._policy.parameters(), LONGEST_GRADIENT)
            self.optimizer.step()
            errors.append(error.item())
            regrets.append(regret_of_best(scores.detach(), values))
        return float(np.mean(errors)), float(np.mean(regrets))

    def _returns(self, met: Positions, batch: NDArray[np.int64]) -> torch.Tensor:
        """What the plays made are worth from there on, on the scale of the reward, float32 (n,)."""
        teams = self._policy.inputs.rules.teams
        worth = (teams * met.played[batch] - 1.0) / (teams - 1)
        if self._potential is not None:
            worth -= self._potential.of_observations(met.rows[batch])
        return torch.from_numpy(worth)


def _copy_of(policy: TeamPolicy) -> TeamPolicy:
    """A policy's copy; its latest plays, whose gradients cannot be copied, are forgotten first."""
    policy.action_dist = make_masked_proba_distribution(policy.action_space)
    return deepcopy(policy)


def score_error(scores: torch.Tensor, values: torch.Tensor) -> torch.Tensor:
    """The squared error of the scores of legal plays, of which only differences count.

    Args:
        scores: (n, 15), of a policy.
        values: (n, 15), chances to win, minus infinity for plays that are not legal.
    """
    legal_plays = values > -np.inf
    count = legal_plays.sum(1, keepdim=True)

    def level(numbers: torch.Tensor) -> torch.Tensor:
        kept = torch.where(legal_plays, numbers, 0.0)
        return torch.where(legal_plays, numbers - kept.sum(1, keepdim=True) / count, 0.0)

    return ((level(scores) - level(values) / SCORE) ** 2).sum(1).mean()


def regret_of_best(scores: torch.Tensor, values: torch.Tensor) -> float:
    """The mean chance to win that the best-scored plays gave away, as the trials went.

    Args:
        scores, values: as for `score_error`.
    """
    chosen = torch.where(values > -np.inf, scores, -np.inf).argmax(1, keepdim=True)
    return float((values.max(1).values - values.gather(1, chosen)[:, 0]).mean())

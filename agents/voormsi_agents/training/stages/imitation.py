"""Learning a teacher's plays, and what they lead to, before learning from games of one's own."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import torch
from numpy.typing import NDArray

from voormsi_agents.networks.policies import ADAM, TeamPolicy
from voormsi_agents.training.selfplay.reward_shaping import LadderPotential
from voormsi_agents.training.stages.demonstrations import Demonstrations

LAST_RATE = 0.1
"""The learning rate falls to this part of the first."""


def imitate(
    policy: TeamPolicy,
    demonstrations: Demonstrations,
    epochs: int,
    batch_size: int,
    learning_rate: float,
    temperature: float,
    seed: int,
    potential: LadderPotential | None = None,
) -> Iterator[tuple[float, float, float]]:
    """Teach a policy the teacher's plays, and its critic what comes of them.

    Args:
        policy: changed in place.
        demonstrations: what to learn.
        epochs: passes over it.
        batch_size: positions to a step.
        learning_rate: of the first step; it falls in a straight line to `LAST_RATE` of it.
        temperature: the policy learns to play in proportion to exp(value / temperature).
        seed: of the order.
        potential: taken off what is to come, as shaping does; None for the rewards as they are.

    Yields:
        After each step: the share of the work done, the cross-entropy of the teacher's plays,
        and the critic's mean squared error.
    """
    policy.set_training_mode(True)
    optimizer = torch.optim.Adam(policy.parameters(), lr=learning_rate, **ADAM)
    rng = np.random.default_rng(seed)
    batches = -(-len(demonstrations) // batch_size)
    steps = epochs * batches
    done = 0
    for _ in range(epochs):
        for rows in np.array_split(rng.permutation(len(demonstrations)), batches):
            surprise, error = _losses(policy, demonstrations, rows, temperature, potential)
            optimizer.zero_grad()
            (surprise + error).backward()  # type: ignore[no-untyped-call]
            for group in optimizer.param_groups:
                group["lr"] = learning_rate * (1.0 - (1.0 - LAST_RATE) * done / steps)
            optimizer.step()
            done += 1
            yield done / steps, surprise.item(), error.item()


def _losses(
    policy: TeamPolicy,
    demonstrations: Demonstrations,
    rows: NDArray[np.int64],
    temperature: float,
    potential: LadderPotential | None,
) -> tuple[torch.Tensor, torch.Tensor]:
    """The cross-entropy of the teacher's plays, and the critic's mean squared error."""
    entries = policy.inputs.unpack(demonstrations.observations[rows])
    observations = torch.from_numpy(entries.astype(np.float32))
    values = torch.from_numpy(demonstrations.values[rows].astype(np.float32))
    plays = policy.get_distribution(observations, demonstrations.masks[rows]).distribution
    log_chances: torch.Tensor = plays.logits  # type: ignore[union-attr]
    surprise = -(torch.softmax(values / temperature, dim=1) * log_chances).sum(1).mean()
    before = 0.0 if potential is None else potential.of_observations(entries)
    returns = torch.from_numpy(demonstrations.returns[rows] - before)
    known = ~returns.isnan()
    expected = policy.predict_values(observations)[:, 0]
    return surprise, ((expected - returns.nan_to_num()) ** 2 * known).mean()

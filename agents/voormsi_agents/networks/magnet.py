"""A magnet: a slowly moving average of a policy that holds the policy back.

Self-play by gradients can run in circles around what it should settle at. A penalty on the
divergence from a policy that follows slowly damps that (magnetic mirror descent, Sokota et al.,
ICLR 2023).
"""

from __future__ import annotations

import copy
from typing import Any

import torch
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy


class Magnet:
    """The moving average of a policy's weights, as a policy to stay near to.

    Attributes:
        weight: of the divergence, relative to that of the policy's entropy.
        divergences: mean of each batch since the list was emptied last.
    """

    def __init__(self, policy: MaskableActorCriticPolicy, halflife: float, weight: float) -> None:
        """Begin where the policy stands.

        Args:
            policy: the policy to follow.
            halflife: plays after which half of what the average was is left of it.
            weight: see the attribute.
        """
        self._halflife = halflife
        self._policy = copy.deepcopy(policy).requires_grad_(False)
        self.weight = weight
        self.divergences: list[float] = []

    def divergence(
        self, rows: torch.Tensor, masks: torch.Tensor, log_chances: torch.Tensor
    ) -> torch.Tensor:
        """How far the policy is from the average: the Kullback-Leibler divergence, (n,).

        Args:
            rows: (n, inputs.size), what the policy was given.
            masks: (n, 15), legal actions.
            log_chances: (n, 15), the policy's log-probabilities.
        """
        with torch.no_grad():
            near = self._policy.get_distribution(rows, masks.numpy()).distribution
        kept_near: torch.Tensor = near.logits  # type: ignore[union-attr]
        found = (log_chances.exp() * (log_chances - kept_near)).sum(1)
        self.divergences.append(found.mean().item())
        return found

    def follow(self, policy: MaskableActorCriticPolicy, plays: int) -> None:
        """Move towards the policy, which has learned from so many plays since."""
        share = 1.0 - 0.5 ** (plays / self._halflife)
        with torch.no_grad():
            for own, new in zip(self._policy.parameters(), policy.parameters(), strict=True):
                own.lerp_(new, share)

    def state_dict(self) -> dict[str, Any]:
        """The average, for a checkpoint."""
        return self._policy.state_dict()

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Go on from the average of a checkpoint."""
        self._policy.load_state_dict(state)

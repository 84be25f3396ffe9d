"""The policy networks, as policy classes of the library."""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.type_aliases import Schedule
from torch import nn

from agents.learning.layers import BinaryLinear, CardHead
from voormsi_env.actions import NUM_ACTIONS
from voormsi_env.observation import layout_of
from voormsi_env.rules import Rules

CARD_HEAD_WIDTH = 128


def observation_space(rules: Rules) -> spaces.Box:
    """The space of the flat observation: int8 zeros and ones."""
    return spaces.Box(0, 1, (layout_of(rules).size,), np.int8)


def action_space() -> spaces.Discrete:
    """The space of actions, the same for every number of players."""
    return spaces.Discrete(NUM_ACTIONS)


class Trunks(nn.Module):
    """Two networks that share nothing: one feeds the actions, the other the value."""

    def __init__(self, inputs: int, actor: list[int], critic: list[int]) -> None:
        """Make both.

        Args:
            inputs: entries of the observation.
            actor: widths of the hidden layers that feed the actions.
            critic: widths of those that feed the value.
        """
        super().__init__()
        self.policy_net = _hidden_layers(inputs, actor)
        self.value_net = _hidden_layers(inputs, critic)
        self.latent_dim_pi = actor[-1]
        self.latent_dim_vf = critic[-1]

    def forward(self, observations: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """(n, inputs) to what the actions and the value are made from."""
        return self.forward_actor(observations), self.forward_critic(observations)

    def forward_actor(self, observations: torch.Tensor) -> torch.Tensor:
        """(n, inputs) to what the actions are made from."""
        latent: torch.Tensor = self.policy_net(observations)
        return latent

    def forward_critic(self, observations: torch.Tensor) -> torch.Tensor:
        """(n, inputs) to what the value is made from."""
        latent: torch.Tensor = self.value_net(observations)
        return latent


class CardTrunks(Trunks):
    """Trunks whose actor passes the hand by slot on to a `CardHead`."""

    def __init__(self, inputs: int, actor: list[int], critic: list[int], hand: slice) -> None:
        """Args: as for `Trunks`, and `hand`, the entries that hold the hand by slot."""
        super().__init__(inputs, actor, critic)
        self._hand = hand
        self.latent_dim_pi = actor[-1] + hand.stop - hand.start

    def forward_actor(self, observations: torch.Tensor) -> torch.Tensor:
        """(n, inputs) to (n, latent + 4 * 36)."""
        latent = super().forward_actor(observations)
        return torch.cat([latent, observations[:, self._hand]], dim=1)


def _hidden_layers(inputs: int, widths: list[int]) -> nn.Sequential:
    layers: list[nn.Module] = [BinaryLinear(inputs, widths[0]), nn.ReLU()]
    for width_in, width_out in pairwise(widths):
        layers += [nn.Linear(width_in, width_out), nn.ReLU()]
    return nn.Sequential(*layers)


class TeamPolicy(MaskableActorCriticPolicy):
    """A plain multilayer perceptron, made for 0/1 observations, with a critic of its own.

    `net_arch` gives the widths of the hidden layers: `{"pi": [...], "vf": [...]}`.
    """

    net_arch: dict[str, list[int]]

    def _build(self, lr_schedule: Schedule) -> None:
        self._build_trunks()
        self.value_net = nn.Linear(self.mlp_extractor.latent_dim_vf, 1)
        for module, gain in (
            (self.mlp_extractor, np.sqrt(2.0)),
            (self.action_net, 0.01),
            (self.value_net, 1.0),
        ):
            module.apply(partial(self.init_weights, gain=float(gain)))
        self.optimizer = self.optimizer_class(
            self.parameters(),
            lr=lr_schedule(1),  # type: ignore[call-arg]
            **self.optimizer_kwargs,
        )

    def _build_trunks(self) -> None:
        self.mlp_extractor = Trunks(  # type: ignore[assignment]
            self.features_dim, self.net_arch["pi"], self.net_arch["vf"]
        )
        self.action_net = nn.Linear(self.mlp_extractor.latent_dim_pi, NUM_ACTIONS)


class CardPolicy(TeamPolicy):
    """Scores a play by the cards it plays."""

    def __init__(self, *args: Any, hand: tuple[int, int], **kwargs: Any) -> None:
        """Args: the library's, and `hand`, the first and last + 1 of the entries of the hand."""
        self._hand = hand
        super().__init__(*args, **kwargs)

    def _build_trunks(self) -> None:
        arch = self.net_arch
        self.mlp_extractor = CardTrunks(  # type: ignore[assignment]
            self.features_dim, arch["pi"], arch["vf"], slice(*self._hand)
        )
        self.action_net = CardHead(arch["pi"][-1], CARD_HEAD_WIDTH)


def policy_of(
    kind: str, actor: list[int], critic: list[int], rules: Rules
) -> tuple[type[TeamPolicy], dict[str, Any]]:
    """The policy class and its arguments for a kind of network, `"cards"` or `"plain"`."""
    kwargs: dict[str, Any] = {"net_arch": {"pi": list(actor), "vf": list(critic)}}
    if kind == "plain":
        return TeamPolicy, kwargs
    field = layout_of(rules).field("hand_slots")
    return CardPolicy, {**kwargs, "hand": (field.start, field.stop)}


def make_policy(kind: str, actor: list[int], critic: list[int], rules: Rules) -> TeamPolicy:
    """A policy with fresh weights, outside any learner."""
    policy_class, kwargs = policy_of(kind, actor, critic, rules)
    return policy_class(observation_space(rules), action_space(), lambda _: 0.0, **kwargs)

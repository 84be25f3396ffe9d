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

from voormsi_agents.networks.inputs import Inputs
from voormsi_agents.networks.layers import BinaryLinear, CardHead, PlaysReader
from voormsi_agents.networks.magnet import Magnet
from voormsi_env.actions import NUM_ACTIONS
from voormsi_env.observation import layout_of
from voormsi_env.rules import Rules

CARD_HEAD_WIDTH = 128
MEMORY_WIDTH = 64


def action_space() -> spaces.Discrete:
    """The space of actions, the same for every number of players."""
    return spaces.Discrete(NUM_ACTIONS)


class Trunks(nn.Module):
    """Two networks that share nothing: one feeds the actions, the other the value."""

    def __init__(self, inputs: Inputs, actor: list[int], critic: list[int]) -> None:
        """Make both.

        Args:
            inputs: what the rows hold. The actor reads the observation, the critic also the
                hidden part.
            actor: widths of the hidden layers that feed the actions.
            critic: widths of those that feed the value.
        """
        super().__init__()
        self.inputs = inputs
        flat = inputs.observation.stop
        self.policy_net = _hidden_layers(flat, actor)
        self.value_net = _hidden_layers(flat + inputs.size - inputs.visible, critic)
        self.latent_dim_pi = actor[-1]
        self.latent_dim_vf = critic[-1]

    def forward(self, rows: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """(n, inputs.size) to what the actions and the value are made from."""
        return self.forward_actor(rows), self.forward_critic(rows)

    def forward_actor(self, rows: torch.Tensor) -> torch.Tensor:
        """(n, inputs.visible or more) to what the actions are made from."""
        latent: torch.Tensor = self.policy_net(rows[:, self.inputs.observation])
        return latent

    def forward_critic(self, rows: torch.Tensor) -> torch.Tensor:
        """(n, inputs.size) to what the value is made from."""
        if self.inputs.visible > self.inputs.observation.stop:
            parts = rows[:, self.inputs.observation], rows[:, self.inputs.hidden]
            rows = torch.cat(parts, dim=1)
        latent: torch.Tensor = self.value_net(rows)
        return latent


class CardTrunks(Trunks):
    """Trunks whose actor passes the hand by slot on to a `CardHead`."""

    def __init__(self, inputs: Inputs, actor: list[int], critic: list[int]) -> None:
        """Args: as for `Trunks`."""
        super().__init__(inputs, actor, critic)
        field = layout_of(inputs.rules).field("hand_slots")
        self._hand = slice(field.start, field.stop)
        self.latent_dim_pi = actor[-1] + field.stop - field.start

    def forward_actor(self, rows: torch.Tensor) -> torch.Tensor:
        """(n, inputs.visible or more) to (n, latent + 4 * 36)."""
        return torch.cat([self.situation(rows), rows[:, self._hand]], dim=1)

    def situation(self, rows: torch.Tensor) -> torch.Tensor:
        """(n, inputs.visible or more) to what the actor makes of the situation, (n, latent)."""
        return super().forward_actor(rows)


class SequenceTrunks(CardTrunks):
    """Trunks whose actor also reads the plays of the deal in their order.

    What it makes of them is added before the first activation; the critic does without.
    """

    def __init__(self, inputs: Inputs, actor: list[int], critic: list[int]) -> None:
        """Args: as for `Trunks`; the rows have a sequence part."""
        super().__init__(inputs, actor, critic)
        self.reader = PlaysReader(inputs.rules, MEMORY_WIDTH, actor[0])

    def situation(self, rows: torch.Tensor) -> torch.Tensor:
        """(n, inputs.visible or more) to what the actor makes of the situation, (n, latent)."""
        first, *rest = self.policy_net
        latent: torch.Tensor = first(rows[:, self.inputs.observation])
        latent = latent + self.reader(rows[:, self.inputs.sequence])
        for layer in rest:
            latent = layer(latent)
        return latent


def _hidden_layers(inputs: int, widths: list[int]) -> nn.Sequential:
    layers: list[nn.Module] = [BinaryLinear(inputs, widths[0]), nn.ReLU()]
    for width_in, width_out in pairwise(widths):
        layers += [nn.Linear(width_in, width_out), nn.ReLU()]
    return nn.Sequential(*layers)


class TeamPolicy(MaskableActorCriticPolicy):
    """A plain multilayer perceptron, made for 0/1 observations, with a critic of its own.

    `net_arch` gives the widths of the hidden layers: `{"pi": [...], "vf": [...]}`.

    Attributes:
        inputs: what the rows hold that it is given.
        magnet: what it is to stay near to while it learns; None for nothing.
    """

    net_arch: dict[str, list[int]]
    magnet: Magnet | None = None

    def __init__(self, *args: Any, inputs: Inputs, **kwargs: Any) -> None:
        """Args: the library's, and `inputs`, what the rows hold."""
        self.inputs = inputs
        super().__init__(*args, **kwargs)

    def scores(self, rows: torch.Tensor) -> torch.Tensor:
        """(n, inputs.visible or more) to the logits of all actions, illegal ones too, (n, 15)."""
        scores: torch.Tensor = self.action_net(self.mlp_extractor.forward_actor(rows))
        return scores

    def sharpen(self, factor: float) -> None:
        """Multiply the scores of all plays: their order stays, and the best is drawn more often."""
        head = self.action_net
        with torch.no_grad():
            for parameter in [head.score] if isinstance(head, CardHead) else head.parameters():
                parameter.mul_(factor)

    def evaluate_actions(
        self, obs: torch.Tensor, actions: torch.Tensor, action_masks: torch.Tensor | None = None
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor | None]:
        """See the library's.

        With a magnet, the divergence from it is taken off the entropy, which is how the library's
        loss comes to hold it.
        """
        if self.magnet is None or action_masks is None:
            return super().evaluate_actions(obs, actions, action_masks)
        latent_pi, latent_vf = self.mlp_extractor(self.extract_features(obs))
        distribution = self._get_action_dist_from_latent(latent_pi)
        distribution.apply_masking(action_masks)
        log_chances = distribution.distribution.logits  # type: ignore[union-attr]
        away = self.magnet.divergence(obs, action_masks, log_chances)
        entropy = distribution.entropy() - self.magnet.weight * away  # type: ignore[operator]
        return self.value_net(latent_vf), distribution.log_prob(actions), entropy

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
            self.inputs, self.net_arch["pi"], self.net_arch["vf"]
        )
        self.action_net = nn.Linear(self.mlp_extractor.latent_dim_pi, NUM_ACTIONS)


class CardPolicy(TeamPolicy):
    """Scores a play by the cards it plays."""

    trunks: type[CardTrunks] = CardTrunks

    def _build_trunks(self) -> None:
        actor, critic = self.net_arch["pi"], self.net_arch["vf"]
        self.mlp_extractor = self.trunks(self.inputs, actor, critic)  # type: ignore[assignment]
        self.action_net = CardHead(actor[-1], CARD_HEAD_WIDTH)


class SequencePolicy(CardPolicy):
    """Reads the plays of the deal in their order, too."""

    trunks = SequenceTrunks


ADAM: dict[str, Any] = {"eps": 1e-5, "fused": True}
"""Options of the optimizer wherever a policy learns; fused, a step takes a seventh of the time."""

POLICIES: dict[str, type[TeamPolicy]] = {
    "cards": CardPolicy,
    "plain": TeamPolicy,
    "sequence": SequencePolicy,
}


def policy_of(
    kind: str, actor: list[int], critic: list[int], rules: Rules, critic_kind: str = "own"
) -> tuple[type[TeamPolicy], dict[str, Any]]:
    """The policy class of a network and its arguments; `config.NetworkConfig` explains the keys."""
    inputs = Inputs(rules, sequence=kind == "sequence", hidden=critic_kind == "oracle")
    return POLICIES[kind], {
        "net_arch": {"pi": list(actor), "vf": list(critic)},
        "inputs": inputs,
        "optimizer_kwargs": ADAM,
    }


def make_policy(
    kind: str, actor: list[int], critic: list[int], rules: Rules, critic_kind: str = "own"
) -> TeamPolicy:
    """A policy with fresh weights, outside any learner."""
    policy_class, kwargs = policy_of(kind, actor, critic, rules, critic_kind)
    return policy_class(kwargs["inputs"].space, action_space(), lambda _: 0.0, **kwargs)

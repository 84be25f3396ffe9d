"""What tests of policies need: networks of every kind, games under way, scores of PyTorch's."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest
import torch
from numpy.typing import NDArray

from voormsi_agents.networks.policies import TeamPolicy, make_policy
from voormsi_env.games import Games
from voormsi_env.rules import Rules

NETWORKS: list[dict[str, Any]] = [
    {"kind": kind, "actor": [24, 16, 8], "critic": [8], "critic_kind": critic}
    for kind, critic in itertools.product(("plain", "cards", "sequence"), ("own", "oracle"))
]
each_network = pytest.mark.parametrize(
    "network", NETWORKS, ids=lambda network: f"{network['kind']}-{network['critic_kind']}"
)
CARDS: dict[str, Any] = {"kind": "cards", "actor": [16], "critic": [8]}

SPREAD = 3.0
"""Standard deviation of the scores of a policy that has opinions, about that of the champions."""


def games_under_way(rules: Rules, n: int = 133, steps: int = 13) -> Games:
    """Games that have come to the same play, none of them over."""
    games = Games(n, rules, seed=3, observe=True)
    rng = np.random.default_rng(0)
    for _ in range(steps):
        games.step((games.masks * rng.random(games.masks.shape)).argmax(axis=1))
    assert (games.to_play >= 0).all()
    return games


def many_views(rules: Rules, count: int) -> NDArray[np.void]:
    """Views from all stages of random games, from the first play on."""
    games = Games(256, rules, seed=9, auto_reset=True)
    rng = np.random.default_rng(1)
    found = []
    for _ in range(-(-count // len(games))):
        found.append(games.views())
        games.step((games.masks * rng.random(games.masks.shape)).argmax(axis=1))
    return np.concatenate(found)[:count]


def policy_with_opinions(network: dict[str, Any], rules: Rules, seed: int = 0) -> TeamPolicy:
    """A policy with random weights, biases too, whose scores differ as a trained one's do."""
    torch.manual_seed(seed)
    policy = make_policy(**network, rules=rules)
    with torch.no_grad():
        for parameter in policy.parameters():
            if parameter.ndim == 1:
                torch.nn.init.normal_(parameter, std=0.3)
        for parameter in policy.action_net.parameters():
            torch.nn.init.normal_(parameter)
    rows = policy.inputs.of_views(games_under_way(rules).views())
    policy.sharpen(SPREAD / float(scores_of(policy, rows).std()))
    return policy


def scores_of(policy: TeamPolicy, rows: NDArray[np.int8]) -> NDArray[np.float32]:
    """What PyTorch makes of rows, float32 (n, 15)."""
    blocks = torch.split(torch.from_numpy(rows), 4096)
    with torch.no_grad():
        return torch.cat([policy.scores(block.float()) for block in blocks]).numpy()


def best_of(scores: NDArray[np.float32], views: NDArray[np.void]) -> NDArray[np.int64]:
    """The legal action with the best score in each row."""
    legal = views["legal"][:, None] >> np.arange(15) & 1
    return np.where(legal, scores, -np.inf).argmax(axis=1)

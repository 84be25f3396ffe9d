"""Rollouts of a scripted policy, for the tests of self-play."""

from __future__ import annotations

import numpy as np
import torch

from voormsi_agents.networks.inputs import Inputs
from voormsi_agents.networks.policies import action_space
from voormsi_agents.training.selfplay.buffer import StreamBuffer
from voormsi_agents.training.selfplay.collector import Collector
from voormsi_agents.training.selfplay.opponents import SeatAssignment
from voormsi_env.games import Games
from voormsi_env.rules import Rules

GAMES = 12
ROUNDS = 8


class Scripted:
    """Stands in for a policy: plays the first legal action and values a state by its own number.

    The value is a counter, so each row's value tells which decision it belongs to.
    """

    def __init__(self) -> None:
        self.seen: list[np.ndarray] = []
        self.count = 0

    def __call__(
        self, observations: torch.Tensor, action_masks: np.ndarray
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        self.seen.append(observations.numpy().astype(np.int8))
        n = len(observations)
        values = torch.arange(self.count, self.count + n, dtype=torch.float32)
        self.count += n
        actions = torch.from_numpy(action_masks.argmax(axis=1))
        return actions, values[:, None], torch.zeros(n)


def buffer_for(rules: Rules, games: int, rounds: int = ROUNDS) -> StreamBuffer:
    """An empty buffer for all seats of some games."""
    return StreamBuffer(
        rounds,
        Inputs(rules).space,
        action_space(),
        "cpu",
        gamma=1.0,
        gae_lambda=1.0,
        n_envs=games * rules.players,
    )


def collector_for(
    rules: Rules, mix: dict[str, float] | None = None, reward: str = "outcome", n: int = GAMES
) -> Collector:
    """A collector of games among the learner and a mix of others."""
    games = Games(n, rules, seed=5, observe=True, reward=reward, start_scores="random")
    return Collector(
        games, SeatAssignment(mix or {"self": 1.0}, rules, n), np.random.default_rng(0)
    )

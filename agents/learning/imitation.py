"""Learning a teacher's plays, and what they lead to, before learning from games of one's own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray

from agents.base import Agent
from agents.baselines.random import RandomAgent
from agents.learning.policies import TeamPolicy
from voormsi_env.games import Games
from voormsi_env.rules import Rules

GAMES_AT_ONCE = 512
LAST_RATE = 0.1
"""The learning rate falls to this part of the first."""


@dataclass
class Lesson:
    """Positions, what the teacher plays in them, and what came of it.

    Attributes:
        observations: uint8 (n, size / 8), entries packed eight to a byte.
        size: entries of an observation.
        masks: int8 (n, 15).
        actions: int64 (n,), the teacher's.
        returns: float32 (n,), the reward of the player's team from there to the game's end; NaN
            where the end was not seen.
    """

    observations: NDArray[np.uint8]
    size: int
    masks: NDArray[np.int8]
    actions: NDArray[np.int64]
    returns: NDArray[np.float32]

    def __len__(self) -> int:
        """How many positions there are."""
        return len(self.actions)

    def unpacked(self, rows: NDArray[np.int64]) -> NDArray[np.uint8]:
        """The observations of some rows, uint8 (rows, size)."""
        return np.unpackbits(self.observations[rows], axis=1, count=self.size)


def watch(
    teacher: Agent,
    positions: int,
    rules: Rules,
    seed: int,
    random_plays: float,
    reward: str,
    watched: Callable[[int], None] = lambda _: None,
) -> Lesson:
    """Let a teacher play whole games, and note its plays where it has a choice.

    Args:
        teacher: the agent in all seats.
        positions: how many plays to note, at least.
        rules: of the games.
        seed: of the games and of all chance.
        random_plays: share of the plays that are made at random; what the teacher would have
            played is noted all the same.
        reward: of `Games`.
        watched: called with the number of plays noted so far.
    """
    games = Games(GAMES_AT_ONCE, rules, seed=seed, observe=True, auto_reset=True, reward=reward)
    rng = np.random.default_rng(seed)
    notes = _Notes(games)
    while notes.count < positions:
        views = games.views()
        keys = rng.integers(0, 2**63 - 1, (2, len(views)))
        actions = teacher.act(views, keys[0])
        notes.write(actions)
        played = np.where(
            rng.random(len(views)) < random_plays, RandomAgent().act(views, keys[1]), actions
        )
        games.step(played)
        notes.write_rewards()
        watched(notes.count)
    return notes.lesson()


class _Notes:
    """The plays of games still going on wait here for what comes of them."""

    def __init__(self, games: Games) -> None:
        self._games = games
        self._parts: list[tuple[NDArray[np.uint8], NDArray[np.int8], NDArray[np.int64]]] = []
        self._teams: list[NDArray[np.int64]] = []
        self._episodes: list[NDArray[np.int64]] = []
        self._earned: list[NDArray[np.float32]] = []
        self._episode = np.arange(len(games))
        self._sum = np.zeros((len(games), games.rules.teams), np.float32)
        self._totals: dict[int, NDArray[np.float32]] = {}
        self.count = 0

    def write(self, actions: NDArray[np.int64]) -> None:
        games = self._games
        rows = np.flatnonzero(games.masks.sum(axis=1) > 1)
        teams = games.to_play[rows].astype(np.int64) % games.rules.teams
        packed = np.packbits(games.observations[rows].view(np.uint8), axis=1)
        self._parts.append((packed, games.masks[rows], actions[rows]))
        self._teams.append(teams)
        self._episodes.append(self._episode[rows])
        self._earned.append(self._sum[rows, teams])
        self.count += len(rows)

    def write_rewards(self) -> None:
        self._sum += self._games.rewards
        for game in np.flatnonzero(self._games.ended):
            self._totals[int(self._episode[game])] = self._sum[game].copy()
            self._sum[game] = 0.0
            self._episode[game] += len(self._games)

    def lesson(self) -> Lesson:
        """The plays, with what came of those whose games have ended."""
        observations, masks, actions = (np.concatenate(p) for p in zip(*self._parts, strict=True))
        teams, episodes = np.concatenate(self._teams), np.concatenate(self._episodes)
        totals = np.full((int(self._episode.max()) + 1, self._sum.shape[1]), np.nan, np.float32)
        for episode, total in self._totals.items():
            totals[episode] = total
        returns = totals[episodes, teams] - np.concatenate(self._earned)
        return Lesson(observations, self._games.layout.size, masks, actions, returns)


def imitate(
    policy: TeamPolicy,
    lesson: Lesson,
    epochs: int,
    batch_size: int,
    learning_rate: float,
    seed: int,
) -> Iterator[tuple[float, float, float]]:
    """Teach a policy the teacher's plays, and its critic what comes of them.

    Args:
        policy: changed in place.
        lesson: what to learn.
        epochs: passes over it.
        batch_size: positions to a step.
        learning_rate: of the first step; it falls in a straight line to `LAST_RATE` of it.
        seed: of the order.

    Yields:
        After each step: the share of the work done, the mean log-likelihood of the teacher's
        plays, and the critic's mean squared error.
    """
    policy.set_training_mode(True)
    optimizer = torch.optim.Adam(policy.parameters(), lr=learning_rate, eps=1e-5)
    rng = np.random.default_rng(seed)
    steps = epochs * -(-len(lesson) // batch_size)
    done = 0
    for _ in range(epochs):
        order = rng.permutation(len(lesson))
        for start in range(0, len(lesson), batch_size):
            rows = order[start : start + batch_size]
            values, log_likelihoods, _ = policy.evaluate_actions(
                torch.from_numpy(lesson.unpacked(rows)).float(),
                torch.from_numpy(lesson.actions[rows]),
                action_masks=torch.from_numpy(lesson.masks[rows]),
            )
            likelihood = log_likelihoods.mean()
            returns = torch.from_numpy(lesson.returns[rows])
            known = ~returns.isnan()
            error = ((values[:, 0] - returns.nan_to_num()) ** 2 * known).mean()
            optimizer.zero_grad()
            (error - likelihood).backward()  # type: ignore[no-untyped-call]
            for group in optimizer.param_groups:
                group["lr"] = learning_rate * (1.0 - (1.0 - LAST_RATE) * done / steps)
            optimizer.step()
            done += 1
            yield done / steps, likelihood.item(), error.item()

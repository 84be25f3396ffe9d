"""Learning a teacher's plays, and what they lead to, before learning from games of one's own."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Protocol, runtime_checkable

import numpy as np
import torch
from numpy.typing import NDArray

from voormsi_agents.base import Agent
from voormsi_agents.baselines.random import RandomAgent
from voormsi_agents.networks.inputs import Inputs
from voormsi_agents.networks.policies import ADAM, TeamPolicy
from voormsi_agents.training.selfplay.reward_shaping import LadderPotential
from voormsi_env.actions import NUM_ACTIONS
from voormsi_env.engine.randomness import combine
from voormsi_env.games import Games
from voormsi_env.rules import Rules

GAMES_AT_ONCE = 64
PART = 50_000
"""Positions to a file; each file comes from games of its own."""
LAST_RATE = 0.1
"""The learning rate falls to this part of the first."""


class LessonError(ValueError):
    """Notes of a teacher's plays do not fit the network that is to learn from them."""


@runtime_checkable
class Valuing(Protocol):
    """A teacher that says what each play is worth, not only which is best."""

    def values(self, views: NDArray[np.void], keys: NDArray[np.int64]) -> NDArray[np.float32]:
        """Float32 (n, 15), higher for better plays, minus infinity for illegal ones."""


@dataclass
class Lesson:
    """Positions, what a teacher thinks of the plays in them, and what came of it.

    Attributes:
        observations: uint8 (n, `Inputs.packed_size`), what the network sees, packed.
        masks: int8 (n, 15), legal actions.
        values: float16 (n, 15), the teacher's values of the actions, minus infinity for illegal
            ones; 0 for the play it made and minus infinity for others where it has no values.
        returns: float32 (n,), the reward of the player's team from there to the game's end; NaN
            where the end was not seen.
    """

    observations: NDArray[np.uint8]
    masks: NDArray[np.int8]
    values: NDArray[np.float16]
    returns: NDArray[np.float32]

    def __len__(self) -> int:
        """How many positions there are."""
        return len(self.returns)


def watch(
    teacher: Agent,
    positions: int,
    rules: Rules,
    seed: int,
    random_plays: float,
    reward: str,
    folder: Path,
    inputs: Inputs,
    watched: Callable[[int], bool] = lambda _: True,
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
        folder: where the notes are kept, part by part; parts that are there are not made again.
        inputs: what the network sees that learns from them.
        watched: called with the number of plays noted so far; False when they must do.

    Raises:
        LessonError: a part that is there was made for a network that sees something else.
    """
    folder.mkdir(exist_ok=True)
    parts = []
    for number in range(-(-positions // PART)):
        path = folder / f"{number:05d}.npz"
        wanted = min(PART, positions - number * PART)
        if not path.is_file():
            done = number * PART
            lesson = _watch_part(
                teacher,
                wanted,
                rules,
                combine(seed, number),
                random_plays,
                reward,
                inputs,
                lambda count, done=done: watched(done + count),  # type: ignore[misc]
            )
            _save(lesson, path)
        parts.append(_load(path, inputs))
        if not watched(number * PART + len(parts[-1])):
            break
    return Lesson(
        *(np.concatenate([getattr(part, field.name) for part in parts]) for field in fields(Lesson))
    )


def _save(lesson: Lesson, path: Path) -> None:
    partial = path.with_suffix(".partial")
    with partial.open("wb") as stream:
        np.savez(stream, **vars(lesson))
    os.replace(partial, path)


def _load(path: Path, inputs: Inputs) -> Lesson:
    with np.load(path, allow_pickle=False) as file:
        lesson = Lesson(**{field.name: file[field.name] for field in fields(Lesson)})
    found = lesson.observations.shape[1]
    if found != inputs.packed_size:
        raise LessonError(
            f"{path} was made for a network that sees {found} bytes a position; this one sees "
            f"{inputs.packed_size}"
        )
    return lesson


def _watch_part(
    teacher: Agent,
    positions: int,
    rules: Rules,
    seed: int,
    random_plays: float,
    reward: str,
    inputs: Inputs,
    watched: Callable[[int], bool],
) -> Lesson:
    games = Games(GAMES_AT_ONCE, rules, seed=seed, observe=True, auto_reset=True, reward=reward)
    rng = np.random.default_rng(seed)
    notes = _Notes(games, inputs)
    go_on = True
    while go_on and notes.count < positions:
        views = games.views()
        keys = rng.integers(0, 2**63 - 1, (2, len(views)))
        values = values_of(teacher, views, keys[0])
        notes.write(values)
        at_random = rng.random(len(views)) < random_plays
        games.step(np.where(at_random, RandomAgent().act(views, keys[1]), values.argmax(1)))
        notes.write_rewards()
        go_on = watched(notes.count)
    return notes.lesson()


def values_of(
    teacher: Agent, views: NDArray[np.void], keys: NDArray[np.int64]
) -> NDArray[np.float32]:
    """What a teacher thinks of each action, as `Lesson.values` has it, float32 (n, 15)."""
    if isinstance(teacher, Valuing):
        return teacher.values(views, keys)
    values = np.full((len(views), NUM_ACTIONS), -np.inf, np.float32)
    values[np.arange(len(views)), teacher.act(views, keys)] = 0.0
    return values


class _Notes:
    """The plays of games still going on wait here for what comes of them."""

    def __init__(self, games: Games, inputs: Inputs) -> None:
        self._games = games
        self._inputs = inputs
        self._parts: list[tuple[NDArray[np.uint8], NDArray[np.int8], NDArray[np.float16]]] = []
        self._teams: list[NDArray[np.int64]] = []
        self._episodes: list[NDArray[np.int64]] = []
        self._earned: list[NDArray[np.float32]] = []
        self._episode = np.arange(len(games))
        self._sum = np.zeros((len(games), games.rules.teams), np.float32)
        self._totals: dict[int, NDArray[np.float32]] = {}
        self.count = 0

    def write(self, values: NDArray[np.float32]) -> None:
        games = self._games
        rows = np.flatnonzero(games.masks.sum(axis=1) > 1)
        teams = games.to_play[rows].astype(np.int64) % games.rules.teams
        packed = self._inputs.pack(self._inputs.of_games(games, rows))
        self._parts.append((packed, games.masks[rows], values[rows].astype(np.float16)))
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
        observations, masks, values = (np.concatenate(p) for p in zip(*self._parts, strict=True))
        teams, episodes = np.concatenate(self._teams), np.concatenate(self._episodes)
        totals = np.full((int(self._episode.max()) + 1, self._sum.shape[1]), np.nan, np.float32)
        for episode, total in self._totals.items():
            totals[episode] = total
        returns = totals[episodes, teams] - np.concatenate(self._earned)
        return Lesson(observations, masks, values, returns)


def imitate(
    policy: TeamPolicy,
    lesson: Lesson,
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
        lesson: what to learn.
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
    batches = -(-len(lesson) // batch_size)
    steps = epochs * batches
    done = 0
    for _ in range(epochs):
        for rows in np.array_split(rng.permutation(len(lesson)), batches):
            surprise, error = _losses(policy, lesson, rows, temperature, potential)
            optimizer.zero_grad()
            (surprise + error).backward()  # type: ignore[no-untyped-call]
            for group in optimizer.param_groups:
                group["lr"] = learning_rate * (1.0 - (1.0 - LAST_RATE) * done / steps)
            optimizer.step()
            done += 1
            yield done / steps, surprise.item(), error.item()


def _losses(
    policy: TeamPolicy,
    lesson: Lesson,
    rows: NDArray[np.int64],
    temperature: float,
    potential: LadderPotential | None,
) -> tuple[torch.Tensor, torch.Tensor]:
    """The cross-entropy of the teacher's plays, and the critic's mean squared error."""
    entries = policy.inputs.unpack(lesson.observations[rows])
    observations = torch.from_numpy(entries.astype(np.float32))
    values = torch.from_numpy(lesson.values[rows].astype(np.float32))
    plays = policy.get_distribution(observations, lesson.masks[rows]).distribution
    log_chances: torch.Tensor = plays.logits  # type: ignore[union-attr]
    surprise = -(torch.softmax(values / temperature, dim=1) * log_chances).sum(1).mean()
    before = 0.0 if potential is None else potential.of_observations(entries)
    returns = torch.from_numpy(lesson.returns[rows] - before)
    known = ~returns.isnan()
    expected = policy.predict_values(observations)[:, 0]
    return surprise, ((expected - returns.nan_to_num()) ** 2 * known).mean()

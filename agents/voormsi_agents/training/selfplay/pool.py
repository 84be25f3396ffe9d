"""Past selves of a learner, to play against."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from voormsi_agents.base import Agent
from voormsi_agents.networks.checkpoint_agent import PolicyAgent
from voormsi_agents.networks.policy_file import load_policy
from voormsi_agents.training.run_folder import drop_later
from voormsi_env.rules import Rules

PRIOR_GAMES = 20.0
"""A snapshot's share of wins begins as half of so many games."""


class Pool:
    """The newest snapshots of a learner, kept as files; they draw their plays as it did.

    Attributes:
        agents: the snapshots, in slots; a new one takes an empty slot, or the oldest's.
    """

    def __init__(self, folder: Path, rules: Rules, size: int, prioritised: bool, upto: int) -> None:
        """Take up the newest snapshots of a folder.

        Args:
            folder: of the snapshots; it need not exist.
            rules: of the games.
            size: how many snapshots to keep.
            prioritised: draw a snapshot in proportion to its share of wins against the learner,
                instead of all alike.
            upto: snapshots of more steps are deleted: a run that resumes has not made them yet.
        """
        self._folder = folder
        self._rules = rules
        self._size = size
        self._prioritised = prioritised
        self._paths: list[Path] = []
        self.agents: list[Agent] = []
        self._games = np.full(size, PRIOR_GAMES)
        self._won = np.full(size, PRIOR_GAMES / 2)
        drop_later(folder, upto)
        for path in sorted(folder.glob("[0-9]*.safetensors"))[-size:]:
            self.add(path)

    def path_of(self, steps: int) -> Path:
        """Where the snapshot of a number of steps is to be saved, before it is added."""
        self._folder.mkdir(exist_ok=True)
        return self._folder / f"{steps:012d}.safetensors"

    def add(self, path: Path) -> None:
        """Take in a snapshot that has been saved; the oldest makes room for it."""
        agent = PolicyAgent(load_policy(path, self._rules), temperature=1.0)
        if len(self._paths) < self._size:
            slot = len(self._paths)
            self._paths.append(path)
            self.agents.append(agent)
        else:
            slot = self._paths.index(min(self._paths))
            self._paths[slot].unlink(missing_ok=True)
            self._paths[slot], self.agents[slot] = path, agent
        self._games[slot], self._won[slot] = PRIOR_GAMES, PRIOR_GAMES / 2

    def draw(self, count: int, rng: np.random.Generator) -> NDArray[np.int64]:
        """Slots of snapshots to play against, int64 (count,)."""
        weights = np.ones(len(self.agents))
        if self._prioritised:
            weights = (self._won / self._games)[: len(self.agents)]
        return rng.choice(len(self.agents), count, p=weights / weights.sum())

    def record(self) -> dict[str, list[float]]:
        """Games and wins of each snapshot, by its file's name, for a checkpoint."""
        return {
            path.name: [float(self._games[slot]), float(self._won[slot])]
            for slot, path in enumerate(self._paths)
        }

    def restore(self, record: dict[str, list[float]]) -> None:
        """Go on from the games and wins of a checkpoint; snapshots it lacks begin afresh."""
        for slot, path in enumerate(self._paths):
            if path.name in record:
                self._games[slot], self._won[slot] = record[path.name]

    def note(self, slots: NDArray[np.int64], shares: NDArray[np.float64]) -> None:
        """Count games against snapshots, and their shares of them, (n,) each."""
        np.add.at(self._games, slots, 1.0)
        np.add.at(self._won, slots, shares)

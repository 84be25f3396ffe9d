"""What a teacher plays, and what it leads to, noted for a policy to learn from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from voormsi_agents.base import ActionValueAgent, Agent
from voormsi_agents.baselines.random import RandomAgent
from voormsi_agents.networks.inputs import Inputs
from voormsi_env.actions import NUM_ACTIONS
from voormsi_env.aliases import ViewRecords
from voormsi_env.engine.randomness import combine
from voormsi_env.files import replacing
from voormsi_env.games import Games
from voormsi_env.rules import Rules

GAMES_AT_ONCE = 64
POSITIONS_IN_A_FILE = 50_000
"""Each file comes from games of its own."""


class DemonstrationsError(ValueError):
    """Notes of a teacher's plays do not fit the network that is to learn from them."""


@dataclass
class Demonstrations:
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


@dataclass(frozen=True)
class Demonstrator:
    """A teacher at work: it plays whole games from all seats.

    Attributes:
        teacher: the agent.
        rules: of the games.
        inputs: what the network sees that is to learn.
        random_plays: share of the plays that are made at random; what the teacher would have
            played is noted all the same.
        reward: of `Games`.
    """

    teacher: Agent
    rules: Rules
    inputs: Inputs
    random_plays: float
    reward: str

    def show(
        self, positions: int, seed: int, noted: Callable[[int], bool] = lambda _: True
    ) -> Demonstrations:
        """Play new games, and note the plays where there is a choice.

        Args:
            positions: how many plays to note, at least.
            seed: of the games and of all chance.
            noted: called with the number of plays noted so far; False when they must do.
        """
        games = Games(
            GAMES_AT_ONCE,
            self.rules,
            seed=seed,
            observe=True,
            auto_reset=True,
            reward=self.reward,
        )
        rng = np.random.default_rng(seed)
        notes = _Notes(games, self.inputs)
        go_on = True
        while go_on and notes.count < positions:
            views = games.views()
            keys = rng.integers(0, 2**63 - 1, (2, len(views)))
            values = values_of(self.teacher, views, keys[0])
            notes.write(values)
            at_random = rng.random(len(views)) < self.random_plays
            games.step(np.where(at_random, RandomAgent().act(views, keys[1]), values.argmax(1)))
            notes.write_rewards()
            go_on = noted(notes.count)
        return notes.demonstrations()


def collect_demonstrations(
    demonstrator: Demonstrator,
    positions: int,
    seed: int,
    folder: Path,
    noted: Callable[[int], bool] = lambda _: True,
) -> Demonstrations:
    """Let a teacher play whole games, and note its plays where it has a choice.

    Args:
        demonstrator: the teacher and its games.
        positions: how many plays to note, at least.
        seed: of the games and of all chance.
        folder: where the notes are kept, file by file; files that are there are not made again.
        noted: called with the number of plays noted so far; False when they must do.

    Raises:
        DemonstrationsError: a file that is there was made for a network that sees something else.
    """
    folder.mkdir(exist_ok=True)
    shown = []
    for number in range(-(-positions // POSITIONS_IN_A_FILE)):
        path = folder / f"{number:05d}.npz"
        before = number * POSITIONS_IN_A_FILE
        if not path.is_file():

            def noted_here(count: int, before: int = before) -> bool:
                return noted(before + count)

            wanted = min(POSITIONS_IN_A_FILE, positions - before)
            _save(demonstrator.show(wanted, combine(seed, number), noted_here), path)
        shown.append(_load(path, demonstrator.inputs))
        if not noted(before + len(shown[-1])):
            break
    return Demonstrations(
        *(
            np.concatenate([getattr(one, field.name) for one in shown])
            for field in fields(Demonstrations)
        )
    )


def _save(demonstrations: Demonstrations, path: Path) -> None:
    with replacing(path) as partial, partial.open("wb") as stream:
        np.savez(stream, **vars(demonstrations))


def _load(path: Path, inputs: Inputs) -> Demonstrations:
    with np.load(path, allow_pickle=False) as file:
        found = Demonstrations(**{field.name: file[field.name] for field in fields(Demonstrations)})
    size = found.observations.shape[1]
    if size != inputs.packed_size:
        raise DemonstrationsError(
            f"{path} was made for a network that sees {size} bytes a position; this one sees "
            f"{inputs.packed_size}"
        )
    return found


def values_of(teacher: Agent, views: ViewRecords, keys: NDArray[np.int64]) -> NDArray[np.float32]:
    """What a teacher thinks of each action, as `Demonstrations.values` has it, float32 (n, 15).

    Args:
        teacher: one that values actions (`ActionValueAgent`), or any other.
        views: VIEW (n,), of the seats to play. keys: int64 (n,).
    """
    if isinstance(teacher, ActionValueAgent):
        return teacher.values(views, keys)
    values = np.full((len(views), NUM_ACTIONS), -np.inf, np.float32)
    values[np.arange(len(views)), teacher.act(views, keys)] = 0.0
    return values


class _Notes:
    """The plays of games still going on wait here for what comes of them."""

    def __init__(self, games: Games, inputs: Inputs) -> None:
        self._games = games
        self._inputs = inputs
        self._shown: list[tuple[NDArray[np.uint8], NDArray[np.int8], NDArray[np.float16]]] = []
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
        self._shown.append((packed, games.masks[rows], values[rows].astype(np.float16)))
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

    def demonstrations(self) -> Demonstrations:
        """The plays, with what came of those whose games have ended."""
        observations, masks, values = (np.concatenate(p) for p in zip(*self._shown, strict=True))
        teams, episodes = np.concatenate(self._teams), np.concatenate(self._episodes)
        totals = np.full((int(self._episode.max()) + 1, self._sum.shape[1]), np.nan, np.float32)
        for episode, total in self._totals.items():
            totals[episode] = total
        returns = totals[episodes, teams] - np.concatenate(self._earned)
        return Demonstrations(observations, masks, values, returns)

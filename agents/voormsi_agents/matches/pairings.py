"""Who meets whom, and the games of a match: deals, seatings, and the agents' randomness."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from voormsi_agents.matches.roster import Roster
from voormsi_env.engine.jit import compiled
from voormsi_env.engine.randomness import combine, game_seed
from voormsi_env.seeds import MAX_SEED

AGENTS_STREAM = 1 << 62


@dataclass(frozen=True)
class Match:
    """Entrants that meet: their numbers, one for each team; the same one may play two teams."""

    entrants: tuple[int, ...]

    @property
    def seatings(self) -> list[tuple[int, ...]]:
        """Every way to place the entrants: for each team, who plays it.

        Every set of deals is played once in each, so that no entrant has better cards or a
        better place than another.
        """
        return list(dict.fromkeys(permutations(self.entrants)))

    def sets_for(self, games: int) -> int:
        """How many sets of deals a number of games makes: the last set is played whole.

        Raises:
            ValueError: games is not 1 or more.
        """
        if isinstance(games, bool) or not isinstance(games, int) or games < 1:
            raise ValueError(f"games is {games!r}; allowed are whole numbers from 1")
        return -(-games // len(self.seatings))


@dataclass(frozen=True)
class GameList:
    """Games to be played, n of them: all that playing them needs.

    Attributes:
        seeds: int64 (n,), of the games.
        seatings: int64 (n, players), which agent decides for each seat, as the roster numbers
            its agents.
        ids: int64 (n,), names of the games for the agents' randomness.
        key: seed of that randomness.
    """

    seeds: NDArray[np.int64]
    seatings: NDArray[np.int64]
    ids: NDArray[np.int64]
    key: int


@dataclass(frozen=True)
class Pairings(GameList):
    """Games of a match, n of them.

    Attributes:
        sets: int64 (n,), the number of each game's set of deals.
        seating_numbers: int64 (n,), in which of the match's seatings it is played.
        teams: int64 (n, teams), the entrant that plays each team.
    """

    sets: NDArray[np.int64]
    seating_numbers: NDArray[np.int64]
    teams: NDArray[np.int64]


def pairings(roster: Roster, match: Match, seed: int, first: int, last: int) -> Pairings:
    """The games of the sets `first` to `last` - 1 of a match, in order of set and seating.

    Set number d is played with the game seed `game_seed(seed, d)` in every match. The agents'
    randomness follows from the seed, the names of the entrants, the set and the seating. So a
    match comes out the same in any tournament and any part of it.
    """
    teams = np.array(match.seatings, np.int64)
    seats = np.array([roster.agents_at(seating) for seating in match.seatings], np.int64)
    sets = np.repeat(np.arange(first, last, dtype=np.int64), len(teams))
    numbers = np.tile(np.arange(len(teams)), last - first)
    names = [roster.entrants[entrant].name for entrant in match.entrants]
    seeds, ids = _seeds_and_ids(seed, _digest(names), sets, numbers)
    return Pairings(
        seeds=seeds,
        seatings=seats[numbers],
        ids=ids,
        key=combine(seed, AGENTS_STREAM),
        sets=sets,
        seating_numbers=numbers,
        teams=teams[numbers],
    )


@compiled
def _seeds_and_ids(
    seed: int, names: int, sets: NDArray[np.int64], numbers: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    seeds = np.empty(len(sets), np.int64)
    ids = np.empty(len(sets), np.int64)
    for i in range(len(sets)):
        seeds[i] = game_seed(seed, sets[i])
        ids[i] = combine(combine(names, sets[i]), numbers[i])
    return seeds, ids


def _digest(names: Sequence[str]) -> int:
    """A number of 63 bits that stands for the names of the entrants of a match, in order."""
    digest = hashlib.sha256("\n".join(names).encode()).digest()
    return int.from_bytes(digest[:8], "big") & MAX_SEED

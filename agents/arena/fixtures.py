"""The games of a match: which deals, in which seating, with which randomness of the agents."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.arena.entrants import Field
from agents.arena.schedule import Match
from voormsi_env.engine.jit import compiled
from voormsi_env.engine.randomness import combine, game_seed
from voormsi_env.episode import MAX_SEED

AGENTS_STREAM = 1 << 62


@dataclass(frozen=True)
class Fixtures:
    """Games to be played, n of them.

    Attributes:
        sets: int64 (n,), the number of each game's set of deals.
        seating_numbers: int64 (n,), in which of the match's seatings it is played.
        teams: int64 (n, teams), the entrant that plays each team.
        seeds: int64 (n,), of the games.
        seatings: int64 (n, players), which agent decides for each seat, as the field numbers
            its agents.
        ids: int64 (n,), names of the games for the agents' randomness.
        key: seed of that randomness.
    """

    sets: NDArray[np.int64]
    seating_numbers: NDArray[np.int64]
    teams: NDArray[np.int64]
    seeds: NDArray[np.int64]
    seatings: NDArray[np.int64]
    ids: NDArray[np.int64]
    key: int


def fixtures(field: Field, match: Match, seed: int, first: int, last: int) -> Fixtures:
    """The games of the sets `first` to `last` - 1 of a match, in order of set and seating.

    Set number d is played with the game seed `game_seed(seed, d)` in every match. The agents'
    randomness follows from the seed, the names of the entrants, the set and the seating. So a
    match comes out the same in any tournament and any part of it.
    """
    teams = np.array(match.seatings, np.int64)
    seats = np.array([_seat_agents(field, seating) for seating in match.seatings], np.int64)
    sets = np.repeat(np.arange(first, last, dtype=np.int64), len(teams))
    numbers = np.tile(np.arange(len(teams)), last - first)
    seeds = np.empty(len(sets), np.int64)
    ids = np.empty(len(sets), np.int64)
    names = [field.entrants[entrant].name for entrant in match.entrants]
    _write_seeds(seed, _digest(names), sets, numbers, seeds, ids)
    return Fixtures(
        sets=sets,
        seating_numbers=numbers,
        teams=teams[numbers],
        seeds=seeds,
        seatings=seats[numbers],
        ids=ids,
        key=combine(seed, AGENTS_STREAM),
    )


@compiled
def _write_seeds(seed: int, names: int, sets: Any, numbers: Any, seeds: Any, ids: Any) -> None:
    for i in range(len(sets)):
        seeds[i] = game_seed(seed, sets[i])
        ids[i] = combine(combine(names, sets[i]), numbers[i])


def _seat_agents(field: Field, seating: Sequence[int]) -> list[int]:
    """Which agent decides for each seat, when the entrants are placed so."""
    rules, texts = field.rules, list(field.agents)
    return [
        texts.index(field.entrants[seating[rules.team_of(seat)]].players[seat // rules.teams])
        for seat in range(rules.players)
    ]


def _digest(names: Sequence[str]) -> int:
    """A number of 63 bits that stands for the names of the entrants of a match, in order."""
    digest = hashlib.sha256("\n".join(names).encode()).digest()
    return int.from_bytes(digest[:8], "big") & MAX_SEED

"""Who meets whom, and how every set of deals is played in all seatings."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.arena.entrants import Field
from voormsi_env.engine.randomness import combine, game_seed
from voormsi_env.episode import MAX_SEED
from voormsi_env.rules import Rules

AGENTS_STREAM = 1 << 62


@dataclass(frozen=True)
class Match:
    """Entrants that meet: their numbers, one for each team; the same one may play two teams."""

    entrants: tuple[int, ...]

    @property
    def seatings(self) -> list[tuple[int, ...]]:
        """Every way to place the entrants: for each team, who plays it.

        The sets of deals are played once in each, so that no entrant has better cards or a
        better place than another.
        """
        return list(dict.fromkeys(permutations(self.entrants)))


def head_to_head(entrants: int, rules: Rules) -> Match:
    """All entrants in one match; in the game of three, two entrants are one against two.

    Raises:
        ValueError: there are more or fewer entrants than the game has teams.
    """
    if rules.teams == 3 and entrants == 2:
        return Match((0, 1, 1))
    if entrants != rules.teams:
        allowed = "2 or 3" if rules.teams == 3 else "2"
        raise ValueError(
            f"{entrants} agents cannot meet in one match of the game of {rules.players}; "
            f"allowed are {allowed}"
        )
    return Match(tuple(range(entrants)))


def games_to_sets(games: int, match: Match) -> int:
    """How many sets of deals hold a number of games: the last set is always played whole.

    Raises:
        ValueError: games is not 1 or more.
    """
    if isinstance(games, bool) or not isinstance(games, int) or games < 1:
        raise ValueError(f"games is {games!r}; allowed are whole numbers from 1")
    return -(-games // len(match.seatings))


@dataclass(frozen=True)
class Fixtures:
    """Games of a match, in order of set and seating: the arguments of `stream.play_games`.

    Attributes:
        agents: texts of the agents that `seatings` numbers.
        sets: int64 (n,), the number of each game's set of deals.
        seating_numbers: int64 (n,). teams: int64 (n, teams), the entrant that plays each team.
        seeds: int64 (n,). seatings: int64 (n, players). ids: int64 (n,). key: of the agents.
    """

    agents: list[str]
    sets: NDArray[np.int64]
    seating_numbers: NDArray[np.int64]
    teams: NDArray[np.int64]
    seeds: NDArray[np.int64]
    seatings: NDArray[np.int64]
    ids: NDArray[np.int64]
    key: int


def fixtures(field: Field, match: Match, seed: int, first: int, last: int) -> Fixtures:
    """The games of the sets `first` to `last` - 1 of a match.

    Set number d is played with the game seed `game_seed(seed, d)` in every match. The agents'
    randomness follows from the seed, the names of the entrants, the set and the seating.
    """
    teams = np.array(match.seatings, np.int64)
    agents = list(field.agents)
    seats = np.array([_seat_agents(field, seating, agents) for seating in match.seatings])
    sets = np.repeat(np.arange(first, last, dtype=np.int64), len(teams))
    numbers = np.tile(np.arange(len(teams)), last - first)
    names = _key_of([field.entrants[entrant].name for entrant in match.entrants])
    return Fixtures(
        agents=agents,
        sets=sets,
        seating_numbers=numbers,
        teams=teams[numbers],
        seeds=np.array([game_seed(seed, int(number)) for number in sets], np.int64),
        seatings=seats[numbers],
        ids=np.array(
            [combine(combine(names, int(d)), int(s)) for d, s in zip(sets, numbers, strict=True)],
            np.int64,
        ),
        key=combine(seed, AGENTS_STREAM),
    )


def _seat_agents(field: Field, seating: Sequence[int], agents: list[str]) -> list[int]:
    """Which agent decides for each seat, when the entrants are placed so."""
    rules = field.rules
    return [
        agents.index(field.entrants[seating[rules.team_of(seat)]].players[seat // rules.teams])
        for seat in range(rules.players)
    ]


def _key_of(names: Any) -> int:
    digest = hashlib.sha256("\n".join(names).encode()).digest()
    return int.from_bytes(digest[:8], "big") & MAX_SEED

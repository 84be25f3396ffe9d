"""Who meets whom in a tournament."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, pairwise

from voormsi_agents.matches.pairings import Match
from voormsi_env.rules import Rules


def head_to_head(entrants: int, rules: Rules) -> list[Match]:
    """All entrants in one match; in the game of three, two entrants are one against two.

    Raises:
        ValueError: there are more or fewer entrants than the game has teams.
    """
    if rules.teams == 3 and entrants == 2:
        return [Match((0, 1, 1))]
    if entrants != rules.teams:
        allowed = "2 or 3" if rules.teams == 3 else "2"
        raise ValueError(
            f"{_agents(entrants)} cannot meet in one match of the game of {rules.players}; "
            f"allowed are {allowed}"
        )
    return [Match(tuple(range(entrants)))]


def round_robin(entrants: int, rules: Rules) -> list[Match]:
    """Everybody meets everybody: all pairs, or all threes in the game of three.

    Raises:
        ValueError: there are fewer entrants than the game has teams.
    """
    if entrants < rules.teams:
        raise ValueError(
            f"{_agents(entrants)} cannot play a round robin of the game of {rules.players}; "
            f"allowed are {rules.teams} or more"
        )
    return [Match(chosen) for chosen in combinations(range(entrants), rules.teams)]


def gauntlet(entrants: int, rules: Rules) -> list[Match]:
    """The first entrant against each of the others; in the game of three against two of each.

    Raises:
        ValueError: there are fewer than two entrants.
    """
    if entrants < 2:
        raise ValueError(f"{_agents(entrants)} cannot play a gauntlet; allowed are 2 or more")
    return [_one_against(0, other, rules) for other in range(1, entrants)]


def chain(entrants: int, references: int, rules: Rules) -> list[Match]:
    """What rates a series of checkpoints: the first `references` entrants meet each other, and
    every later one meets all of them and the one before it.

    Raises:
        ValueError: there are fewer than two entrants.
    """
    if entrants < 2:
        raise ValueError(f"{_agents(entrants)} cannot be compared; allowed are 2 or more")
    pairs = list(combinations(range(references), 2))
    pairs += [(later, one) for later in range(references, entrants) for one in range(references)]
    pairs += [(later, earlier) for earlier, later in pairwise(range(references, entrants))]
    return [_one_against(one, other, rules) for one, other in pairs]


def _one_against(one: int, other: int, rules: Rules) -> Match:
    return Match((one,) + (other,) * (rules.teams - 1))


def _agents(number: int) -> str:
    return f"{number} agent{'' if number == 1 else 's'}"


SCHEDULES: dict[str, Callable[[int, Rules], list[Match]]] = {
    "head-to-head": head_to_head,
    "round-robin": round_robin,
    "gauntlet": gauntlet,
}


def usual_schedule(entrants: int, rules: Rules) -> str:
    """The schedule when none is asked for: one match if the entrants fill one, or all of them."""
    return "head-to-head" if entrants <= rules.teams else "round-robin"

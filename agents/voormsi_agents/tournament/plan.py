"""What is to be played: who, whom, how often."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from voormsi_agents.matches.pairings import Match
from voormsi_agents.tournament.schedule import SCHEDULES, usual_schedule
from voormsi_env.rules import Rules


@dataclass(frozen=True)
class Plan:
    """A tournament that is asked for.

    Attributes:
        entrants: texts of all. rules: of the games. seed: of the deals and the agents.
        schedule: its name. matches: who meets whom. games: of each match.
        extra: what `results.json` says of it besides, such as the name of a benchmark.
        steps: training steps of the entrants that are checkpoints of a run, by their text.
    """

    entrants: tuple[str, ...]
    rules: Rules
    seed: int
    schedule: str
    matches: tuple[Match, ...]
    games: tuple[int, ...]
    extra: dict[str, Any] = field(default_factory=dict)
    steps: dict[str, float] = field(default_factory=dict)


def plan_of(
    entrants: Sequence[str], rules: Rules, seed: int, schedule: str | None, games: int
) -> Plan:
    """A tournament by one of the `SCHEDULES`, or the usual one when None.

    Raises:
        ValueError: the schedule is not one for so many entrants.
    """
    name = usual_schedule(len(entrants), rules) if schedule is None else schedule
    matches = tuple(SCHEDULES[name](len(entrants), rules))
    return Plan(tuple(entrants), rules, seed, name, matches, (games,) * len(matches))

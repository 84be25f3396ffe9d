"""Comparing agents in one match, in this process: what training, tests and scripts call."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from voormsi_agents.base import Agent
from voormsi_agents.matches.play_sets import play_sets
from voormsi_agents.matches.roster import Roster
from voormsi_agents.matches.stream import DEFAULT_SLOTS, StreamOptions
from voormsi_agents.tournament.schedule import head_to_head
from voormsi_agents.tournament.statistics.standings import Standing, standing
from voormsi_env.rules import Rules
from voormsi_env.seeds import checked_seed


@dataclass(frozen=True)
class Comparison:
    """What a match came to.

    Attributes:
        standings: one for each entrant, in the order given.
        games: how many were played. sets: in how many sets of deals.
        seconds: how long it took.
        outcomes: OUTCOME (games,), every game.
    """

    standings: tuple[Standing, ...]
    games: int
    sets: int
    seconds: float
    outcomes: NDArray[np.void]

    @property
    def rate(self) -> float:
        """The first agent's win rate, 0 to 1, draws shared."""
        return self.standings[0].rate.value

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% interval of the first agent's win rate, from sets of deals."""
        return self.standings[0].rate.low, self.standings[0].rate.high

    @property
    def games_per_second(self) -> float:
        """How fast the games were played."""
        return self.games / self.seconds


def compare(
    agents: Sequence[str | Agent],
    games: int,
    seed: int,
    rules: Rules | None = None,
    *,
    slots: int = DEFAULT_SLOTS,
) -> Comparison:
    """Play agents against each other on duplicate deals.

    Every set of deals is played in every seating: twice, with seats swapped, by two teams. In
    the game of three, three agents play it in all six orders, and two agents three times, the
    first alone against two of the second.

    Args:
        agents: two, or three in the game of three: registry texts, partners joined by a plus
            (`heuristic+random`), or agents.
        games: how many; rounded up so that the last set is whole.
        seed: of the deals and of the agents' randomness, 0 to 2**63 - 1.
        rules: of the games; the game of four when None.
        slots: how many games are played side by side; it changes the speed only.

    Raises:
        UnknownAgentError: a text names no agent.
        ValueError: another argument has a value that is not allowed.
    """
    roster = Roster(agents, Rules() if rules is None else rules)
    match = head_to_head(len(agents), roster.rules)[0]
    sets = match.sets_for(games)
    began = time.perf_counter()
    options = StreamOptions(slots=slots)
    outcomes = play_sets(roster, match, checked_seed(seed), 0, sets, options=options).outcomes
    return Comparison(
        standings=tuple(
            standing(roster.entrants[number].name, number, outcomes, sets)
            for number in sorted(set(match.entrants))
        ),
        games=len(outcomes),
        sets=sets,
        seconds=time.perf_counter() - began,
        outcomes=outcomes,
    )

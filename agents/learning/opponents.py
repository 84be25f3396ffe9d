"""Who sits where in a learner's games: itself, registry agents, or a mix of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from agents.base import Agent
from agents.registry import make_agent
from voormsi_env.rules import Rules

SELF = "self"
LEARNER = 0
"""The decider of a learner's seat; decider k > 0 is `Tables.agents[k - 1]`."""


@dataclass(frozen=True)
class Opponent:
    """One entry of the mix.

    Attributes:
        weight: how often it is drawn, relative to the others' weights.
        name: the registry's text of the agent in the other teams' seats, or `self`.
        partner: the registry's text of the agent in the learner's partner's seat; None for the
            learner itself.
    """

    weight: float
    name: str
    partner: str | None


def parse_opponents(mix: Mapping[str, float], rules: Rules) -> list[Opponent]:
    """The entries of a mix as a config gives it: `{"self": 0.7, "heuristic": 0.3}`.

    Raises:
        ValueError: an agent is unknown, a weight is not above zero, a partner is named where
            there is none, or the mix is empty.
    """
    if not mix:
        raise ValueError("the mix is empty; allowed is one opponent or more")
    entries = []
    for text, weight in mix.items():
        if not 0.0 < weight < float("inf"):
            raise ValueError(f"the weight of {text!r} is {weight}; allowed are numbers above 0")
        name, _, partner = (part.strip() for part in text.partition(" with "))
        for agent in filter(None, (name, partner)):
            if agent != SELF:
                make_agent(agent, rules)
        if partner and rules.players != 4:
            raise ValueError(f"{text!r} names a partner, but only four players have partners")
        if partner == SELF or (partner and name == SELF):
            raise ValueError(f"{text!r} is not allowed: `with` takes registry agents only")
        entries.append(Opponent(weight, name, partner or None))
    return entries


class Tables:
    """Draws, for each new game, who decides for which seat.

    Attributes:
        agents: the agents other than the learner.
        deciders: int8 (games, players): `LEARNER`, or k for `agents[k - 1]`.
    """

    def __init__(self, mix: Mapping[str, float], rules: Rules, games: int) -> None:
        """Make the agents of a mix (see `parse_opponents`) for so many games."""
        self._rules = rules
        self._entries = parse_opponents(mix, rules)
        weights = np.array([entry.weight for entry in self._entries])
        self._chances = weights / weights.sum()
        names = sorted(
            {n for e in self._entries for n in (e.name, e.partner) if n is not None and n != SELF}
        )
        self.agents: list[Agent] = [make_agent(name, rules) for name in names]
        self._decider_of = {name: 1 + index for index, name in enumerate(names)}
        self.deciders = np.zeros((games, rules.players), np.int8)

    def draw(self, which: NDArray[np.bool_], rng: np.random.Generator) -> None:
        """Seat the players of the games for which `which` (games,) is set."""
        chosen = np.flatnonzero(which)
        entries = rng.choice(len(self._entries), len(chosen), p=self._chances)
        own_seats = rng.integers(0, self._rules.players, len(chosen))
        for index, entry in enumerate(self._entries):
            drawn = entries == index
            self.deciders[chosen[drawn]] = self._seatings(entry, own_seats[drawn])

    def _seatings(self, entry: Opponent, own_seats: NDArray[np.int64]) -> NDArray[np.int8]:
        """int8 (n, players): who decides, when the learner has at least the seats `own_seats`."""
        seats = np.arange(self._rules.players)
        seatings = np.zeros((len(own_seats), len(seats)), np.int8)
        if entry.name == SELF:
            return seatings
        partners = seats % self._rules.teams == (own_seats % self._rules.teams)[:, None]
        seatings[~partners] = self._decider_of[entry.name]
        if entry.partner is not None:
            seatings[partners & (seats != own_seats[:, None])] = self._decider_of[entry.partner]
        return seatings

"""Who sits where in a learner's games: itself, registry agents, or a mix of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from voormsi_agents.base import Agent
from voormsi_agents.registry import make_agent
from voormsi_agents.training.selfplay.pool import Pool
from voormsi_env.rules import Rules

SELF = "self"
POOL = "pool"
LEARNER = 0
"""The decider of a learner's seat; decider k > 0 is `SeatAssignment.agents[k - 1]`."""


@dataclass(frozen=True)
class Opponent:
    """One entry of the mix.

    Attributes:
        weight: how often it is drawn, relative to the others' weights.
        name: the registry's text of the agent in the other teams' seats, or `self`, or `pool`
            for a past self.
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
            if agent not in (SELF, POOL):
                make_agent(agent, rules)
        if partner and rules.players != 4:
            raise ValueError(f"{text!r} names a partner, but only four players have partners")
        if partner and {name, partner} & {SELF, POOL}:
            raise ValueError(f"{text!r} is not allowed: `with` takes registry agents only")
        entries.append(Opponent(weight, name, partner or None))
    return entries


class SeatAssignment:
    """Draws, for each new game, who decides for which seat.

    Attributes:
        pool: past selves; None when the mix has none.
        deciders: int16 (games, players): `LEARNER`, or k for `agents[k - 1]`.
    """

    def __init__(
        self, mix: Mapping[str, float], rules: Rules, games: int, pool: Pool | None = None
    ) -> None:
        """Make the agents of a mix (see `parse_opponents`) for so many games.

        Args:
            mix: opponents and their weights.
            rules: of the games.
            games: how many are played side by side.
            pool: for the opponent `pool`; it must hold a snapshot before the first draw.
        """
        self._rules = rules
        self.pool = pool
        self._entries = parse_opponents(mix, rules)
        weights = np.array([entry.weight for entry in self._entries])
        self._chances = weights / weights.sum()
        names = sorted(
            {n for e in self._entries for n in (e.name, e.partner) if n and n not in (SELF, POOL)}
        )
        self._fixed: list[Agent] = [make_agent(name, rules) for name in names]
        self._decider_of = {name: 1 + index for index, name in enumerate(names)}
        self.deciders = np.zeros((games, rules.players), np.int16)

    @property
    def agents(self) -> list[Agent]:
        """The agents other than the learner, past selves last."""
        return self._fixed if self.pool is None else self._fixed + self.pool.agents

    def draw(self, which: NDArray[np.bool_], rng: np.random.Generator) -> None:
        """Seat the players of the games for which `which` (games,) is set."""
        chosen = np.flatnonzero(which)
        entries = rng.choice(len(self._entries), len(chosen), p=self._chances)
        own_seats = rng.integers(0, self._rules.players, len(chosen))
        for index, entry in enumerate(self._entries):
            drawn = entries == index
            self.deciders[chosen[drawn]] = self._seatings(entry, own_seats[drawn], rng)

    def note(self, games: NDArray[np.int64], shares: NDArray[np.float64]) -> None:
        """Count games that ended, (n,), and the learner's shares of them, for the pool."""
        if self.pool is not None:
            slots = self.deciders[games].max(axis=1).astype(np.int64) - 1 - len(self._fixed)
            past = slots >= 0
            self.pool.note(slots[past], 1.0 - shares[past])

    def _seatings(
        self, entry: Opponent, own_seats: NDArray[np.int64], rng: np.random.Generator
    ) -> NDArray[np.int16]:
        """int16 (n, players): who decides, when the learner has at least the seats `own_seats`."""
        seats = np.arange(self._rules.players)
        seatings = np.zeros((len(own_seats), len(seats)), np.int16)
        if entry.name == SELF:
            return seatings
        partners = seats % self._rules.teams == (own_seats % self._rules.teams)[:, None]
        if entry.name == POOL:
            assert self.pool is not None, "a mix with `pool` needs a pool"
            others = 1 + len(self._fixed) + self.pool.draw(len(own_seats), rng)
        else:
            others = np.full(len(own_seats), self._decider_of[entry.name])
        seatings = np.where(partners, seatings, others[:, None]).astype(np.int16)
        if entry.partner is not None:
            seatings[partners & (seats != own_seats[:, None])] = self._decider_of[entry.partner]
        return seatings

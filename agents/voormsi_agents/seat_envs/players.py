"""Who fills the other seats: agents, or a mixture of them from which each game draws."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from voormsi_agents.base import Agent
from voormsi_agents.registry import make_agent
from voormsi_env.rules import Rules

Player = str | Agent
Players = Player | Sequence[Player] | Mapping[Player, float]
"""An agent, by its registry text or itself; several, each as likely; or a weight for each."""

PARTNER, OPPONENTS = range(2)


class Lineup:
    """The agents of a batch of games and how likely each is to be drawn for a role.

    Attributes:
        agents: every agent that may be drawn, each once.
        chances: float64 (2, agents): the chance that the partner (row 0), the opponents (row 1),
            are one of the agents up to and including this one. Row 0 is all 1 without a partner.
    """

    def __init__(self, teammate: Players, opponents: Players, rules: Rules) -> None:
        """Make the agents.

        Args:
            teammate: of the learner; not looked at where nobody has a partner.
            opponents: of the learner: one draw decides for all of them.
            rules: of the games.

        Raises:
            ValueError: a text names no agent, nobody is named, or a weight is not allowed.
        """
        self.agents: list[Agent] = []
        self._rules = rules
        self._places: dict[str | int, int] = {}
        has_partner = rules.players > rules.teams
        roles = [
            self._weights("teammate", teammate) if has_partner else {},
            self._weights("opponents", opponents),
        ]
        self.chances: NDArray[np.float64] = np.ones((len(roles), len(self.agents)))
        for role, weights in enumerate(roles):
            if weights:
                shares = [weights.get(index, 0.0) for index in range(len(self.agents))]
                sums = np.cumsum(shares)
                # Exactly 1 from the last agent that can be drawn on, whatever the rounding.
                self.chances[role] = np.where(sums < sums[-1], sums / sums[-1], 1.0)

    def _weights(self, role: str, players: Players) -> dict[int, float]:
        """The weight of each agent that a role may have, by its place in `agents`."""
        if isinstance(players, str | Agent):
            players = [players]
        if not isinstance(players, Mapping | Sequence) or not players:
            raise ValueError(
                f"{role} is {players!r}; allowed are an agent, a list of agents, "
                "or a mapping of agents to weights"
            )
        pairs = players.items() if isinstance(players, Mapping) else [(p, 1.0) for p in players]
        weights: dict[int, float] = {}
        for player, weight in pairs:
            if not isinstance(weight, int | float) or not 0 < weight < math.inf:
                raise ValueError(
                    f"{role} {player!r} has weight {weight!r}; allowed are numbers above 0"
                )
            place = self._place(role, player)
            weights[place] = weights.get(place, 0.0) + float(weight)
        return weights

    def _place(self, role: str, player: object) -> int:
        """Where an agent stands in `agents`; it is made and put there the first time."""
        if not isinstance(player, str | Agent):
            raise ValueError(f"{role} is {player!r}; allowed are the name of an agent or an Agent")
        key = player.strip() if isinstance(player, str) else id(player)
        if key not in self._places:
            agent = make_agent(player, self._rules) if isinstance(player, str) else player
            self._places[key] = len(self.agents)
            self.agents.append(agent)
        return self._places[key]

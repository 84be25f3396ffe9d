"""Who takes part: one agent for all seats of a team, or partners of different kinds."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass

from voormsi_agents.base import Agent
from voormsi_agents.registry import UnknownAgentError, make_agent
from voormsi_env.rules import Rules

PARTNERS = "+"


@dataclass(frozen=True)
class Entrant:
    """One that takes part in a tournament and plays as a team.

    Attributes:
        name: what tables call it, different from every other entrant's.
        players: the registry's texts of its agents, one for each seat of a team in order.
    """

    name: str
    players: tuple[str, ...]


class Roster:
    """All that take part, and the agents they need.

    Attributes:
        rules: of the games they play.
        entrants: in the order given.
        agents: by the registry's text; entrants that name the same agent share it. One that was
            given as an agent has a text of its own, whatever it calls itself.
    """

    def __init__(self, entrants: Sequence[str | Agent], rules: Rules) -> None:
        """Make the agents.

        Args:
            entrants: each an agent's text, partners joined by a plus (`heuristic+random`, four
                players only), or an agent itself.
            rules: of the games they will play.

        Raises:
            UnknownAgentError: a text names no agent, or has too many partners.
        """
        self.rules = rules
        self.agents: dict[str, Agent] = {}
        self.entrants: list[Entrant] = []
        for entrant in entrants:
            if isinstance(entrant, str):
                for player in self._players(entrant):
                    if player not in self.agents:
                        self.agents[player] = make_agent(player, rules)
        for entrant in entrants:
            if isinstance(entrant, str):
                text, players = entrant, self._players(entrant)
            else:
                text, players = entrant.name, (self._text_of(entrant),) * self._seats
            self.entrants.append(Entrant(self._unused_name(text), players))

    def players_at(self, teams: Sequence[int]) -> list[str]:
        """The text of the agent at each seat, when entrant teams[t] plays team t."""
        return [
            self.entrants[teams[self.rules.team_of(seat)]].players[seat // self.rules.teams]
            for seat in range(self.rules.players)
        ]

    def agents_at(self, teams: Sequence[int]) -> list[int]:
        """The same by number, as `agents` is ordered."""
        numbers = {text: number for number, text in enumerate(self.agents)}
        return [numbers[text] for text in self.players_at(teams)]

    @property
    def _seats(self) -> int:
        """How many seats a team has."""
        return self.rules.players // self.rules.teams

    def _text_of(self, agent: Agent) -> str:
        """The text of an agent that was given as such."""
        for text, known in self.agents.items():
            if known is agent:
                return text
        text = _not_among(self.agents, agent.name)
        self.agents[text] = agent
        return text

    def _players(self, text: str) -> tuple[str, ...]:
        seats = self._seats
        players = tuple(player.strip() for player in text.split(PARTNERS))
        if len(players) not in (1, seats):
            raise UnknownAgentError(
                f"{text!r} names {len(players)} partners; a team of the game of "
                f"{self.rules.players} has {seats} seat{'s' if seats > 1 else ''}"
            )
        return players * seats if len(players) == 1 else players

    def _unused_name(self, text: str) -> str:
        return _not_among({entrant.name for entrant in self.entrants}, text)


def _not_among(taken: Container[str], text: str) -> str:
    """A text, with a number behind it if it is taken."""
    name, number = text.strip(), 1
    while name in taken:
        number += 1
        name = f"{text.strip()} ({number})"
    return name

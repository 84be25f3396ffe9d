"""What an agent is: a batch of VIEWs in, a batch of actions out."""

from __future__ import annotations

from abc import ABC, abstractmethod

import numpy as np
from numpy.typing import NDArray

from voormsi_env.aliases import StateRecords, ViewRecords


class Agent(ABC):
    """A player, or rather any number of them: it decides for many seats of many games at once.

    An agent keeps nothing from one call to the next: a VIEW says all that a seat may know. What it
    needs of chance it takes from the keys, so that a decision depends on its VIEW and its key
    alone, and the same game comes out however games are batched.

    Attributes:
        name: what a table calls it; the registry's text for it.
    """

    name: str = "agent"

    @abstractmethod
    def act(self, views: ViewRecords, keys: NDArray[np.int64]) -> NDArray[np.int64]:
        """Choose an action for each row.

        Args:
            views: VIEW (n,), each of a seat that is to play; its `legal` names the legal actions.
            keys: int64 (n,), 0 to 2**63 - 1: a fresh random number for each decision; stretch it
                with `voormsi_env.engine.randomness.combine`.

        Returns:
            int64 (n,), a legal action for each row.
        """


class ActionValueAgent(Agent):
    """A player that knows what each play is worth to it, and makes the best."""

    @abstractmethod
    def values(self, views: ViewRecords, keys: NDArray[np.int64]) -> NDArray[np.float32]:
        """What each action is worth: the estimated chance of winning the game.

        Args:
            views: VIEW (n,), as for `act`.
            keys: int64 (n,), as for `act`.

        Returns:
            float32 (n, 15), 0 to 1 for legal actions, minus infinity for others; 0.5 without
            further thought where there is one legal action only.

        Raises:
            ValueError: a view is of a seat that is not to play.
        """

    def act(self, views: ViewRecords, keys: NDArray[np.int64]) -> NDArray[np.int64]:
        """See `Agent.act`."""
        actions: NDArray[np.int64] = self.values(views, keys).argmax(1)
        return actions


class PerfectInformationAgent(Agent):
    """A player that sees all cards, as nobody at a table may: it is given STATEs, not VIEWs."""

    @abstractmethod
    def act_on(self, games: StateRecords, keys: NDArray[np.int64]) -> NDArray[np.int64]:
        """Choose an action for each row.

        Args:
            games: STATE (n,), not over; they may be changed.
            keys: int64 (n,), as for `act`.

        Returns:
            int64 (n,), a legal action for the seat to play of each row.
        """

    def act(self, views: ViewRecords, keys: NDArray[np.int64]) -> NDArray[np.int64]:
        """Refuse: a VIEW is not enough.

        Raises:
            ValueError: always.
        """
        raise ValueError(f"agent {self.name!r} sees all cards and cannot play from a view alone")


def ask(
    agent: Agent,
    games: StateRecords,
    rows: NDArray[np.int64],
    views: ViewRecords,
    keys: NDArray[np.int64],
) -> NDArray[np.int64]:
    """What an agent plays in some games, int64 (n,).

    Args:
        games: STATE (games,), which only a `PerfectInformationAgent` gets to see.
        rows: int64 (n,), which.
        views: VIEW (n,), of the seats to play in them. keys: int64 (n,).
    """
    if isinstance(agent, PerfectInformationAgent):
        return agent.act_on(games[rows], keys)
    return agent.act(views, keys)

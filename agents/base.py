"""What an agent is: a batch of VIEWs in, a batch of actions out."""

from __future__ import annotations

from abc import ABC, abstractmethod

import numpy as np
from numpy.typing import NDArray


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
    def act(self, views: NDArray[np.void], keys: NDArray[np.int64]) -> NDArray[np.int64]:
        """Choose an action for each row.

        Args:
            views: VIEW (n,), each of a seat that is to play; its `legal` names the legal actions.
            keys: int64 (n,), 0 to 2**63 - 1: a fresh random number for each decision; stretch it
                with `voormsi_env.engine.randomness.combine`.

        Returns:
            int64 (n,), a legal action for each row.
        """

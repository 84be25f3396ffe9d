"""Racing the plays of a decision: what falls behind is tried no more.

All plays are tried in the same worlds, so that what is common to them cancels out. After each
round a play is dropped when it is behind the best by `BEHIND` standard errors of their difference
in the same worlds, or has done as well as the best in every single one (two fives, say); the
trials saved go to more worlds for those left (Maron and Moore's racing, 1997).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from voormsi_env.actions import NUM_ACTIONS, legal_actions
from voormsi_env.aliases import ActionSet
from voormsi_env.engine.bits import lowest
from voormsi_env.engine.jit import compiled

BEHIND = 2.0
"""Standard errors by which a play must be behind the best to be dropped."""
SAME = 1e-9
"""Sums of squared differences below this are rounding."""


class Sums(NamedTuple):
    """Sums over the worlds tried.

    Attributes:
        values: float64 (15,), of what each action was worth.
        products: float64 (15, 15), of the products of what two were worth, the lower one first.
    """

    values: NDArray[np.float64]
    products: NDArray[np.float64]


class Race:
    """How the plays of a decision have done so far.

    Attributes:
        alive: bit a: action a is still tried.
        worlds: in how many worlds those alive have been tried.
    """

    def __init__(self, legal: ActionSet, prior: NDArray[np.float64], weight: float) -> None:
        """Begin.

        Args:
            legal: the legal actions, one or more.
            prior: float64 (15,), what they are thought to be worth beforehand; only the
                differences count.
            weight: how many worlds that counts as much as.
        """
        self.alive = legal
        self.worlds = 0
        self._prior = weight * prior
        self._weight = weight
        self._sums = Sums(np.zeros(NUM_ACTIONS), np.zeros((NUM_ACTIONS, NUM_ACTIONS)))
        self._dropped: list[tuple[int, int, float]] = []

    def add(self, values: NDArray[np.float64]) -> None:
        """Take in what the plays alive have done in some more worlds, float64 (worlds, 15)."""
        _add_up(values, self.alive, self._sums)
        self.worlds += len(values)

    def drop(self) -> None:
        """Drop the plays that have fallen behind."""
        totals = self._sums.values + self._prior
        best, behind = _lagging(self.worlds, self._weight, self.alive, totals, self._sums)
        for action in range(NUM_ACTIONS):
            if behind >> action & 1:
                margin = (totals[best] - totals[action]) / (self.worlds + self._weight)
                self._dropped.append((action, best, margin))
        self.alive &= ~behind

    def values(self) -> NDArray[np.float64]:
        """The mean value of each action; of those dropped, by how far each was behind the one
        that was best then, float64 (15,); minus infinity for those that are not legal."""
        values = np.full(NUM_ACTIONS, -np.inf)
        totals = self._sums.values + self._prior
        best = max(legal_actions(self.alive), key=lambda action: float(totals[action]))
        level = self._sums.values[best] / self.worlds
        for action in legal_actions(self.alive):
            behind = (totals[best] - totals[action]) / (self.worlds + self._weight)
            values[action] = level - behind
        for action, best, margin in reversed(self._dropped):
            values[action] = values[best] - margin
        return values


@compiled
def _add_up(values: NDArray[np.float64], alive: ActionSet, sums: Sums) -> None:
    for world in range(len(values)):
        rest = alive
        while rest != 0:
            action = lowest(rest)
            sums.values[action] += values[world, action]
            others = rest
            while others != 0:
                other = lowest(others)
                sums.products[action, other] += values[world, action] * values[world, other]
                others &= others - 1
            rest &= rest - 1


@compiled
def _lagging(
    worlds: int, weight: float, alive: ActionSet, totals: NDArray[np.float64], sums: Sums
) -> tuple[int, int]:
    """The best play, and those behind it as the module says.

    Args:
        totals: float64 (15,), sums of values with what was thought beforehand, as so many worlds
            as `weight` says. sums: of the values alone.
    """
    products = sums.products
    best = lowest(alive)
    rest = alive
    while rest != 0:
        if totals[lowest(rest)] > totals[best]:
            best = lowest(rest)
        rest &= rest - 1
    behind = 0
    rest = alive & ~(1 << best)
    while rest != 0:
        action = lowest(rest)
        rest &= rest - 1
        margin = totals[best] - totals[action]
        mean = (sums.values[best] - sums.values[action]) / worlds
        both = products[min(best, action), max(best, action)]
        squares = products[best, best] + products[action, action] - 2.0 * both
        variance = max(0.0, squares / worlds - mean * mean) * worlds * worlds / max(1, worlds - 1)
        if margin * margin > BEHIND * BEHIND * variance or squares < SAME:
            behind |= 1 << action
    return best, behind

"""Whether one scale tells the truth: cycles, misfit, and Nash averaging beside the ratings."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray
from scipy import optimize, special

from voormsi_agents.tournament.statistics.ratings import ELO, Comparisons

SIGNIFICANCE = 0.01


@dataclass(frozen=True)
class Misfit:
    """Where the ratings do not tell what happened.

    Attributes:
        cycles: entrants of which the first beats the second, the second the third, and the
            third the first, each with more than chance explains.
        pairs: pairs whose results differ from what the ratings predict by more than chance
            explains: the two, the rate that happened, the rate predicted.
    """

    cycles: tuple[tuple[int, int, int], ...]
    pairs: tuple[tuple[int, int, float, float], ...]

    @property
    def transitive(self) -> bool:
        """Whether the ratings explain everything."""
        return not self.cycles and not self.pairs


def misfit(comparisons: Comparisons, elo: dict[int, float]) -> Misfit:
    """Compare every pair's results with the ratings.

    The chance of any false alarm is about `SIGNIFICANCE` for the pairs together and as much for
    the cycles (Bonferroni); what is independent are sets of deals.

    Args:
        comparisons: who won over whom.
        elo: ratings by entrant.
    """
    wins = {pair: comparisons.wins[:, i] for i, pair in enumerate(comparisons.pairs)}
    met = [pair for pair in wins if pair[0] < pair[1] and pair[0] in elo and pair[1] in elo]
    bound = float(special.ndtri(1 - SIGNIFICANCE / 2 / max(1, len(met))))
    beats: set[tuple[int, int]] = set()
    wrong: list[tuple[int, int, float, float]] = []
    for one, other in met:
        first, second = wins[one, other], wins[other, one]
        total = float((first + second).sum())
        rate = float(first.sum()) / total
        error = float(np.sqrt(((first - rate * (first + second)) ** 2).sum())) / total
        error = max(error, 0.5 / total)
        predicted = 1 / (1 + float(np.exp((elo[other] - elo[one]) / ELO)))
        if abs(rate - predicted) > bound * max(error, _spread(predicted, total)):
            wrong.append((one, other, rate, predicted))
        if abs(rate - 0.5) > bound * error:
            beats.add((one, other) if rate > 0.5 else (other, one))
    return Misfit(_cycles(sorted(elo), beats), tuple(wrong))


def _spread(rate: float, games: float) -> float:
    """The standard error of a rate from so many independent games."""
    return float(np.sqrt(rate * (1 - rate) / games))


def _cycles(entrants: list[int], beats: set[tuple[int, int]]) -> tuple[tuple[int, int, int], ...]:
    found = []
    for a, b, c in combinations(entrants, 3):
        for cycle in ((a, b, c), (a, c, b)):
            if all((cycle[i], cycle[(i + 1) % 3]) in beats for i in range(3)):
                found.append(cycle)
    return tuple(found)


def nash_average(rates: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Nash averaging (Balduzzi et al., Re-evaluating Evaluation, NeurIPS 2018).

    Two meta-players each name an entrant; who names the one that wins more often wins. The
    equilibrium of that game with the greatest entropy says how much each entrant matters:
    copies of an entrant share its weight, and those always beaten get none. An entrant's skill
    is its mean advantage over that mixture: 0 for those in it, negative for all others. Found
    by the convex dual: the weights are exp of what the prices of "no entrant has an advantage"
    make of them.

    Args:
        rates: float64 (n, n), the win rate of row against column.

    Returns:
        The weights, float64 (n,), which sum to 1, and the skills, float64 (n,).
    """
    advantages = (rates - rates.T) / 2

    def dual(prices: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        logits = -(advantages.T @ prices)
        return float(special.logsumexp(logits)), -(advantages @ special.softmax(logits))

    found = optimize.minimize(
        dual,
        np.zeros(len(rates)),
        jac=True,
        bounds=[(0.0, None)] * len(rates),
        method="L-BFGS-B",
        options={"maxiter": 10_000, "maxfun": 20_000, "ftol": 1e-15, "gtol": 1e-9},
    )
    weights = special.softmax(-(advantages.T @ found.x))
    return weights, advantages @ weights

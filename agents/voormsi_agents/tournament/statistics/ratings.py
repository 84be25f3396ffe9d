"""One scale for all entrants: Bradley–Terry strengths in Elo units, with bootstrap intervals.

The bootstrap is the Bayesian one (Rubin, The Bayesian bootstrap, Annals of Statistics 9, 1981): a
sample weighs every block of sets at random, and so it does the prior. Where two entrants met and
one won every game, an ordinary bootstrap would know the rating for sure; this one gives what is
known of a rate by Jeffreys' prior.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import choix
import numpy as np
from numpy.typing import NDArray
from scipy import optimize, special

from voormsi_agents.matches.outcome import SHARES
from voormsi_agents.tournament.statistics.intervals import CONFIDENCE

ELO = 400 / np.log(10)
RESAMPLES = 1000
MOST_BLOCKS = 1000
PRIOR_WINS = 0.5
"""Added for both sides of every pair that met, so that one that won them all gets a finite rating;
in a sample, a number with this mean."""

LEAST_PRIOR_WINS = 1e-3
"""A sample's number may come out next to nothing, and a rating then next to infinity."""

MOST_ITERATIONS = 1000
SAMPLE_TOLERANCE = 1e-4


@dataclass(frozen=True)
class Rating:
    """An entrant's strength.

    Attributes:
        value: in Elo units: 400 more are odds of ten to one. low, high: its 95% interval.
        above_next: the chance that it is stronger than the entrant rated next below it; None for
            the last.
    """

    value: float
    low: float
    high: float
    above_next: float | None


def wins_per_set(
    outcomes: NDArray[np.void], sets: int, first: int, second: int
) -> NDArray[np.float64]:
    """How often one entrant won over another in each set of a match, float64 (sets,).

    A game gives its share of the win to each of its teams (all, a half, a third or nothing);
    that share is won over every other team. Among three teams this is Luce's choice: who of two
    wins, if one of them does, follows Bradley and Terry's law.

    Args:
        outcomes: OUTCOME (n,) of the match, in order of set and seating.
        sets: how many sets they are.
        first, second: numbers of two different entrants.
    """
    won = (outcomes["shares"] * (outcomes["entrants"] == first)).sum(axis=1)
    over = (outcomes["entrants"] == second).sum(axis=1)
    totals = (won * over).reshape(sets, -1).sum(axis=1)
    return np.asarray(totals / SHARES, np.float64)


class Comparisons:
    """Who won how often over whom, by blocks of sets of deals, all matches side by side.

    Attributes:
        entrants: how many.
        pairs: (winner, loser) of each column.
        wins: float64 (blocks, columns). A block is a set of deals, the same in all matches, or
            several when there are very many: blocks are what is independent.
    """

    def __init__(self, entrants: int, matches: Sequence[tuple[NDArray[np.void], int]]) -> None:
        """Count the wins.

        Args:
            entrants: how many there are.
            matches: OUTCOME (n,) of each match in order of set and seating, and its sets.
        """
        self.entrants = entrants
        self.pairs: list[tuple[int, int]] = []
        most = max((sets for _, sets in matches), default=0)
        per_block = max(1, -(-most // MOST_BLOCKS))
        blocks = max(1, -(-most // per_block))
        columns: list[NDArray[np.float64]] = []
        for outcomes, sets in matches:
            if sets == 0:
                continue
            met = sorted({int(entrant) for entrant in outcomes["entrants"][0] if entrant >= 0})
            for first in met:
                for second in met:
                    if first != second:
                        wins = np.zeros(blocks * per_block)
                        wins[:sets] = wins_per_set(outcomes, sets, first, second)
                        columns.append(wins.reshape(blocks, per_block).sum(axis=1))
                        self.pairs.append((first, second))
        self.wins = np.array(columns).T if columns else np.zeros((blocks, 0))

    def matrix(self, totals: NDArray[np.float64]) -> NDArray[np.float64]:
        """Column totals as wins of row over column, float64 (entrants, entrants)."""
        matrix = np.zeros((self.entrants, self.entrants))
        for (winner, loser), total in zip(self.pairs, totals, strict=True):
            matrix[winner, loser] += total
        return matrix

    def resampled(self, rng: np.random.Generator, resamples: int) -> NDArray[np.float64]:
        """Column totals of bootstrap samples of the blocks, float64 (resamples, columns)."""
        return np.asarray(rng.exponential(size=(resamples, len(self.wins))) @ self.wins)


def strengths(
    wins: NDArray[np.float64],
    start: NDArray[np.float64] | None = None,
    tolerance: float = 1e-8,
) -> NDArray[np.float64]:
    """Bradley–Terry strengths in Elo units, float64 (entrants,), their mean 0.

    Args:
        wins: float64 (entrants, entrants), of row over column, above 0 for those who met.
        start: strengths to begin the search from.
        tolerance: of their natural logarithms, together.
    """
    first = np.zeros(len(wins)) if start is None else start / ELO
    try:
        with np.errstate(invalid="ignore", divide="ignore"):
            fitted = choix.ilsr_pairwise_dense(
                wins, initial_params=first, max_iter=MOST_ITERATIONS, tol=tolerance
            )
    except RuntimeError:
        fitted = np.full(len(wins), np.nan)
    # It creeps, or loses all digits, where one after another has lost next to every game.
    if not np.isfinite(fitted).all():
        fitted = _by_newton(wins, first, tolerance)
    return np.asarray(ELO * (fitted - fitted.mean()))


def _by_newton(
    wins: NDArray[np.float64], start: NDArray[np.float64], tolerance: float
) -> NDArray[np.float64]:
    """The strengths of greatest likelihood, as natural logarithms, float64 (entrants,)."""
    games = wins + wins.T

    def chances(logs: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.asarray(special.expit(logs[:, None] - logs))

    def surprise(logs: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        value = -(wins * special.log_expit(logs[:, None] - logs)).sum()
        return float(value), (games * chances(logs) - wins).sum(axis=1)

    def curvature(logs: NDArray[np.float64]) -> NDArray[np.float64]:
        parts = games * chances(logs) * chances(logs).T
        # Only differences count, so along the diagonal there is none; the constant fixes the level.
        return np.asarray(np.diag(parts.sum(axis=1)) - parts + 1.0 / len(wins))

    found = optimize.minimize(
        surprise,
        start,
        jac=True,
        hess=curvature,
        method="trust-exact",
        options={"gtol": tolerance * LEAST_PRIOR_WINS, "maxiter": MOST_ITERATIONS},
    )
    return np.asarray(found.x)


def ratings(
    comparisons: Comparisons,
    anchor: int,
    seed: int,
    *,
    resamples: int | None = None,
    confidence: float = CONFIDENCE,
) -> dict[int, Rating]:
    """Rate the entrants that are connected with the anchor by matches.

    Args:
        comparisons: who won over whom.
        anchor: the entrant whose rating is 0.
        seed: of the resampling.
        resamples: how many bootstrap samples; `RESAMPLES` when None.
        confidence: of the intervals.

    Returns:
        By entrant, the strongest first.
    """
    connected = _connected(comparisons, anchor)
    if len(connected) < 2:
        return {}
    place = connected.index(anchor)
    part = np.ix_(connected, connected)
    wins = comparisons.matrix(comparisons.wins.sum(axis=0))[part]
    met = (wins + wins.T) > 0
    whole = strengths(wins + met * PRIOR_WINS)
    rng = np.random.default_rng(seed)
    samples = np.array(
        [
            strengths(
                comparisons.matrix(totals)[part]
                + met * np.maximum(rng.gamma(PRIOR_WINS, size=met.shape), LEAST_PRIOR_WINS),
                whole,
                SAMPLE_TOLERANCE,
            )
            for totals in comparisons.resampled(rng, resamples or RESAMPLES)
        ]
    )
    samples -= samples[:, [place]]
    values = whole - whole[place]
    tail = _expanded_tail(len(comparisons.wins), (1 - confidence) / 2)
    low, high = np.quantile(samples, [tail, 1 - tail], axis=0)
    order = np.argsort(-values, kind="stable")
    above = [_chance_above(samples[:, one], samples[:, below]) for one, below in pairwise(order)]
    return {
        connected[one]: Rating(float(values[one]), float(low[one]), float(high[one]), chance)
        for one, chance in zip(order, [*above, None], strict=True)
    }


def _expanded_tail(blocks: int, tail: float) -> float:
    """What to cut off a bootstrap distribution so that `tail` lies beyond it.

    Samples spread less than the truth by the square root of (n - 1) / (n + 1), and n blocks
    know their own spread no better than Student's distribution says (Hesterberg, What teachers
    should know about the bootstrap, The American Statistician 69, 2015: expanded percentiles).
    """
    if blocks < 2:
        return tail
    reach = special.stdtrit(blocks - 1, 1 - tail) * ((blocks + 1) / (blocks - 1)) ** 0.5
    return float(special.ndtr(-reach))


def _chance_above(one: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    return float((one > other).mean() + (one == other).mean() / 2)


def _connected(comparisons: Comparisons, anchor: int) -> list[int]:
    """The entrants that can be reached from the anchor through matches, in order."""
    reached = {anchor}
    while True:
        more = {b for a, b in comparisons.pairs if a in reached} - reached
        if not more:
            return sorted(reached)
        reached |= more

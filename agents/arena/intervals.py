"""Means and their intervals from sets of deals, which are what is independent."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import stats

CONFIDENCE = 0.95


@dataclass(frozen=True)
class Estimate:
    """A number and the interval that covers the truth with the stated confidence."""

    value: float
    low: float
    high: float

    @property
    def half_width(self) -> float:
        """Half the interval's width."""
        return (self.high - self.low) / 2


def rate_estimate(
    rates: NDArray[np.float64], top: float = 1.0, confidence: float = CONFIDENCE
) -> Estimate:
    """The mean of win rates, one for each set of deals (n,), each from 0 to `top`.

    The interval is Student's, kept within 0 and `top`. Where every set was won whole, or every
    one lost, its width would be nothing; there it is the exact binomial one (Clopper and
    Pearson).
    """
    value = float(rates.mean())
    if len(rates) < 2:
        return Estimate(value, 0.0, top)
    if (rates == 0).all() or (rates == top).all():
        wins = len(rates) if value else 0
        exact = stats.binomtest(wins, len(rates)).proportion_ci(confidence, "exact")
        return Estimate(value, float(exact.low) * top, float(exact.high) * top)
    half = _quantile(len(rates), confidence) * float(rates.std(ddof=1)) / len(rates) ** 0.5
    return Estimate(value, max(0.0, value - half), min(top, value + half))


def ratio_estimate(
    numerators: NDArray[np.float64],
    denominators: NDArray[np.float64],
    confidence: float = CONFIDENCE,
) -> Estimate:
    """A ratio of sums, such as points per deal, from one pair of numbers for each set (n,).

    The interval is Student's for the linearised ratio (Cochran, Sampling Techniques, 1977,
    section 6.3).
    """
    value = float(numerators.sum() / denominators.sum())
    if len(numerators) < 2:
        return Estimate(value, -np.inf, np.inf)
    spread = float((numerators - value * denominators).std(ddof=1)) / float(denominators.mean())
    half = _quantile(len(numerators), confidence) * spread / len(numerators) ** 0.5
    return Estimate(value, value - half, value + half)


def _quantile(n: int, confidence: float) -> float:
    return float(stats.t.ppf(0.5 + confidence / 2, n - 1))

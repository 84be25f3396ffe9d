"""Means and their intervals from sets of deals, which are what is independent."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

import numpy as np
from numpy.typing import NDArray
from scipy import special

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
    certain = ((1 - confidence) / 2) ** (1 / len(rates))
    if (rates == 0).all():
        return Estimate(value, 0.0, (1 - certain) * top)
    if (rates == top).all():
        return Estimate(value, certain * top, top)
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


def adjusted_estimate(
    values: NDArray[np.float64],
    control: NDArray[np.float64],
    plain: Estimate,
    top: float = 1.0,
    confidence: float = CONFIDENCE,
) -> tuple[Estimate, float]:
    """The mean of win rates with the part taken out that a control variate explains.

    It is the intercept of the regression of the rates on the control, whose true mean is 0,
    with the intercept's interval, kept within 0 and `top` (Lavenberg and Welch, A perspective on
    the use of control variables, Management Science 27, 1981).

    Args:
        values: float64 (n,), from 0 to `top`. control: float64 (n,), known to have the mean 0.
        plain: the estimate without; it is given back where there is nothing to take out.
        top: the best rate there can be.
        confidence: of the interval.

    Returns:
        The estimate, and how many times smaller the variance became.
    """
    n = len(values)
    if n < 4 or float(values.std()) == 0.0 or float(control.std()) == 0.0:
        return plain, 1.0
    centered = control - control.mean()
    spread = float(centered @ centered)
    slope = float(centered @ values) / spread
    value = float(values.mean()) - slope * float(control.mean())
    residuals = values - value - slope * control
    variance = float(residuals @ residuals) / (n - 2)
    error = (variance * (1 / n + float(control.mean()) ** 2 / spread)) ** 0.5
    half = _quantile(n - 1, confidence) * error
    return (
        Estimate(value, max(0.0, value - half), min(top, value + half)),
        float(values.var(ddof=1)) / variance if variance > 0 else 1.0,
    )


def games_needed(half_width: float, seatings: int, top: float = 1.0) -> int:
    """How many games give an interval of about this half-width, or a narrower one.

    It takes the games of a set for independent and every game for a coin's toss: on duplicate
    deals they are, if anything, less than that.

    Args:
        half_width: of the 95% interval of a win rate.
        seatings: games of a set of deals.
        top: the best rate there can be.
    """
    spread = float(special.ndtri(0.5 + CONFIDENCE / 2)) * top / 2
    sets = ceil((spread / half_width) ** 2 / seatings)
    return max(2, sets) * seatings


def expected_half_width(games: int, top: float = 1.0) -> float:
    """What half-width a number of games gives, or less: see `games_needed`."""
    return float(special.ndtri(0.5 + CONFIDENCE / 2) * top / 2 / games**0.5)


def _quantile(n: int, confidence: float) -> float:
    """Student's, of a mean of n numbers."""
    return float(special.stdtrit(n - 1, 0.5 + confidence / 2))

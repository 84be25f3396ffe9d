"""Stopping a match as soon as enough is known, in a way that stays valid under peeking."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from voormsi_agents.tournament.statistics.intervals import CONFIDENCE, Estimate

LARGEST_BET = 0.5


def confidence_sequence(
    values: NDArray[np.float64], alpha: float, half_width: float | None = None
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Bounds on the mean of independent numbers from 0 to 1, one pair after each of them.

    With a chance of at least 1 - `alpha`, the mean lies within all the pairs at once; either
    bound alone holds for all with at least 1 - `alpha` / 2. So one may look after every number
    and stop whenever one likes. This is the predictable plug-in empirical Bernstein confidence
    sequence of Waudby-Smith and Ramdas (Estimating means of bounded random variables by betting,
    JRSS B, 2024, theorem 2), each bound kept at its best so far.

    Args:
        values: float64 (n,).
        alpha: the chance, from 0 to 1, that a bound ever fails.
        half_width: how narrow the bounds are wanted; they are then as close as can be when they
            get there, and wider later. With None they are good at all times, best at none.

    Returns:
        Lower and upper bounds, float64 (n,) each.
    """
    times = np.arange(1, len(values) + 1)
    means = (0.5 + np.cumsum(values)) / (times + 1)
    variances = (0.25 + np.cumsum((values - means) ** 2)) / (times + 1)
    means_before = np.concatenate([[0.5], means[:-1]])
    variances_before = np.concatenate([[0.25], variances[:-1]])
    price = np.log(2 / alpha)
    if half_width is None:
        bets = np.sqrt(2 * price / (variances_before * times * np.log(times + 1)))
    else:
        # The best fixed bet for n numbers is sqrt(2 price / (variance n)), and n of them are
        # enough for the half-width sqrt(2 price variance / n).
        bets = half_width / variances_before
    bets = np.minimum(bets, LARGEST_BET)
    staked = np.cumsum(bets)
    center = np.cumsum(bets * values) / staked
    # Four times the squared surprise, times psi(bet) = (-log(1 - bet) - bet) / 4.
    costs = (values - means_before) ** 2 * (-np.log1p(-bets) - bets)
    radius = (price + np.cumsum(costs)) / staked
    return (
        np.maximum.accumulate(np.maximum(center - radius, 0.0)),
        np.minimum.accumulate(np.minimum(center + radius, 1.0)),
    )


@dataclass(frozen=True)
class Until:
    """When a match may stop.

    Attributes:
        text: as it was asked for.
        half_width: of the interval of the first entrant's win rate, or None.
        better, worse: names of entrants, the first to be shown the better one; or None.
        confidence: with which.
    """

    text: str
    half_width: float | None = None
    better: str | None = None
    worse: str | None = None
    confidence: float = CONFIDENCE

    def stops_after(self, rates: NDArray[np.float64], top: float, even: float) -> int | None:
        """After how many sets of deals the match stops, or None if it does not.

        Args:
            rates: float64 (n,), one for each set in order, from 0 to `top`: the win rate of the
                entrant to be shown better, or of the first.
            top: the largest there can be. even: that of an even player.
        """
        if len(rates) == 0:
            return None
        if self.half_width is not None:
            low, high = confidence_sequence(rates / top, 1 - self.confidence, self.half_width / top)
            enough = (high - low) * top / 2 <= self.half_width
        else:
            low, _ = confidence_sequence(rates / top, 2 * (1 - self.confidence))
            enough = low * top > even
        return int(np.argmax(enough)) + 1 if enough.any() else None


def sets_until(until: Until, rate: float, seatings: int, top: float, even: float, most: int) -> int:
    """About how many sets of deals a match takes to stop, `most` if it does not before.

    It takes every game for an independent toss that the watched entrant wins at `rate`, and a
    match of average luck; on duplicate deals it takes fewer.

    Args:
        until: when it stops.
        rate: of the watched entrant, from 0 to `top`.
        seatings: games of a set.
        top, even: the largest rate there can be, and that of an even player.
        most: sets of the match.
    """
    spread = min((rate * (top - rate) / seatings) ** 0.5, rate, top - rate)
    rates = rate + spread * np.resize([1.0, -1.0], most)
    return until.stops_after(rates, top, even) or most


def sequential_estimate(
    rates: NDArray[np.float64],
    top: float = 1.0,
    half_width: float | None = None,
    confidence: float = CONFIDENCE,
) -> Estimate:
    """The mean of win rates with the interval that stays valid whenever one stops.

    Args:
        rates: float64 (n,), one for each set of deals in order, from 0 to `top`.
        top: the largest there can be.
        half_width: at which the match was to stop; None when it was to stop at something else.
        confidence: of the interval.
    """
    wanted = None if half_width is None else half_width / top
    low, high = confidence_sequence(rates / top, 1 - confidence, wanted)
    return Estimate(float(rates.mean()), float(low[-1]) * top, float(high[-1]) * top)


def parse_until(text: str, names: Sequence[str]) -> Until:
    """Read `±2%` (also `+-2%`) or `A > B at 99%`.

    Args:
        text: what to read.
        names: of the entrants.

    Raises:
        ValueError: it is neither, a number is out of range, or a name is no entrant's.
    """
    number = r"(\d+(?:\.\d+)?)\s*%"
    width = re.fullmatch(rf"\s*(?:±|\+/?-)\s*{number}\s*", text)
    if width and 0 < float(width[1]) < 50:
        return Until(text, half_width=float(width[1]) / 100)
    better = re.fullmatch(rf"\s*(.+?)\s*>\s*(.+?)\s+at\s+{number}\s*", text)
    if better is None or not 50 <= float(better[3]) < 100:
        raise ValueError(
            f"until is {text!r}; allowed are '±2%', with more than 0% and less than 50%, and "
            f"'A > B at 99%', with 50% or more and less than 100%"
        )
    for name in (better[1], better[2]):
        if name not in names:
            raise ValueError(f"until names {name!r}; agents are {', '.join(names)}")
    if better[1] == better[2]:
        raise ValueError(f"until compares {better[1]!r} with itself")
    return Until(text, better=better[1], worse=better[2], confidence=float(better[3]) / 100)

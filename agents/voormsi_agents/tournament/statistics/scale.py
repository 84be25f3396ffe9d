"""All entrants of a tournament on one scale, and how far that scale can be trusted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from voormsi_agents.tournament.results import Played
from voormsi_agents.tournament.statistics.ratings import Comparisons, Rating, ratings
from voormsi_agents.tournament.statistics.transitivity import Misfit, misfit, nash_average

ANCHOR = "random"
"""The entrant whose rating is 0, where it takes part; else it is the first."""


@dataclass(frozen=True)
class Scale:
    """All entrants on one scale.

    Attributes:
        anchor: number of the entrant whose rating is 0.
        ratings: by number, the strongest first; entrants without a match that counts are missing.
        misfit: where the ratings do not tell what happened.
        nash: (weight, skill) by number of the rated; empty unless all of them have met.
        rates: float64 (entrants, entrants), win rates of row against column by the pair's own
            games, NaN where they never met.
    """

    anchor: int
    ratings: dict[int, Rating]
    misfit: Misfit
    nash: dict[int, tuple[float, float]]
    rates: NDArray[np.float64]


def scale_of(names: Sequence[str], played: Sequence[Played], seed: int) -> Scale:
    """Rate the entrants by all matches that count.

    Args:
        names: of the entrants.
        played: what came of every match.
        seed: of the resampling that gives the intervals.
    """
    anchor = names.index(ANCHOR) if ANCHOR in names else 0
    comparisons = Comparisons(len(names), [(match.outcomes, match.sets) for match in played])
    by_number = ratings(comparisons, anchor, seed)
    wins = comparisons.matrix(comparisons.wins.sum(axis=0))
    with np.errstate(invalid="ignore"):
        rates = wins / (wins + wins.T)
    return Scale(
        anchor=anchor,
        ratings=by_number,
        misfit=misfit(comparisons, {number: rating.value for number, rating in by_number.items()}),
        nash=_nash(rates, sorted(by_number)),
        rates=rates,
    )


def _nash(rates: NDArray[np.float64], rated: Sequence[int]) -> dict[int, tuple[float, float]]:
    """Nash weight and skill of the rated entrants; nothing where some of them have not met."""
    among = rates[np.ix_(rated, rated)]
    np.fill_diagonal(among, 0.5)
    if len(rated) == 0 or np.isnan(among).any():
        return {}
    weights, skills = nash_average(among)
    return {
        number: (float(weight), float(skill))
        for number, weight, skill in zip(rated, weights, skills, strict=True)
    }

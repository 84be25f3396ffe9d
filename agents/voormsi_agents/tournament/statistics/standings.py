"""How an entrant did in a match: win rate, points, and what duplicates and card luck saved."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from voormsi_agents.matches.outcome import SHARES
from voormsi_agents.tournament.statistics.intervals import (
    Estimate,
    adjusted_estimate,
    rate_estimate,
    ratio_estimate,
)


@dataclass(frozen=True)
class Standing:
    """How one entrant did in a match.

    Attributes:
        name: the entrant's.
        rate: its share of the wins, a draw shared; an even player's is 1 / teams.
        adjusted: the same with the card luck taken out (`values/card_luck.py`); None when unknown.
        points: its points per deal on the ladder, less the mean of the other teams'.
        duplicates_save: how many times fewer games duplicate deals need than independent ones,
            for an interval of the same width; infinite where every set came out alike.
        card_luck_saves: how many times fewer taking card luck out needs on top; None when unknown.
    """

    name: str
    rate: Estimate
    adjusted: Estimate | None
    points: Estimate
    duplicates_save: float
    card_luck_saves: float | None


def standing(name: str, entrant: int, outcomes: NDArray[np.void], sets: int) -> Standing:
    """How an entrant did.

    Args:
        name: what to call it.
        entrant: its number.
        outcomes: OUTCOME (n,) of a match, in order of set and seating.
        sets: how many sets of deals they are.
    """
    teams = teams_of(outcomes)
    plays = outcomes["entrants"][:, :teams] == entrant
    scores = outcomes["scores"][:, :teams].astype(np.float64)
    rates = rates_of(entrant, outcomes, sets)
    top = top_rate(entrant, outcomes)
    rate = rate_estimate(rates, top)
    card_luck = per_set(_less_others(outcomes["card_luck"][:, :teams]) * plays, sets)
    adjusted, card_luck_saves = adjusted_estimate(rates, card_luck, rate, top)
    return Standing(
        name=name,
        rate=rate,
        adjusted=adjusted,
        points=ratio_estimate(
            per_set(_less_others(scores) * plays, sets),
            per_set(outcomes["deals"][:, None] * plays, sets),
        ),
        duplicates_save=_duplicates_save(entrant, outcomes, sets),
        card_luck_saves=card_luck_saves,
    )


def teams_of(outcomes: NDArray[np.void]) -> int:
    """How many teams play in a match's outcomes."""
    return int((outcomes["entrants"][0] >= 0).sum())


def top_rate(entrant: int, outcomes: NDArray[np.void]) -> float:
    """The best win rate an entrant can have: less than 1 if it plays more than one team."""
    return 1 / float((outcomes["entrants"][0] == entrant).sum())


def rates_of(entrant: int, outcomes: NDArray[np.void], sets: int) -> NDArray[np.float64]:
    """An entrant's win rate in each set of a match, float64 (sets,)."""
    plays = outcomes["entrants"] == entrant
    chances = per_set(plays, sets)
    return per_set(outcomes["shares"] * plays, sets) / (SHARES * chances)


def per_set(values: NDArray[Any], sets: int) -> NDArray[np.float64]:
    """Sums over all games and teams of each set, float64 (sets,), from (games, teams)."""
    return np.asarray(values.reshape(sets, -1).sum(axis=1), np.float64)


def _less_others(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Each team's number less the mean of the other teams', (games, teams)."""
    others = (values.sum(axis=1, keepdims=True) - values) / (values.shape[1] - 1)
    return np.asarray(values - others)


def _duplicates_save(entrant: int, outcomes: NDArray[np.void], sets: int) -> float:
    """The variance of a game's rate by the number of games of a set, over that of a set's rate."""
    if sets < 2:
        return 1.0
    rates = rates_of(entrant, outcomes, sets)
    games = rates_of(entrant, outcomes, len(outcomes))
    independent = float(games.var()) / (len(games) / sets)
    together = float(rates.var(ddof=1))
    if together == 0.0:
        return 1.0 if independent == 0.0 else float("inf")
    return independent / together

"""What a tournament came to, as `results.json` holds it (see docs/evaluation.md)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np

from voormsi_agents.matches.outcome import FAILED_ILLEGAL, FAILURES
from voormsi_agents.matches.roster import Roster
from voormsi_agents.provenance import commit, machine
from voormsi_agents.tournament.play import Clock, Forfeit, Played
from voormsi_agents.tournament.statistics.intervals import CONFIDENCE, Estimate
from voormsi_agents.tournament.statistics.ratings import Comparisons, Rating, ratings
from voormsi_agents.tournament.statistics.sequential import Until, sequential_estimate
from voormsi_agents.tournament.statistics.standings import Standing, rates_of, standing, top_rate
from voormsi_agents.tournament.statistics.transitivity import Misfit, misfit, nash_average
from voormsi_agents.tournament.workers.store import code_digest
from voormsi_env.engine.state import BONUS_KINDS
from voormsi_env.version import __version__

FORMAT = "voormsi-results-1"
DECIMALS = 6
ANCHOR = "random"
BONUSES = BONUS_KINDS[1:]

Json = dict[str, Any]


@dataclass(frozen=True)
class Rated:
    """All entrants on one scale.

    Attributes:
        anchor: number of the entrant whose rating is 0.
        ratings: by number, the strongest first; entrants without a match that counts are missing.
        misfit: where the ratings do not tell what happened.
        nash: (weight, skill) by number of the rated; empty unless all of them have met.
        rates: win rates of row against column by the pair's own games, NaN where they never met.
    """

    anchor: int
    ratings: dict[int, Rating]
    misfit: Misfit
    nash: dict[int, tuple[float, float]]
    rates: Any


def rated(entrants: Roster, played: Sequence[Played], seed: int) -> Rated:
    """Rate the entrants by all matches that count."""
    names = [entrant.name for entrant in entrants.entrants]
    anchor = names.index(ANCHOR) if ANCHOR in names else 0
    comparisons = Comparisons(len(names), [(match.outcomes, match.sets) for match in played])
    by_number = ratings(comparisons, anchor, seed)
    wins = comparisons.matrix(comparisons.wins.sum(axis=0))
    with np.errstate(invalid="ignore"):
        rates = wins / (wins + wins.T)
    chosen = sorted(by_number)
    among = rates[np.ix_(chosen, chosen)]
    np.fill_diagonal(among, 0.5)
    nash = {}
    if chosen and not np.isnan(among).any():
        weights, skills = nash_average(among)
        nash = {
            number: (float(weight), float(skill))
            for number, weight, skill in zip(chosen, weights, skills, strict=True)
        }
    return Rated(
        anchor=anchor,
        ratings=by_number,
        misfit=misfit(comparisons, {number: rating.value for number, rating in by_number.items()}),
        nash=nash,
        rates=rates,
    )


def summary(
    entrants: Roster,
    played: Sequence[Played],
    clock: Clock,
    *,
    seed: int,
    schedule: str,
    games: Sequence[int],
    until: Until | None,
    max_deals: int,
    seconds: float,
    games_played: int,
    extra: Json | None = None,
) -> Json:
    """Everything a tournament came to.

    Args:
        entrants: who took part.
        played: what came of every match.
        clock: how long the agents took.
        seed, schedule, games, until, max_deals: what was asked for; games of each match.
        seconds, games_played: how long the last run took, and how many games it played.
        extra: more to say at the top, such as the name of the benchmark.
    """
    scale = rated(entrants, played, seed)
    names = [entrant.name for entrant in entrants.entrants]
    total = sum(len(match.outcomes) for match in played)
    result = {
        "format": FORMAT,
        **(extra or {}),
        "version": __version__,
        "commit": commit(),
        "code": code_digest(),
        "rules": entrants.rules.to_dict(),
        "seed": seed,
        "schedule": schedule,
        "until": None if until is None else until.text,
        "max_deals": max_deals,
        "confidence": CONFIDENCE,
        "games": total,
        "anchor": names[scale.anchor],
        "agents": [
            {
                "name": entrant.name,
                "players": list(entrant.players),
                "rating": _rating(scale, number),
                "nash": _nash(scale, number),
                "play": play_statistics(number, played),
            }
            for number, entrant in enumerate(entrants.entrants)
        ],
        "matches": [
            {"games_asked": asked, **_match(match, names, until)}
            for match, asked in zip(played, games, strict=True)
        ],
        "pairs": [
            {"agents": [names[one], names[other]], "rate": float(scale.rates[one, other])}
            for one, other in combinations(range(len(names)), 2)
            if not math.isnan(scale.rates[one, other])
        ],
        "transitivity": {
            "transitive": scale.misfit.transitive,
            "cycles": [[names[number] for number in cycle] for cycle in scale.misfit.cycles],
            "misfits": [
                {"agents": [names[one], names[other]], "rate": rate, "predicted": predicted}
                for one, other, rate, predicted in scale.misfit.pairs
            ],
        },
        "times": {
            "seconds": seconds,
            "games_per_second": games_played / seconds if games_played else None,
            "machine": machine(),
            "agents": [
                {
                    "agent": text,
                    "decisions": clock.decisions[text],
                    "microseconds_per_decision": 1e6
                    * clock.seconds[text]
                    / max(1, clock.decisions[text]),
                }
                for text in clock.seconds
            ],
        },
    }
    rounded: Json = _rounded(result)
    return rounded


def match_standings(match: Played, names: Sequence[str], until: Until | None) -> list[Standing]:
    """How the entrants of a match did, in its order; none when it was given away.

    With `until`, win rates have the intervals that stay valid whenever one stops, and what has no
    such interval has none.
    """
    if match.sets == 0:
        return []
    standings = []
    for number in dict.fromkeys(match.match.entrants):
        found = standing(names[number], number, match.outcomes, match.sets)
        if until is not None:
            rates = rates_of(number, match.outcomes, match.sets)
            top = top_rate(number, match.outcomes)
            found = replace(
                found,
                rate=sequential_estimate(rates, top, until.half_width),
                adjusted=None,
                luck_saves=None,
                points=Estimate(found.points.value, -math.inf, math.inf),
            )
        standings.append(found)
    return standings


def play_statistics(number: int, played: Sequence[Played]) -> Json:
    """What an entrant did in all games that count, and what was done to it.

    The numbers are totals over its games, one game for every team it played in it.
    """
    outcomes = [match.outcomes for match in played if match.sets]
    totals: Json = dict.fromkeys(
        ("games", "deals", "decisions", "own_goals", "annulled", "busts", "tricks"), 0
    )
    leads = np.zeros(4, np.int64)
    won = np.zeros(len(BONUS_KINDS), np.int64)
    lost = np.zeros(len(BONUS_KINDS), np.int64)
    for games in outcomes:
        plays = games["entrants"] == number
        totals["games"] += int(plays.sum())
        totals["deals"] += int((games["deals"][:, None] * plays).sum())
        for name in ("decisions", "own_goals", "annulled", "busts", "tricks"):
            totals[name] += int(games[name][plays].sum())
        leads += games["leads"][plays].sum(axis=0)
        own = (games["bonuses"] * plays[:, :, None]).sum(axis=(0, 1))
        won += own
        lost += (games["bonuses"].sum(axis=1)[:, None, :] * plays[:, :, None]).sum(axis=(0, 1))
        lost -= own
    failures = [match.forfeit for match in played if match.forfeit is not None]
    return {
        **totals,
        "tricks_led_by_size": [int(count) for count in leads],
        "bonuses_won": {kind: int(won[1 + i]) for i, kind in enumerate(BONUSES)},
        "bonuses_lost": {kind: int(lost[1 + i]) for i, kind in enumerate(BONUSES)},
        "illegal_plays": sum(
            forfeit.entrant == number and forfeit.how == FAILURES[FAILED_ILLEGAL]
            for forfeit in failures
        ),
        "matches_forfeited": sum(forfeit.entrant == number for forfeit in failures),
    }


def _match(match: Played, names: Sequence[str], until: Until | None) -> Json:
    return {
        "agents": [names[number] for number in match.match.entrants],
        "sets": match.sets,
        "seatings": len(match.match.seatings),
        "games": len(match.outcomes),
        "stopped": match.stopped,
        "forfeit": None if match.forfeit is None else _forfeit(match.forfeit, names),
        "standings": [
            {
                "name": found.name,
                "win_rate": _estimate(found.rate),
                "win_rate_without_luck": None
                if found.adjusted is None
                else _estimate(found.adjusted),
                "points_per_deal": _estimate(found.points),
                "duplicates_save": _finite(found.duplicates_save),
                "luck_saves": _finite(found.luck_saves),
            }
            for found in match_standings(match, names, until)
        ],
    }


def _forfeit(forfeit: Forfeit, names: Sequence[str]) -> Json:
    return {
        "by": names[forfeit.entrant] if forfeit.entrant >= 0 else None,
        "agent": forfeit.agent,
        "how": forfeit.how,
        "what": forfeit.what,
        "set": forfeit.deal,
        "seating": forfeit.seating,
    }


def _rating(scale: Rated, number: int) -> Json | None:
    if number not in scale.ratings:
        return None
    found = scale.ratings[number]
    return {
        "value": found.value,
        "low": found.low,
        "high": found.high,
        "above_next": found.above_next,
    }


def _nash(scale: Rated, number: int) -> Json | None:
    if number not in scale.nash:
        return None
    weight, skill = scale.nash[number]
    return {"weight": weight, "skill": skill}


def _estimate(estimate: Estimate) -> Json:
    """An estimate for JSON: null where an end is not known."""
    return {
        "value": estimate.value,
        "low": _finite(estimate.low),
        "high": _finite(estimate.high),
    }


def _finite(number: float | None) -> float | None:
    return number if number is not None and math.isfinite(number) else None


def _rounded(value: Any) -> Any:
    """The same with all fractions rounded, so that the last bits of a machine do not show."""
    if isinstance(value, float):
        return round(value, DECIMALS) + 0.0
    if isinstance(value, dict):
        return {key: _rounded(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_rounded(item) for item in value]
    return value

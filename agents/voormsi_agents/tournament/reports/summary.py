"""What a tournament came to, as `results.json` holds it (see docs/evaluation.md)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np

from voormsi_agents.matches.outcome import FAILED_ILLEGAL, FAILURES
from voormsi_agents.matches.roster import Entrant, Roster
from voormsi_agents.provenance import commit, machine
from voormsi_agents.tournament.plan import Plan
from voormsi_agents.tournament.results import Clock, Forfeit, Played
from voormsi_agents.tournament.statistics.intervals import CONFIDENCE, Estimate
from voormsi_agents.tournament.statistics.scale import Scale, scale_of
from voormsi_agents.tournament.statistics.sequential import Until, sequential_estimate
from voormsi_agents.tournament.statistics.standings import Standing, rates_of, standing, top_rate
from voormsi_env.engine.state import BONUS_KINDS
from voormsi_env.version import __version__

FORMAT = "voormsi-results-2"
DECIMALS = 6
BONUSES = BONUS_KINDS[1:]
TOTALS = ("decisions", "own_goals", "annulled", "busts", "tricks")
"""What OUTCOME counts for each team, one number a game."""

Json = dict[str, Any]


@dataclass(frozen=True)
class Circumstances:
    """How a tournament was played, besides its plan.

    Attributes:
        code: digest of the sources that decided its games.
        until: when its matches might stop, or None.
        max_deals: limit of a game.
        seconds, games: how long the last run took, and how many games it played.
    """

    code: str
    until: Until | None
    max_deals: int
    seconds: float
    games: int


def summary(
    plan: Plan, roster: Roster, played: Sequence[Played], clock: Clock, how: Circumstances
) -> Json:
    """Everything a tournament came to.

    Args:
        plan: what was asked for.
        roster: who took part.
        played: what came of every match.
        clock: how long the agents took.
        how: it was played.
    """
    names = [entrant.name for entrant in roster.entrants]
    scale = scale_of(names, played, plan.seed)
    result = {
        "format": FORMAT,
        **plan.extra,
        "version": __version__,
        "commit": commit(),
        "code": how.code,
        "rules": plan.rules.to_dict(),
        "seed": plan.seed,
        "schedule": plan.schedule,
        "until": None if how.until is None else how.until.text,
        "max_deals": how.max_deals,
        "confidence": CONFIDENCE,
        "games": sum(len(match.outcomes) for match in played),
        "anchor": names[scale.anchor],
        "agents": [
            _agent(number, entrant, scale, played) for number, entrant in enumerate(roster.entrants)
        ],
        "matches": [
            {"games_asked": asked, **_match(match, names, how.until)}
            for match, asked in zip(played, plan.games, strict=True)
        ],
        "pairs": _pairs(scale, names),
        "transitivity": _transitivity(scale, names),
        "times": _times(clock, how),
    }
    rounded: Json = _rounded(result)
    return rounded


def _agent(number: int, entrant: Entrant, scale: Scale, played: Sequence[Played]) -> Json:
    rating, nash = scale.ratings.get(number), scale.nash.get(number)
    return {
        "name": entrant.name,
        "players": list(entrant.players),
        "rating": None if rating is None else asdict(rating),
        "nash": None if nash is None else dict(zip(("weight", "skill"), nash, strict=True)),
        "play": play_statistics(number, played),
    }


def _pairs(scale: Scale, names: Sequence[str]) -> list[Json]:
    return [
        {"agents": [names[one], names[other]], "rate": float(scale.rates[one, other])}
        for one, other in combinations(range(len(names)), 2)
        if not math.isnan(scale.rates[one, other])
    ]


def _transitivity(scale: Scale, names: Sequence[str]) -> Json:
    return {
        "transitive": scale.misfit.transitive,
        "cycles": [[names[number] for number in cycle] for cycle in scale.misfit.cycles],
        "misfits": [
            {"agents": [names[one], names[other]], "rate": rate, "predicted": predicted}
            for one, other, rate, predicted in scale.misfit.pairs
        ],
    }


def _times(clock: Clock, how: Circumstances) -> Json:
    return {
        "seconds": how.seconds,
        "games_per_second": how.games / how.seconds if how.games else None,
        "machine": machine(),
        "agents": [
            {
                "agent": text,
                "decisions": clock.decisions[text],
                "microseconds_per_decision": 1e6 * seconds / max(1, clock.decisions[text]),
            }
            for text, seconds in clock.seconds.items()
        ],
    }


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
                card_luck_saves=None,
                points=Estimate(found.points.value, -math.inf, math.inf),
            )
        standings.append(found)
    return standings


def play_statistics(number: int, played: Sequence[Played]) -> Json:
    """What an entrant did in all games that count, and what was done to it.

    The numbers are totals over its games, one game for every team it played in it.
    """
    outcomes = [match.outcomes for match in played if match.sets]
    totals = dict.fromkeys(("games", "deals", *TOTALS), 0)
    leads = np.zeros(4, np.int64)
    won = np.zeros(len(BONUS_KINDS), np.int64)
    lost = np.zeros(len(BONUS_KINDS), np.int64)
    for games in outcomes:
        plays = games["entrants"] == number
        totals["games"] += int(plays.sum())
        totals["deals"] += int((games["deals"][:, None] * plays).sum())
        for name in TOTALS:
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
                "win_rate_without_card_luck": None
                if found.adjusted is None
                else _estimate(found.adjusted),
                "points_per_deal": _estimate(found.points),
                "duplicates_save": _finite(found.duplicates_save),
                "card_luck_saves": _finite(found.card_luck_saves),
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

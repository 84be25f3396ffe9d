"""What a tournament will come to, told beforehand: widths of intervals, numbers of games."""

from __future__ import annotations

from voormsi_agents.matches.pairings import Match
from voormsi_agents.tournament.plan import Plan
from voormsi_agents.tournament.statistics.intervals import expected_half_width, games_needed
from voormsi_agents.tournament.statistics.sequential import Until, sets_until

PLANNED_WIDTHS = (0.05, 0.02, 0.01)
LIKELY_MARGINS = (0.05, 0.1)


def forecast(plan: Plan, until: Until | None = None) -> str:
    """How wide the intervals will be, or how many games it takes, in words.

    Args:
        plan: what is played; it has a match.
        until: when a match stops sooner.
    """
    match = plan.matches[0]
    seatings = len(match.seatings)
    games = match.sets_for(plan.games[0]) * seatings
    matches = f"{len(plan.matches)} matches" if len(plan.matches) > 1 else "1 match"
    if until is not None:
        return (
            f"{matches} of at most {games:,} games, until {until.text}: "
            f"{_length(until, match, games)}"
        )
    needed = ", ".join(
        f"±{width:.0%} {games_needed(width, seatings):,}" for width in PLANNED_WIDTHS
    )
    return (
        f"{matches} of {games:,} games: win rates to about ±{expected_half_width(games):.1%} or "
        f"better (games for {needed})"
    )


def _length(until: Until, match: Match, games: int) -> str:
    """About how many games a match takes to stop."""
    seatings, teams = len(match.seatings), len(match.entrants)
    top, even = 1 / match.entrants.count(match.entrants[0]), 1 / teams

    def games_at(rate: float) -> str:
        return f"{sets_until(until, rate, seatings, top, even, games // seatings) * seatings:,}"

    if until.better is None:
        return f"about {games_at(even)} or fewer"
    return ", ".join(
        f"about {games_at(even + margin)} if {until.better} wins {even + margin:.0%}"
        for margin in LIKELY_MARGINS
    )

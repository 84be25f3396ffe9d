"""A game as text: the ladder, the table and the hands."""

from __future__ import annotations

from collections.abc import Mapping

from voormsi_env.aliases import Seat, StateRecord
from voormsi_env.cards import text_of
from voormsi_env.engine.state import BONUS_KINDS, BONUS_NONE, REASONS


def game_text(record: StateRecord, seat: int | None = None) -> str:
    """A STATE record in a few lines.

    Args:
        record: a STATE record.
        seat: whose hand alone is shown; all hands when None.
    """
    teams = int(record["teams"])
    points = int(record["game_points"])
    ladder = "   ".join(
        f"{team_name(team, record)} {int(record['scores'][team])}/{points}"
        f" ({int(record['tricks'][team])} tricks)"
        for team in range(teams)
    )
    stock = 36 - int(record["drawn"])
    lines = [
        f"Deal {int(record['deal']) + 1}, dealt by seat {int(record['dealer'])}, "
        f"{stock} cards in the stock",
        f"Ladder: {ladder}",
    ]
    lines += [_seat_line(record, other, seat) for other in range(int(record["players"]))]
    lines.append(_closing_line(record))
    return "\n".join(lines)


def team_name(team: int, record: StateRecord | Mapping[str, int]) -> str:
    """A team by its seats: `seats 0+2`, `seat 1`."""
    seats = [str(s) for s in range(int(record["players"])) if s % int(record["teams"]) == team]
    return ("seats " if len(seats) > 1 else "seat ") + "+".join(seats)


def _seat_line(record: StateRecord, seat: Seat, shown: int | None) -> str:
    hand = int(record["hands"][seat])
    held = text_of(hand) if shown is None or shown == seat else f"{hand.bit_count()} cards"
    on_table = [
        text_of(int(record["trick"][index])) + ("*" if index == int(record["heading"]) else "")
        for index in range(int(record["plays_made"]))
        if int(record["trick_seats"][index]) == seat
    ]
    marker = ">" if int(record["to_play"]) == seat else " "
    played = f"   plays {' and '.join(on_table)}" if on_table else ""
    return f"{marker} seat {seat}: {held or '-':<14}{played}".rstrip()


def _closing_line(record: StateRecord) -> str:
    if record["over"]:
        winners = [
            team_name(team, record)
            for team in range(int(record["teams"]))
            if int(record["winners"]) >> team & 1
        ]
        outcome = "nobody wins" if not winners else " and ".join(winners) + " won"
        return f"The game is over ({REASONS[int(record['reason'])]}): {outcome}."
    if int(record["prospect"]) != BONUS_NONE:
        kind = BONUS_KINDS[int(record["prospect"])]
        team = team_name(int(record["prospect_team"]), record)
        return f"Bonus in prospect: {kind} for {team}."
    return f"Seat {int(record['to_play'])} to play."

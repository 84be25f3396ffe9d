"""A game record (docs/rules.md section 10) as text to read: every deal, every trick, every play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from voormsi_env.record import PlayNote
from voormsi_env.render.text import team_name
from voormsi_env.rules import HAND_SIZE, Rules

BONUS_TEXTS = {
    "voormsi": "Voormsi wins the trick",
    "toqutsit": "Toqutsit takes Voormsi",
    "three": "3D takes Voormsi",
    "three_on_toqutsit": "3D takes Toqutsit",
}
REASON_TEXTS = {
    "points": "points",
    "forfeit": "own goal",
    "truncated": "limit on deals",
    "deal": "single deal",
}


def transcript(
    record: Mapping[str, Any], notes: Sequence[PlayNote], *, hands: bool = False
) -> Iterator[str]:
    """A game, line by line.

    Args:
        record: a right record.
        notes: one on each play, from `notes_on_plays`.
        hands: show below each play the hand it was played from.
    """
    rules = Rules.from_dict(record["rules"])
    yield from _heading(record, rules)
    ladder = record["start_scores"]
    unread = iter(notes)
    for number, deal in enumerate(record["deals"], 1):
        yield ""
        yield from _deal(deal, number, ladder, rules, [next(unread) for _ in deal["plays"]], hands)
        ladder = deal["scores"]
    yield ""
    yield _result(record, rules)


def _heading(record: Mapping[str, Any], rules: Rules) -> Iterator[str]:
    yield f"{rules.players} players, game at {rules.game_points} points, seed {record['seed']}"
    usual = Rules(players=rules.players, game_points=rules.game_points).to_dict()
    unusual = [f"{name}={value}" for name, value in rules.to_dict().items() if value != usual[name]]
    if unusual:
        yield f"Options: {', '.join(unusual)}"
    for team in range(rules.teams):
        names = [_printable(name) for name in record["agents"][team :: rules.teams]]
        shared = names[:1] if len(set(names)) == 1 else names
        yield f"  {_team(team, rules)}: {', '.join(shared)}"


def _deal(
    deal: Mapping[str, Any],
    number: int,
    ladder: Sequence[int],
    rules: Rules,
    notes: Sequence[PlayNote],
    hands: bool,
) -> Iterator[str]:
    yield f"Deal {number}, dealt by seat {deal['dealer']}. Ladder {_colons(ladder)}"
    for place in range(rules.players):
        seat = (deal["dealer"] + 1 + place) % rules.players
        cards = deal["deck"][place * HAND_SIZE : (place + 1) * HAND_SIZE]
        yield f"  seat {seat} is dealt {' '.join(cards)}"
    yield from _tricks(deal, rules, notes, hands)
    won = [0] * rules.teams
    for trick in deal["tricks"]:
        won[rules.team_of(trick["winner"])] += trick["size"]
    annulled = "; the deal is annulled" if deal["annulled"] else ""
    yield f"  Tricks {_colons(won)}{annulled}. Ladder {_colons(deal['scores'])}"


def _tricks(
    deal: Mapping[str, Any], rules: Rules, notes: Sequence[PlayNote], hands: bool
) -> Iterator[str]:
    """A line a trick, its plays in columns, the winning play marked *."""
    cells = [f"{play['seat']}: {' '.join(play['cards'])}" for play in deal["plays"]]
    held = [f"   {' '.join(note.hand)}" for note in notes] if hands else []
    width = max(map(len, [*cells, *held]), default=0) + 3  # two, and the mark
    length = rules.plays_per_trick
    trick_number = 1
    for row, start in enumerate(range(0, len(cells), length)):
        plays = range(start, min(start + length, len(cells)))
        size = len(deal["plays"][start]["cards"])
        if row < len(deal["tricks"]):
            cells[max(play for play in plays if notes[play].heads)] += "*"
            outcome = _bonus(deal["tricks"][row]["bonus"], rules)
        else:
            outcome = "own goal"
        label = _trick_label(trick_number, size)
        yield f"  {label:>5}  {_columns(cells, plays, width)}{outcome}".rstrip()
        if hands:
            yield f"         {_columns(held, plays, width)}".rstrip()
        trick_number += size


def _trick_label(first: int, size: int) -> str:
    """A trick of n cards counts as n: it has their numbers."""
    return str(first) if size == 1 else f"{first}-{first + size - 1}"


def _bonus(bonus: Mapping[str, Any] | None, rules: Rules) -> str:
    if bonus is None:
        return ""
    return f"{BONUS_TEXTS[bonus['kind']]}: {bonus['points']} for {_team(bonus['team'], rules)}"


def _result(record: Mapping[str, Any], rules: Rules) -> str:
    result = record["result"]
    winner = result["winner"]
    if winner is not None:
        outcome = f"{_team(winner, rules)} won"
    elif result["reason"] == "points":
        outcome = "a draw"
    else:
        outcome = "nobody won"
    return (
        f"The game is over ({REASON_TEXTS[result['reason']]}): {outcome}, "
        f"{_colons(result['scores'])}"
    )


def _team(team: int, rules: Rules) -> str:
    return team_name(team, {"players": rules.players, "teams": rules.teams})


def _colons(scores: Sequence[int]) -> str:
    return " : ".join(map(str, scores))


def _columns(cells: Sequence[str], plays: Iterable[int], width: int) -> str:
    return "".join(cells[play].ljust(width) for play in plays)


def _printable(name: str) -> str:
    return name if name.isascii() and name.isprintable() else ascii(name)

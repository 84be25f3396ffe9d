"""A game as text, trick by trick."""

from __future__ import annotations

import pytest
from helpers import play_tricks
from records import recorded

from voormsi_env import Rules
from voormsi_env.record import (
    notes_on_plays,
    record_of,
)
from voormsi_env.render.transcript import transcript

# ---------------------------------------------------------------- the transcript


def test_transcript() -> None:
    game = play_tricks("9H 9D | 8S 9C* | AC AS | 5C 3D", "KH 6S JC", rules=Rules.four(bust="off"))
    record = record_of(game, ["first", "second", "third", "second"])
    assert list(transcript(record, notes_on_plays(record), hands=True)) == [
        "4 players, game at 9 points, seed 1",
        "Options: bust=off",
        "  seats 0+2: first, third",
        "  seats 1+3: second",
        "",
        "Deal 1, dealt by seat 3. Ladder 0 : 0",
        "  seat 0 is dealt 9H 9D 7C 7S",
        "  seat 1 is dealt 8S 9C KH 7H",
        "  seat 2 is dealt AC AS 6S 7D",
        "  seat 3 is dealt 5C 3D JC KS",
        "    1-2  0: 9H 9D         1: 8S 9C*        2: AC AS         3: 5C 3D",
        "            9H 9D 7C 7S      KH 8S 9C 7H      AC AS 6S 7D      JC 5C KS 3D",
        "      3  1: KH            2: 6S            3: JC            own goal",
        "            KH QD KC 7H      6S 8C QC 7D      JC 8H QS KS",
        "  Tricks 0 : 2. Ladder 0 : 0",
        "",
        "The game is over (own goal): seats 0+2 won, 0 : 0",
    ]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_transcripts_name_every_play_and_the_winner(players: int) -> None:
    record = recorded(Rules(players=players), 3, 1, max_deals=4)[0]
    lines = list(transcript(record, notes_on_plays(record)))
    cells = [cell for line in lines for cell in line.replace("  ", "\n").split("\n")]
    shown = [cell for cell in map(str.strip, cells) if cell[1:3] == ": " and cell[0] in "0123"]
    deals = record["deals"]
    plays = [play for deal in deals for play in deal["plays"]]
    assert [cell.rstrip("*") for cell in shown] == [
        f"{play['seat']}: {' '.join(play['cards'])}" for play in plays
    ]
    winners = [trick["winner"] for deal in deals for trick in deal["tricks"]]
    assert [int(cell[0]) for cell in shown if cell.endswith("*")] == winners
    bonuses = [trick for deal in deals for trick in deal["tricks"] if trick["bonus"]]
    assert sum(" for seat" in line for line in lines) == len(bonuses)

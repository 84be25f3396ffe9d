"""Games of a file of records."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

import pytest

from voormsi_agents.commands.games_in_files import chosen_game, read_game
from voormsi_agents.commands.refusal import CommandError


def test_a_game_is_chosen_by_its_line(games: Path) -> None:
    lines = games.read_bytes().splitlines()
    for number, line in enumerate(lines, 1):
        record, faults = read_game(line, seeded=True)
        assert faults == []
        assert chosen_game(Namespace(file=str(games), game=number)) == record
    with pytest.raises(CommandError, match=f"no game {len(lines) + 1}"):
        chosen_game(Namespace(file=str(games), game=len(lines) + 1))


def test_a_line_that_is_no_record_has_one_fault() -> None:
    record, faults = read_game(b"nonsense", seeded=False)
    assert record == {}
    assert len(faults) == 1

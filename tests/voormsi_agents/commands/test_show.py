"""`voormsi show`, and the example that reads records."""

from __future__ import annotations

import io
import runpy
import sys
from pathlib import Path

import pytest
from command_line import run

from voormsi_env.record import read_records, write_records

ROOT = Path(__file__).parents[3]


def test_show(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    records = list(read_records(games))
    for number, record in enumerate(records, 1):
        assert run("show", games, "--game", str(number)) == 0
        lines = capsys.readouterr().out.splitlines()
        assert lines[0] == f"4 players, game at 9 points, seed {record['seed']}"
        assert sum(line.startswith("Deal ") for line in lines) == len(record["deals"])
        scores = " : ".join(map(str, record["result"]["scores"]))
        assert lines[-1].startswith("The game is over (")
        assert lines[-1].endswith(scores)
    assert run("show", games) == 0
    without = capsys.readouterr().out
    assert without.startswith(f"4 players, game at 9 points, seed {records[0]['seed']}\n")
    assert run("show", games, "--hands") == 0
    assert len(capsys.readouterr().out.splitlines()) > len(without.splitlines())


def test_show_refuses(games: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("show", games, "--game", "4") == 2
    assert f"{games} holds 3 games, no game 4" in capsys.readouterr().err
    record = next(read_records(games))
    record["result"]["scores"] = [1, 1]
    path = tmp_path / "bad.jsonl"
    write_records(path, [record])
    assert run("show", path) == 2
    assert "line 1: result: scores is [1, 1]" in capsys.readouterr().err


def test_standard_input(
    games: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for command in ("check", "show"):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(games.read_bytes())))
        assert run(command, "-") == 0
    assert capsys.readouterr().out.startswith("standard input: 3 games")


def test_the_example_reads_records(
    games: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["read_records.py", str(games)])
    runpy.run_path(str(ROOT / "examples" / "read_records.py"), run_name="__main__")
    printed = capsys.readouterr().out
    tricks = [
        trick
        for record in read_records(games)
        for deal in record["deals"]
        for trick in deal["tricks"]
    ]
    assert "3 games" in printed
    for kind in ("voormsi", "toqutsit", "three", "three_on_toqutsit"):
        paid = sum(
            trick["bonus"] is not None and trick["bonus"]["kind"] == kind for trick in tricks
        )
        assert (f"{kind:<18}{paid:>6}\n" in printed) == (paid > 0)


def test_the_document_shows_the_example() -> None:
    code = (ROOT / "examples" / "read_records.py").read_text()
    shown = (ROOT / "docs" / "records.md").read_text()
    assert code.split('"""\n\n', 1)[1] in shown

"""`voormsi check`: every fault is named by its place."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command_lines import run

from voormsi_env.record import read_records, write_records


def test_check_counts(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("check", games) == 0
    records = list(read_records(games))
    deals = sum(len(record["deals"]) for record in records)
    plays = sum(len(deal["plays"]) for record in records for deal in record["deals"])
    assert capsys.readouterr().out == (
        f"{games}: 3 games, {deals} deals, {plays} plays, no fault\n"
    )


def test_check_tells_of_given_decks(
    games: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = next(read_records(games))
    path = tmp_path / "given.jsonl"
    write_records(path, [record | {"seed": 5}])
    assert run("check", path) == 0
    assert "1 game with decks that do not follow from the seed" in capsys.readouterr().out
    assert run("check", "--seeded", path) == 1
    assert "line 1: deal 1: the deck does not follow from seed 5" in capsys.readouterr().out


BAD_LINES = {
    "": "the line is empty",
    "hello": "not JSON",
    "[]": "a record is an object; this is []",
    "7": "this is 7",
    "{}": "format: is null",
    '{"format": "voormsi-record-1"}': 'the key "deals" is missing',
    '{"format": "voormsi-record-1", "format": "x"}': "twice",
    "9" * 5000: "too many digits",
    "[" * 5000: "nested too deep",
    "\x00\x01": "not JSON",
}


def test_check_names_the_line_of_every_fault(
    games: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = games.read_text().splitlines()
    bad = json.loads(good[1])
    bad["deals"][0]["plays"][2]["seat"] = 3 - bad["deals"][0]["plays"][2]["seat"]
    cut = good[2][: len(good[2]) // 2]
    lines = [good[0], json.dumps(bad), *BAD_LINES, good[0], cut]
    path = tmp_path / "bad.jsonl"
    path.write_bytes("\n".join(lines).encode() + b"\n\xff\n")
    assert run("check", path) == 1
    printed = capsys.readouterr().out.splitlines()
    assert printed[0].startswith("line 2: deal 1, play 3: seat")
    for number, message in enumerate(BAD_LINES.values(), 3):
        assert any(line.startswith(f"line {number}: ") and message in line for line in printed)
    assert printed[-3].startswith(f"line {len(lines)}: not JSON")
    assert printed[-2] == f"line {len(lines) + 1}: byte 1 of the line is not UTF-8"
    assert printed[-1] == f"{path}: {len(lines) - 1} of {len(lines) + 1} games with faults"


def test_check_an_empty_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "empty"
    path.touch()
    assert run("check", path) == 1
    assert capsys.readouterr().out == f"{path} holds no record\n"


def test_check_a_file_without_line_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("voormsi_env.record.lines.LONGEST_LINE", 1000)
    path = tmp_path / "endless"
    path.write_bytes(b"{}\n" + bytes(5000))
    assert run("check", path) == 1
    assert capsys.readouterr().out.splitlines()[-1] == "line 2 has more than 1000 bytes"
    assert run("show", path, "--game", "2") == 2
    assert "line 2 has more than 1000 bytes" in capsys.readouterr().err

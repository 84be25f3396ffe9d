"""Records as lines of a file."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers import play_tricks
from records import example, example_line, recorded

from voormsi_env import Rules
from voormsi_env.record import (
    Record,
    RecordError,
    faults_in,
    from_line,
    notes_on_plays,
    read_records,
    record_of,
    write_records,
)
from voormsi_env.render.transcript import transcript

# ---------------------------------------------------------------- lines and files


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", "empty"),
        ("   ", "empty"),
        ('{"format": ', "not JSON"),
        ('{"a": 1, "a": 2}', "'a' twice"),
        ('{"a": NaN}', "NaN"),
        ('{"a": -Infinity}', "-Infinity"),
        ("[" * 100_000, "nested too deep"),
        ("1" * 10_000, "too many digits"),
        (b"\xff\xfe", "not UTF-8"),
        ("\ufeff{}", "not JSON"),
    ],
)
def test_lines_that_are_no_json(line: str | bytes, message: str) -> None:
    with pytest.raises(RecordError, match=message):
        from_line(line)


def test_every_cut_of_a_line_is_refused() -> None:
    line = example_line()
    for length in range(0, len(line), 97):
        with pytest.raises(RecordError):
            from_line(line[:length])


def test_write_and_read(tmp_path: Path) -> None:
    records = recorded(Rules.four(), 2, 3)
    path = tmp_path / "games.jsonl"
    assert write_records(path, iter(records)) == 3
    assert list(read_records(path)) == records
    assert path.read_bytes().decode("utf-8").count("\n") == 3
    path.write_text(path.read_text() + "[1]\n")
    with pytest.raises(RecordError, match="line 4: not a JSON object"):
        list(read_records(path))


def test_names_of_any_kind_survive(tmp_path: Path) -> None:
    names = ["Toqutsit ♣", "\ud800", 'quote " and \n line', "ᐃᓄᒃ"]
    record = record_of(play_tricks("KH  9C  JC"), names)
    write_records(tmp_path / "games.jsonl", [record])
    assert list(read_records(tmp_path / "games.jsonl")) == [record]
    assert faults_in(record) == []
    shown = list(transcript(record, notes_on_plays(record)))
    assert all(line.isprintable() and line.isascii() for line in shown)


def test_a_broken_off_file_leaves_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text("old")

    def broken() -> Iterator[Record]:
        yield example()
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_records(path, broken())
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["games.jsonl"]

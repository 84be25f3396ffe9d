"""Files are written whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from voormsi_env.files import replacing, writing


def test_files_that_are_no_files_are_written_to(tmp_path: Path) -> None:
    link = tmp_path / "null"
    link.symlink_to(os.devnull)
    with writing(link) as stream:
        stream.write("gone")
    assert link.is_symlink()
    assert not Path(os.devnull).is_file()
    target = tmp_path / "target"
    target.write_text("old")
    other = tmp_path / "link"
    other.symlink_to(target)
    with writing(other) as stream:
        stream.write("new")
    assert other.is_symlink()
    assert target.read_text() == "new"


def test_what_was_there_stays_until_the_file_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    path.write_text("old")
    with replacing(path) as temporary:
        assert temporary.parent == tmp_path
        assert temporary.suffix == ".json"
        temporary.write_text("new")
        assert path.read_text() == "old"
    assert path.read_text() == "new"
    assert os.listdir(tmp_path) == ["table.json"]


def break_off(path: Path) -> None:
    with writing(path) as stream:
        stream.write("half")
        raise KeyboardInterrupt


@pytest.mark.parametrize("before", [[], ["games.jsonl"]])
def test_a_file_broken_off_leaves_nothing_behind(tmp_path: Path, before: list[str]) -> None:
    path = tmp_path / "games.jsonl"
    for name in before:
        (tmp_path / name).write_text("old")
    with pytest.raises(KeyboardInterrupt):
        break_off(path)
    assert os.listdir(tmp_path) == before
    assert not before or path.read_text() == "old"


def test_text_is_written_in_utf_8_with_plain_line_ends(tmp_path: Path) -> None:
    with writing(tmp_path / "text") as stream:
        stream.write("♣\n")
    assert (tmp_path / "text").read_bytes() == b"\xe2\x99\xa3\n"


def test_a_folder_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="No such file"), writing(tmp_path / "no" / "file"):
        pass

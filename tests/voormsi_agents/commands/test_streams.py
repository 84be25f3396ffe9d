"""Files that commands read and write."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from voormsi_agents.commands.refusal import CommandError
from voormsi_agents.commands.streams import counted, output, reading, shown


def test_a_file_is_there_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "file"
    with pytest.raises(TypeError), output(str(path)) as stream:
        stream.writelines(["half", None])  # type: ignore[list-item]
    assert list(tmp_path.iterdir()) == []
    with output(str(path)) as stream:
        stream.write("whole")
    assert path.read_text() == "whole"
    with pytest.raises(CommandError, match="cannot be written"), output(str(path / "below")):
        pass


def test_a_dash_is_the_standard_input_or_output(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with output("-") as stream:
        stream.write("said")
    assert capsys.readouterr().out == "said"
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(b"given")))
    with reading("-") as given:
        assert given.read() == b"given"


def test_messages_name_paths_and_count_things() -> None:
    assert shown("-") == "standard input"
    assert shown("a\udcff") == "a\\udcff"
    assert counted(1, "game") == "1 game"
    assert counted(2000, "game") == "2,000 games"

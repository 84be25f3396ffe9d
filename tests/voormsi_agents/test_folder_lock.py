"""Keeping a folder to one process."""

from __future__ import annotations

from pathlib import Path

import pytest

from voormsi_agents.folder_lock import held


def test_a_folder_is_held_by_one_at_a_time(tmp_path: Path) -> None:
    refusal = ValueError("taken")
    with held(tmp_path, refusal), pytest.raises(ValueError, match="taken"), held(tmp_path, refusal):
        pass
    with held(tmp_path, refusal):
        pass


def test_two_folders_are_held_side_by_side(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    with held(tmp_path, ValueError()), held(tmp_path / "other", ValueError()):
        pass

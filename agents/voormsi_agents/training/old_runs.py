"""Run folders of version 0.1.0: what is called otherwise there, and bringing them up to date.

Their checkpoints have the format `voormsi-run-2`. In them rollout targets are called hindsight,
regret is called what was lost, and demonstrations are a lesson; nothing else differs.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from voormsi_env.files import writing

OLD_FORMAT = "voormsi-run-2"

RENAMED_KEYS = {"hindsight": "rollout_targets"}
"""Keys of a config, and of a checkpoint."""
RENAMED_COLUMNS = {
    "hindsight/error": "rollout_targets/error",
    "hindsight/lost": "rollout_targets/regret",
}
"""Columns of the progress."""
LESSON = "lesson"
"""The folder of the demonstrations."""


def present_config(text: str) -> str:
    """The YAML text of a run's config, by the present keys."""
    for old, new in RENAMED_KEYS.items():
        text = re.sub(rf"^{old}:", f"{new}:", text, flags=re.MULTILINE)
    return text


def present_state(state: dict[str, Any]) -> dict[str, Any]:
    """The state in a checkpoint, by the present keys."""
    return {RENAMED_KEYS.get(key, key): value for key, value in state.items()}


def bring_up_to_date(config: Path, progress: Path, demonstrations: Path) -> None:
    """Give the files of a run their present names and keys; those that have them stay.

    Args:
        config, progress: files of the run, which need not exist.
        demonstrations: its folder of them, which need not exist.

    Raises:
        OSError: they cannot be written.
    """
    lesson = demonstrations.with_name(LESSON)
    if lesson.is_dir() and not demonstrations.exists():
        lesson.rename(demonstrations)
    _rewrite(config, present_config)
    _rewrite(progress, _present_header)


def _present_header(text: str) -> str:
    """A table as text, its first line by the present columns."""
    header, line_end, rows = text.partition("\n")
    columns = [RENAMED_COLUMNS.get(name, name) for name in header.split(",")]
    return ",".join(columns) + line_end + rows


def _rewrite(path: Path, change: Callable[[str], str]) -> None:
    """Write a text file anew if that changes it."""
    if not path.is_file():
        return
    text = path.read_text(encoding="utf-8")
    changed = change(text)
    if changed != text:
        with writing(path) as stream:
            stream.write(changed)

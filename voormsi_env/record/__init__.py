"""Game records (docs/rules.md section 10): write, read, check and replay games."""

from __future__ import annotations

from voormsi_env.record.build import FORMAT, Record, record_from_actions, record_of
from voormsi_env.record.check import (
    PlayNote,
    decks_follow_from_seed,
    faults_in,
    notes_on_plays,
    replay,
)
from voormsi_env.record.lines import (
    RecordError,
    from_line,
    read_lines,
    read_records,
    to_line,
    write_records,
)
from voormsi_env.record.shape import Fault

__all__ = [
    "FORMAT",
    "Fault",
    "PlayNote",
    "Record",
    "RecordError",
    "decks_follow_from_seed",
    "faults_in",
    "from_line",
    "notes_on_plays",
    "read_lines",
    "read_records",
    "record_from_actions",
    "record_of",
    "replay",
    "to_line",
    "write_records",
]

"""Tables of a run: CSV files that grow by whole rows."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from pathlib import Path

from voormsi_env.files import writing


class Table:
    """A CSV file that grows by whole rows; its first column counts the run's steps."""

    def __init__(self, path: Path, columns: Sequence[str], upto: int) -> None:
        """Open the file.

        Args:
            path: the file; it need not exist.
            columns: its header.
            upto: rows of later steps are dropped: what a resumed run does again.
        """
        self._path = path
        self._columns = list(columns)
        rows = [row for row in read_table(path) if int(row[columns[0]]) <= upto]
        with writing(path) as stream:
            writer = csv.DictWriter(stream, self._columns, lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)

    def add(self, row: Mapping[str, object]) -> None:
        """Append a row; columns it lacks stay empty."""
        line = io.StringIO()
        csv.DictWriter(line, self._columns, lineterminator="\n").writerow(row)
        with self._path.open("a", encoding="utf-8") as stream:
            stream.write(line.getvalue())


def read_table(path: Path) -> list[dict[str, str]]:
    """The rows of a CSV file; none when it does not exist. A half-written last row is left out."""
    if not path.is_file():
        return []
    text = path.read_text(encoding="utf-8")
    lines = text[: text.rfind("\n") + 1].splitlines()
    return list(csv.DictReader(lines))

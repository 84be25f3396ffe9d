"""A tournament's results for a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rich import box
from rich.table import Table
from rich.text import Text

from voormsi_agents.tournament.reports.rows import (
    MATCH_COLUMNS,
    PLAY_COLUMNS,
    RATING_COLUMNS,
    TIME_COLUMNS,
    Row,
    match_rows,
    play_rows,
    rating_rows,
    time_rows,
)
from voormsi_agents.tournament.reports.summary import Json

NAME_WIDTH = 10


def tables(results: Json) -> Iterator[Table]:
    """Matches, ratings where there are more than two to rate, play, and time."""
    yield _table(MATCH_COLUMNS, match_rows(results))
    if len(results["agents"]) > 2:
        yield _table(RATING_COLUMNS, rating_rows(results))
    yield _table(PLAY_COLUMNS, play_rows(results))
    yield _table(TIME_COLUMNS, time_rows(results))


def _table(columns: Sequence[str], rows: Iterable[Row]) -> Table:
    """A table whose first column may be folded and the others not."""
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    table.add_column(columns[0], min_width=NAME_WIDTH, overflow="fold")
    for column in columns[1:]:
        table.add_column(column, no_wrap=True)
    for row in rows:
        table.add_row(*map(Text, row))
    return table

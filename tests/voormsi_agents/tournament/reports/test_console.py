"""A tournament's results for a terminal."""

from __future__ import annotations

import io

from rich.console import Console

from voormsi_agents.tournament.reports.console import tables


def test_every_agent_is_in_the_tables(results):
    shown = list(tables(results))
    assert len(shown) == 4
    console = Console(record=True, width=300, file=io.StringIO())
    for table in shown:
        console.print(table)
    said = console.export_text()
    assert "random" in said
    assert "[/" not in said

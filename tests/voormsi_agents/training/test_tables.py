"""Tables of a run."""

from __future__ import annotations

from pathlib import Path

from voormsi_agents.training.tables import Table, read_table


def test_a_table_opened_again_keeps_the_rows_up_to_the_step_it_goes_on_at(tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    assert read_table(path) == []
    table = Table(path, ("steps", "rate"), 0)
    table.add({"steps": 100, "rate": 0.5})
    table.add({"steps": 200})
    assert read_table(path) == [{"steps": "100", "rate": "0.5"}, {"steps": "200", "rate": ""}]
    Table(path, ("steps", "rate"), 150)
    assert [row["steps"] for row in read_table(path)] == ["100"]


def test_a_half_written_last_row_is_left_out(tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    path.write_text("steps,rate\n100,0.5\n200,0.")
    assert [row["steps"] for row in read_table(path)] == ["100"]

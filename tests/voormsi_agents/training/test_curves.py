"""A run's curves as a plot."""

from __future__ import annotations

from pathlib import Path

from voormsi_agents.training.curves import LONGEST_NAME, _short, draw_curves
from voormsi_agents.training.run_folder import RunFolder


def test_evaluations_are_drawn_where_there_are_any(tmp_path: Path) -> None:
    folder = RunFolder(tmp_path)
    draw_curves(folder, 0.5)
    assert not folder.curves.exists()
    folder.evaluations.write_text(
        "steps,seconds,opponent,rate,low,high,games\n100,1,random,0.6,0.5,0.7,40\n"
    )
    draw_curves(folder, 0.5)
    assert folder.curves.read_bytes().startswith(b"\x89PNG")


def test_of_a_long_name_the_end_is_kept() -> None:
    name = "checkpoint:" + "x" * 50 + "/end"
    assert len(_short(name)) == LONGEST_NAME
    assert _short(name).endswith("/end")
    assert _short("random") == "random"

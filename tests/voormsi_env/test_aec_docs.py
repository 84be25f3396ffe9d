"""What the documentation says of the AEC environment."""

from pathlib import Path

import pytest

from voormsi_env import env

# The documentation


def test_the_documented_loop_runs_and_the_documented_layout_is_right(
    capsys: pytest.CaptureFixture[str],
) -> None:
    text = (Path(__file__).parents[2] / "docs" / "environment.md").read_text()
    assert env().state_layout.table() in text
    exec(text.split("```python\n")[1].split("```")[0], {})
    assert "The game is over" in capsys.readouterr().out

"""The benchmark of speed sees a slowdown, and says no to bad input."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "benchmarks"))

import throughput


def figure(score: float) -> dict[str, float]:
    return {"rate": score * 1e9, "reference": 1e9, "score": score}


def test_a_figure_that_fell_by_more_than_a_fifth_is_named() -> None:
    earlier = {"results": {"kept": figure(0.01), "fell": figure(0.01), "gone": figure(0.01)}}
    results = {"kept": figure(0.0081), "fell": figure(0.0079), "new": figure(0.0001)}
    assert [line.partition(":")[0] for line in throughput.falls(results, earlier)] == ["fell"]


def test_a_slower_machine_is_no_slowdown() -> None:
    earlier = {"results": {"games": figure(0.01)}}
    slower = {"rate": 0.01 * 4e8, "reference": 4e8, "score": 0.01}
    assert throughput.falls({"games": slower}, earlier) == []


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("observe", [False, True])
def test_games_are_stepped_a_whole_batch_at_a_time(observe: bool, threads: int) -> None:
    step = throughput.games_step(8, observe, threads)
    assert [step(), step()] == [8, 8]


def test_our_aec_environment_is_stepped() -> None:
    play_a_game = throughput.our_aec_step()  # of its own seed; a few end with their first trick
    assert sum(play_a_game() for _ in range(20)) > 1000


def test_missing_figures_to_compare_with_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stop:
        throughput.main(["--against", str(tmp_path / "none.json")])
    assert stop.value.code == 2
    assert "there is no file" in capsys.readouterr().err


def test_the_picture_shows_every_batch(tmp_path: Path) -> None:
    results = {
        throughput.games_name(what, batch, threads): figure(0.01)
        for what in throughput.OUTPUTS
        for batch in throughput.BATCHES
        for threads in throughput.THREADS
    }
    throughput.draw_plot(json.loads(json.dumps(results)), tmp_path / "new" / "speed.png")
    assert (tmp_path / "new" / "speed.png").read_bytes().startswith(b"\x89PNG")

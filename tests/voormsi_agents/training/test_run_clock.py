"""How far a training run has come."""

from __future__ import annotations

import pytest

from voormsi_agents.training.config import TrainConfig
from voormsi_agents.training.run_clock import Point, RunClock, next_time


def test_the_part_done_is_by_steps_or_by_time_whichever_is_more() -> None:
    clock = RunClock(TrainConfig(steps=1000, minutes=1), 0.0)
    assert clock.part(Point(250, 6.0)) == pytest.approx(0.25)
    assert clock.part(Point(250, 45.0)) == pytest.approx(0.75)
    assert clock.part(Point(5000, 0.0)) == 1.0
    assert RunClock(TrainConfig(steps=1000), 0.0).part(Point(250, 1e9)) == pytest.approx(0.25)


def test_time_that_a_run_has_had_before_counts() -> None:
    clock = RunClock(TrainConfig(), 100.0)
    assert 100.0 <= clock.now(7).seconds < 200.0
    assert clock.now(7).steps == 7


def test_the_next_time_is_a_multiple_that_is_still_to_come() -> None:
    assert [next_time(steps, 100) for steps in (0, 99, 100, 101)] == [100, 100, 200, 200]

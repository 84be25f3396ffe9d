"""What `voormsi evaluate` takes."""

from __future__ import annotations

import pytest

from voormsi_agents.commands import evaluate_options, main
from voormsi_agents.tournament.benchmark import BENCHMARKS
from voormsi_agents.tournament.schedule import SCHEDULES
from voormsi_agents.tournament.tasks import DEFAULT_TIME_LIMIT
from voormsi_agents.tournament.workers.engines import ENGINES


def test_names_that_parsing_repeats_are_those_there_are() -> None:
    assert set(evaluate_options.SCHEDULES) == set(SCHEDULES)
    assert set(evaluate_options.BENCHMARKS) == set(BENCHMARKS)
    assert evaluate_options.ENGINES == ENGINES
    assert evaluate_options.TIME_LIMIT == DEFAULT_TIME_LIMIT


def test_help_shows_a_percent_sign_as_it_is_typed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.main(["evaluate", "--help"]) == 0
    text = " ".join(capsys.readouterr().out.split())
    assert "'±2%' or 'A > B at 99%'" in text

"""Comparing agents from Python: shares, whole sets, crashes, bad numbers."""

from __future__ import annotations

import pytest
from failing_agents import Crash, First
from helpers import SIZES, THREE

from voormsi_agents.tournament.comparison import compare


@pytest.mark.parametrize("rules", SIZES)
def test_a_deterministic_player_against_itself_scores_exactly_its_share_in_every_set(rules) -> None:
    result = compare([First(), First()], 60, seed=3, rules=rules)
    one = result.standings[0].rate
    assert one.value == pytest.approx(1 / rules.teams, abs=1e-12)
    assert one.high - one.low == pytest.approx(0, abs=1e-9)


def test_a_deterministic_player_has_one_half_and_no_interval_at_all() -> None:
    result = compare([First(), First()], 60, seed=3)
    assert (result.rate, *result.interval) == (0.5, 0.5, 0.5)


def test_a_crash_is_raised_when_it_is_not_to_be_forgiven() -> None:
    with pytest.raises(RuntimeError, match="out of luck"):
        compare([Crash(), "random"], 200, seed=1)


def test_games_are_rounded_up_to_whole_sets() -> None:
    assert compare(["random", "random"], 3, seed=1).games == 4
    assert compare(["random", "random"], 4, seed=1, rules=THREE).games == 6
    assert compare(["random", "random", "random"], 1, seed=1, rules=THREE).games == 6


def test_bad_numbers_are_refused() -> None:
    with pytest.raises(ValueError, match="games is 0"):
        compare(["random", "random"], 0, seed=1)
    with pytest.raises(ValueError, match="seed is -1"):
        compare(["random", "random"], 2, seed=-1)

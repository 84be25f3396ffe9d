"""The limits of options of players that search."""

from __future__ import annotations

import math

import pytest

from voormsi_agents.search.limits import checked_number, checked_weight


def test_whole_numbers_are_taken_within_their_limits() -> None:
    assert [checked_number("worlds", value, 1, 9) for value in (1, 9)] == [1, 9]
    for value in (0, 10):
        with pytest.raises(ValueError, match=f"worlds is {value}; allowed are whole numbers from"):
            checked_number("worlds", value, 1, 9)


def test_weights_are_finite_and_not_below_0() -> None:
    assert checked_weight("prior", 0.0) == 0.0
    for value in (-0.1, math.inf, math.nan):
        with pytest.raises(ValueError, match="allowed are numbers from 0"):
            checked_weight("prior", value)

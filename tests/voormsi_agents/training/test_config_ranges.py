"""What numbers a training config allows."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from voormsi_agents.training.config_ranges import (
    ConfigError,
    check_above_zero,
    check_from_zero,
    check_share,
    check_whole,
)


@pytest.mark.parametrize(
    ("check", "good", "bad"),
    [
        (check_above_zero, (0.1, 9.0, None), (0.0, -1.0, float("inf"), float("nan"))),
        (check_from_zero, (0.0, 9.0, None), (-0.1, float("inf"), float("nan"))),
        (check_share, (0.0, 0.5, 1.0), (-0.1, 1.1, float("nan"))),
    ],
)
def test_numbers_out_of_their_range_are_refused_by_their_key(check, good, bad) -> None:
    for value in good:
        check("ppo.", SimpleNamespace(gamma=value), "gamma")
    for value in bad:
        with pytest.raises(ConfigError, match=f"ppo.gamma is {value}; allowed are numbers"):
            check("ppo.", SimpleNamespace(gamma=value), "gamma")


def test_whole_numbers_have_a_lowest_value_each() -> None:
    config = SimpleNamespace(games=2, rounds=0)
    check_whole("ppo.", config, games=2, rounds=0)
    with pytest.raises(ConfigError, match=r"ppo.rounds is 0; allowed are whole numbers from 1"):
        check_whole("ppo.", config, games=1, rounds=1)

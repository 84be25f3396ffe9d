"""Stopping a match early: valid whenever one looks, and no later than needed."""

from __future__ import annotations

import numpy as np
import pytest

from voormsi_agents.tournament.statistics.intervals import games_needed
from voormsi_agents.tournament.statistics.sequential import (
    confidence_sequence,
    parse_until,
    sequential_estimate,
    sets_until,
)


@pytest.mark.parametrize("half_width", [None, 0.05])
def test_a_confidence_sequence_holds_at_all_times_and_an_interval_does_not(half_width):
    rng = np.random.default_rng(4)
    broken = peeked = 0
    for _ in range(400):
        values = rng.choice([0.0, 0.5, 1.0], 400, p=[0.3, 0.4, 0.3])
        low, high = confidence_sequence(values, 0.05, half_width)
        broken += bool(((low > 0.5) | (high < 0.5)).any())
        times = np.arange(20, 401)
        means = np.cumsum(values)[19:] / times
        half = 1.96 * np.sqrt(0.15 / times)
        peeked += bool((np.abs(means - 0.5) > half).any())
    assert broken <= 20
    assert peeked > 80


def test_a_confidence_sequence_narrows_and_finds_the_mean():
    rng = np.random.default_rng(5)
    values = rng.choice([0.5, 1.0], 20_000, p=[0.5, 0.5])
    low, high = confidence_sequence(values, 0.05)
    assert (np.diff(low) >= 0).all()
    assert (np.diff(high) <= 0).all()
    assert low[-1] <= 0.75 <= high[-1]
    assert high[-1] - low[-1] < 0.02
    assert (confidence_sequence(np.full(3000, 0.5), 0.05)[1][-1] - 0.5) < 0.01


def test_until_reads_widths_and_comparisons():
    names = ["heuristic", "pimc:worlds=64"]
    for text in ("±2%", "+-2%", "+/-2 %", " ± 2.0% "):
        assert parse_until(text, names).half_width == pytest.approx(0.02)
    better = parse_until("pimc:worlds=64 > heuristic at 99%", names)
    assert (better.better, better.worse) == ("pimc:worlds=64", "heuristic")
    assert better.confidence == pytest.approx(0.99)
    for bad in ("", "2%", "±0%", "±60%", "A > B", "heuristic > pimc:worlds=64 at 100%"):
        with pytest.raises(ValueError, match="allowed are '±2%'"):
            parse_until(bad, names)
    with pytest.raises(ValueError, match="agents are heuristic"):
        parse_until("heuristic > random at 99%", names)
    with pytest.raises(ValueError, match="with itself"):
        parse_until("heuristic > heuristic at 99%", names)


def test_until_stops_at_the_first_set_that_is_enough():
    rng = np.random.default_rng(6)
    rates = rng.choice([0.5, 1.0], 4000)
    names = ["a", "b"]
    width = parse_until("±4%", names)
    stop = width.stops_after(rates, 1.0, 0.5)
    assert sequential_estimate(rates[:stop], half_width=0.04).half_width <= 0.04
    assert sequential_estimate(rates[: stop - 1], half_width=0.04).half_width > 0.04
    assert width.stops_after(rates[: stop + 5], 1.0, 0.5) == stop
    assert width.stops_after(rates[: stop - 1], 1.0, 0.5) is None
    better = parse_until("a > b at 99%", names)
    assert better.stops_after(rates, 1.0, 0.5) < 100
    assert better.stops_after(1 - rates, 1.0, 0.5) is None
    assert better.stops_after(rates[:0], 1.0, 0.5) is None


def test_a_match_takes_about_as_many_games_as_is_told_beforehand():
    rng = np.random.default_rng(14)
    width, better = parse_until("±3%", ["a", "b"]), parse_until("a > b at 99%", ["a", "b"])
    for until, rate, slack in ((width, 0.5, 0.35), (better, 0.6, 0.5)):
        told = sets_until(until, rate, 2, 1.0, 0.5, 20_000)
        taken = [until.stops_after(rng.binomial(2, rate, 20_000) / 2, 1.0, 0.5) for _ in range(40)]
        assert np.mean(taken) == pytest.approx(told, rel=slack)
    # Staying valid under peeking costs about twice the games.
    assert 1.5 < sets_until(width, 0.5, 2, 1.0, 0.5, 20_000) / (games_needed(0.03, 2) / 2) < 2.5
    assert sets_until(better, 0.5, 2, 1.0, 0.5, 500) == 500


def test_until_better_is_wrong_as_seldom_as_it_claims():
    rng = np.random.default_rng(7)
    better = parse_until("a > b at 95%", ["a", "b"])
    wrong = sum(
        better.stops_after(rng.choice([0.0, 0.5, 1.0], 500), 1.0, 0.5) is not None
        for _ in range(400)
    )
    assert wrong <= 20

"""Means and intervals: they cover the truth as often as they claim."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats
from tournaments import covers

from voormsi_agents.tournament.statistics.intervals import (
    Estimate,
    adjusted_estimate,
    expected_half_width,
    games_needed,
    rate_estimate,
    ratio_estimate,
)


def test_rate_estimate_is_students():
    rates = np.array([0.0, 0.5, 0.5, 1.0, 1.0, 0.5])
    expected = stats.ttest_1samp(rates, 0).confidence_interval(0.95)
    found = rate_estimate(rates)
    assert found.value == pytest.approx(rates.mean())
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high))


def test_rate_estimate_at_the_edges():
    assert rate_estimate(np.full(30, 0.5)) == Estimate(0.5, 0.5, 0.5)
    assert rate_estimate(np.array([0.5])) == Estimate(0.5, 0.0, 1.0)
    won = rate_estimate(np.ones(30))
    assert (won.value, won.high) == (1.0, 1.0)
    assert won.low == pytest.approx(0.025 ** (1 / 30))
    lost = rate_estimate(np.zeros(30), top=0.5)
    assert (lost.value, lost.low) == (0.0, 0.0)
    assert lost.high == pytest.approx((1 - 0.025 ** (1 / 30)) / 2)
    assert rate_estimate(np.array([1.0] * 9 + [0.5])).high <= 1


def test_ratio_estimate_covers_as_often_as_it_claims():
    rng = np.random.default_rng(1)
    hits = 0
    for _ in range(400):
        deals = rng.integers(4, 20, 40).astype(float)
        points = deals * 0.3 + rng.normal(0, 2, 40) * np.sqrt(deals)
        hits += covers(ratio_estimate(points, deals), 0.3)
    assert 0.93 <= hits / 400 <= 0.97


def test_a_control_variate_narrows_the_interval_and_keeps_it_honest():
    rng = np.random.default_rng(2)
    hits, savings = 0, []
    for _ in range(400):
        control = rng.normal(size=40)
        values = 0.6 + 0.2 * control + rng.normal(0, 0.2, 40)
        plain = rate_estimate(values)
        found, saved = adjusted_estimate(values, control, plain)
        hits += covers(found, 0.6)
        savings.append(saved)
    assert 0.93 <= hits / 400 <= 0.97
    assert np.mean(savings) == pytest.approx(2, rel=0.1)
    plain = rate_estimate(np.array([0.5, 1.0, 0.5, 1.0]))
    assert adjusted_estimate(np.array([0.5, 1.0, 0.5, 1.0]), np.zeros(4), plain) == (plain, 1.0)


def test_games_needed_are_enough_and_no_more():
    assert games_needed(0.02, 2) == 2402
    assert expected_half_width(2402) == pytest.approx(0.02, abs=1e-4)
    coins = np.random.default_rng(3).integers(0, 2, (1201, 2)).mean(axis=1)
    assert rate_estimate(coins).half_width == pytest.approx(0.02, abs=1e-3)

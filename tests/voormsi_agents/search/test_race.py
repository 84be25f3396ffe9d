"""Racing the plays of a decision."""

from __future__ import annotations

import numpy as np
import pytest

from voormsi_agents.search.race import Race

LEGAL = 0b111


def worlds_of(*means: float, worlds: int = 200, noise: float = 0.1) -> np.ndarray:
    """Values of plays in some worlds, each about its mean."""
    values = np.zeros((worlds, 15))
    values[:, : len(means)] = means
    values[:, : len(means)] += np.random.default_rng(1).normal(0, noise, (worlds, len(means)))
    return values


def test_who_is_far_behind_is_dropped_and_keeps_its_distance() -> None:
    race = Race(LEGAL, np.zeros(15), 0.0)
    race.add(worlds_of(0.5, 0.51, 0.2))
    race.drop()
    assert race.alive == 0b011
    more = worlds_of(0.9, 0.9, 7.0)
    race.add(more)
    values = race.values()
    assert race.worlds == 400
    assert values[1] - values[2] == pytest.approx(0.31, abs=0.05)
    assert np.isneginf(values[3:]).all()


def test_plays_that_do_alike_in_every_world_are_one() -> None:
    race = Race(0b11, np.zeros(15), 0.0)
    values = worlds_of(0.5)
    values[:, 1] = values[:, 0]
    race.add(values)
    race.drop()
    assert race.alive == 0b01
    assert race.values()[0] == race.values()[1] == pytest.approx(values[:, 0].mean())


def test_what_is_thought_beforehand_counts_as_so_many_worlds() -> None:
    prior = np.zeros(15)
    prior[1] = 1.0
    race = Race(0b11, prior, 100.0)
    race.add(worlds_of(0.5, 0.5, worlds=100, noise=0.0))
    values = race.values()
    assert values[1] - values[0] == pytest.approx(0.5)

"""The random player chooses evenly among the legal plays."""

from __future__ import annotations

import numpy as np
from helpers import FOUR
from scipy.stats import chisquare

from voormsi_agents.baselines.random import RandomAgent
from voormsi_env import Games


def test_every_legal_play_is_as_likely() -> None:
    games = Games(6000, FOUR, seed=2)
    views = np.repeat(games.views()[:1], 6000)
    legal = 0b100101000010001
    views["legal"] = legal
    actions = RandomAgent().act(views, np.random.default_rng(1).integers(0, 2**62, 6000))
    counts = np.bincount(actions, minlength=15)
    chosen = [int(counts[action]) for action in range(15) if legal >> action & 1]
    assert sum(chosen) == 6000
    assert chisquare(chosen).pvalue > 1e-4

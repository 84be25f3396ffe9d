"""The heuristic player: how strong it is, and its version.

The bounds are well below what is measured.
"""

from __future__ import annotations

import numpy as np
import pytest
from decisions import share_of_wins, some_views
from helpers import FOUR, THREE, TWO

from voormsi_agents.baselines.greedy import GreedyAgent
from voormsi_agents.baselines.heuristic.agent import HEURISTIC_VERSION, HeuristicAgent
from voormsi_agents.baselines.random import RandomAgent
from voormsi_agents.registry import make_agent
from voormsi_env import Rules


@pytest.mark.parametrize(
    ("rules", "least"), [(FOUR, 0.98), (TWO, 0.97), (THREE, 0.95)], ids=["four", "two", "three"]
)
def test_the_heuristic_beats_random_players(rules: Rules, least: float) -> None:
    assert share_of_wins(HeuristicAgent(), RandomAgent(), rules, 150) >= least


@pytest.mark.parametrize(
    ("rules", "least"), [(FOUR, 0.85), (TWO, 0.88), (THREE, 0.55)], ids=["four", "two", "three"]
)
def test_the_heuristic_beats_greedy_players(rules: Rules, least: float) -> None:
    assert share_of_wins(HeuristicAgent(), GreedyAgent(), rules, 200) >= least


def test_the_registry_names_the_version() -> None:
    views = some_views(FOUR, games=20)
    keys = np.zeros(len(views), np.int64)
    current = make_agent("heuristic", FOUR)
    fixed = make_agent(f"heuristic-{HEURISTIC_VERSION}", FOUR)
    assert fixed.name == "heuristic-1"
    assert (current.act(views, keys) == fixed.act(views, keys)).all()

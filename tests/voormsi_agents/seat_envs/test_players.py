"""Who fills the other seats."""

from __future__ import annotations

import numpy as np

from voormsi_agents.baselines.random import RandomAgent
from voormsi_agents.seat_envs.players import Lineup
from voormsi_env import Rules


def test_an_agent_named_twice_is_made_once_and_counts_twice() -> None:
    agent = RandomAgent()
    lineup = Lineup(["greedy", agent, "greedy", "greedy"], agent, Rules())
    assert [type(agent).__name__ for agent in lineup.agents] == ["GreedyAgent", "RandomAgent"]
    np.testing.assert_allclose(lineup.chances, [[0.75, 1.0], [0.0, 1.0]])

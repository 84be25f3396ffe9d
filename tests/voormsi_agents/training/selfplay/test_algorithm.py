"""PPO by self-play."""

from __future__ import annotations

import pytest
from scripted_rollouts import GAMES, collector_for

from voormsi_agents.networks.policies import policy_of
from voormsi_agents.training.selfplay.algorithm import SelfPlayPPO
from voormsi_env.rules import Rules


@pytest.mark.parametrize("kind", ["cards", "plain"])
def test_learning_changes_the_policy_and_counts_plays(kind: str) -> None:
    rules = Rules(players=2)
    collector = collector_for(rules)
    policy_class, options = policy_of(kind, [16], [16], rules)
    model = SelfPlayPPO(
        policy_class, collector, rounds=4, batch_size=16, seed=3, policy_kwargs=options
    )
    before = {name: p.clone() for name, p in model.policy.named_parameters()}
    model.learn(100)
    assert model.num_timesteps == 5 * 2 * GAMES
    assert any((before[name] != p).any() for name, p in model.policy.named_parameters())

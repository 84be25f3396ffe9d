"""Every kind of network learns, by imitation and from games."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch
from policy_helpers import each_network

from voormsi_agents.networks.inputs import Inputs
from voormsi_agents.networks.policies import policy_of
from voormsi_agents.registry import make_agent
from voormsi_agents.training.selfplay.algorithm import SelfPlayPPO
from voormsi_agents.training.selfplay.collector import Collector
from voormsi_agents.training.selfplay.opponents import Tables
from voormsi_agents.training.stages.imitation import LessonError, imitate, watch
from voormsi_env.games import Games
from voormsi_env.rules import Rules


@each_network
def test_it_learns_by_imitation_and_from_games(network: dict, tmp_path: Path) -> None:
    rules = Rules(players=2)
    policy_class, options = policy_of(**network, rules=rules)
    games = Games(16, rules, seed=5, observe=True)
    collector = Collector(
        games,
        Tables({"self": 1.0}, rules, 16),
        np.random.default_rng(0),
        inputs=options["inputs"],
    )
    model = SelfPlayPPO(
        policy_class, collector, rounds=4, batch_size=32, seed=3, policy_kwargs=options
    )
    lesson = watch(
        make_agent("greedy", rules), 400, rules, 1, 0.1, "outcome", tmp_path, options["inputs"]
    )
    surprises = [
        surprise for _, surprise, _ in imitate(model.policy, lesson, 8, 64, 0.01, 1.0, seed=1)
    ]
    assert np.mean(surprises[-6:]) < 0.85 * np.mean(surprises[:6])
    before = {name: p.clone() for name, p in model.policy.named_parameters()}
    model.learn(200)
    unmoved = [name for name, p in model.policy.named_parameters() if torch.equal(before[name], p)]
    assert unmoved == []


def test_a_lesson_for_another_network_is_refused(tmp_path: Path) -> None:
    rules = Rules(players=2)
    arguments = (make_agent("random", rules), 50, rules, 1, 0.1, "outcome", tmp_path)
    watch(*arguments, Inputs(rules))
    with pytest.raises(LessonError, match="was made for a network that sees"):
        watch(*arguments, Inputs(rules, hidden=True))

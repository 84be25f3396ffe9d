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
from voormsi_agents.training.selfplay.opponents import SeatAssignment
from voormsi_agents.training.stages.demonstrations import (
    DemonstrationsError,
    Demonstrator,
    collect_demonstrations,
)
from voormsi_agents.training.stages.imitation import imitate
from voormsi_env.games import Games
from voormsi_env.rules import Rules


@each_network
def test_it_learns_by_imitation_and_from_games(network: dict, tmp_path: Path) -> None:
    rules = Rules(players=2)
    policy_class, options = policy_of(**network, rules=rules)
    games = Games(16, rules, seed=5, observe=True)
    collector = Collector(
        games,
        SeatAssignment({"self": 1.0}, rules, 16),
        np.random.default_rng(0),
        inputs=options["inputs"],
    )
    model = SelfPlayPPO(
        policy_class, collector, rounds=4, batch_size=32, seed=3, policy_kwargs=options
    )
    teacher = Demonstrator(make_agent("greedy", rules), rules, options["inputs"], 0.1, "outcome")
    shown = collect_demonstrations(teacher, 400, 1, tmp_path)
    surprises = [
        surprise for _, surprise, _ in imitate(model.policy, shown, 8, 64, 0.01, 1.0, seed=1)
    ]
    assert np.mean(surprises[-6:]) < 0.85 * np.mean(surprises[:6])
    before = {name: p.clone() for name, p in model.policy.named_parameters()}
    model.learn(200)
    unmoved = [name for name, p in model.policy.named_parameters() if torch.equal(before[name], p)]
    assert unmoved == []


def test_demonstrations_for_another_network_are_refused(tmp_path: Path) -> None:
    rules = Rules(players=2)
    one, other = (
        Demonstrator(make_agent("random", rules), rules, inputs, 0.1, "outcome")
        for inputs in (Inputs(rules), Inputs(rules, hidden=True))
    )
    collect_demonstrations(one, 50, 1, tmp_path)
    with pytest.raises(DemonstrationsError, match="made for a network that sees"):
        collect_demonstrations(other, 50, 1, tmp_path)

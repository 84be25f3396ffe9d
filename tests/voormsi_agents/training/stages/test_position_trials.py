"""Positions in which plays are tried."""

from __future__ import annotations

import numpy as np

from voormsi_agents.networks.inputs import Inputs
from voormsi_agents.networks.policies import make_policy
from voormsi_agents.training.stages.position_trials import best_actions
from voormsi_env import Games, Rules


def test_the_best_play_is_the_legal_one_with_the_highest_score() -> None:
    rules = Rules(players=2)
    policy = make_policy("cards", [8], [8], rules)
    games = Games(20, rules, seed=1, observe=True)
    rows = Inputs(rules).of_games(games, np.arange(20))
    legal = games.views()["legal"].astype(np.int64)
    actions = best_actions(policy, rows, legal)
    assert (legal >> actions & 1 == 1).all()
    lowest = legal & -legal
    assert ((1 << best_actions(policy, rows, lowest)) == lowest).all()
    one = best_actions(policy, rows[3:4], legal[3:4])
    assert one.tolist() == actions[3:4].tolist()

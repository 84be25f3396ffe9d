"""A play and what it was worth, under both kinds of reward."""

from __future__ import annotations

import numpy as np
import pytest
from helpers import SIZES

from voormsi_env import Game, Rules
from voormsi_env.engine.rewards import REWARD_OUTCOME, REWARD_POINTS
from voormsi_env.engine.state import NO_DECKS
from voormsi_env.engine.step import play_for_reward


@pytest.mark.parametrize("rules", SIZES)
def test_rewards_sum_to_zero_and_follow_the_ladder(rules: Rules) -> None:
    game, rewards = Game(rules, seed=5), np.full(3, 7.0, np.float32)
    outcome = np.full(3, 7.0)
    while not game.over:
        action, before = game.legal_actions()[0], game.scores
        twin = game.copy()
        play_for_reward(game.state, action, NO_DECKS, REWARD_POINTS, rewards)
        play_for_reward(twin.state, action, NO_DECKS, REWARD_OUTCOME, outcome)
        assert twin.state == game.state
        assert abs(rewards.sum()) < 1e-6
        assert rewards.any() == (
            len({now - then for now, then in zip(game.scores, before, strict=True)}) > 1
        )
        assert outcome.any() == bool(game.winners)
    assert outcome[game.winners[0]] > 0

"""The learner of a run."""

from __future__ import annotations

import pytest

from voormsi_agents.training.config import NetworkConfig, PPOConfig, TrainConfig
from voormsi_agents.training.model import make_model, potential_of, reward_of_games
from voormsi_env.rules import Rules


def test_what_a_run_goes_on_with_follows_from_its_steps() -> None:
    config = TrainConfig(
        rules=Rules(players=2),
        network=NetworkConfig(actor=[8], critic=[8]),
        ppo=PPOConfig(games=4, rounds=2, learning_rate=0.01, final_learning_rate=0.002),
    )
    one, same, later = (make_model(config, steps, None) for steps in (0, 0, 100))
    seeds = [model.collector.games.states["seed"].tolist() for model in (one, same, later)]
    assert seeds[0] == seeds[1] != seeds[2]
    assert [one.lr_schedule(remaining) for remaining in (1.0, 0.5, 0.0)] == pytest.approx(
        [0.01, 0.006, 0.002]
    )


def test_a_shaped_reward_is_the_outcome_with_a_potential() -> None:
    shaped, plain = TrainConfig(reward="shaped"), TrainConfig(reward="points")
    assert (reward_of_games(shaped), reward_of_games(plain)) == ("outcome", "points")
    assert potential_of(shaped) is not None
    assert potential_of(plain) is None

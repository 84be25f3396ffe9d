"""One game as a Gymnasium environment."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from plain_seat import RANDOM, PlainSeat, choice_of
from stable_baselines3.common.env_checker import check_env as check_env_for_sb3

from voormsi_agents.seat_envs.seat_env import SeatEnv
from voormsi_agents.seat_envs.seat_games import SeatGames
from voormsi_env import Game, Rules


def make(**options: Any) -> Any:
    return gymnasium.make("voormsi/Seat-v0", **{**RANDOM, **options})


@pytest.mark.parametrize("rules", [Rules.two(), Rules.three(), {"players": 4}])
def test_gymnasium_and_sb3_find_no_fault(rules: Any) -> None:
    environment = make(rules=rules, render_mode="ansi", episode="deal")
    check_env(environment.unwrapped)
    check_env_for_sb3(environment.unwrapped)
    environment.close()


def test_the_environment_plays_the_game_of_its_seed() -> None:
    environment = make(seat=2, reward="points")
    observation, info = environment.reset(seed=21)
    plain = PlainSeat(21, 2, reward="points")
    expected = plain.begin()
    total, number = 0.0, 0
    while True:
        np.testing.assert_array_equal(observation, expected.observation)
        np.testing.assert_array_equal(info["action_mask"], expected.mask)
        np.testing.assert_array_equal(environment.get_wrapper_attr("action_masks")(), expected.mask)
        if expected.terminated:
            break
        action = choice_of(info["action_mask"], number)
        observation, reward, terminated, truncated, info = environment.step(action)
        expected = plain.step(action)
        assert reward == pytest.approx(expected.reward)
        assert (terminated, truncated) == (expected.terminated, False)
        total += reward
        number += 1
    assert info["winners"] == plain.game.winners
    assert info["scores"] == plain.game.scores
    assert total == pytest.approx((plain.game.scores[0] - plain.game.scores[1]) / 9)


def test_rendering_shows_the_hand_of_the_learner_alone() -> None:
    environment = make(render_mode="ansi", seat=1)
    environment.reset(seed=3)
    lines = environment.render().splitlines()
    seats = [line for line in lines if ": " in line and "seat " in line and "cards" in line]
    assert len([line for line in seats if line.strip(" >").startswith("seat")]) == 3
    held = Game(seed=3).hand(1)
    assert any(line.strip(" >").startswith("seat 1: " + " ".join(held)) for line in lines)
    assert make().unwrapped.render() is None


def test_a_game_that_ends_before_the_learner_plays_is_passed_over() -> None:
    seat_3_takes_its_partners_voormsi_at_once = 4997
    environment, games = SeatEnv(**RANDOM), SeatGames(1, **RANDOM)
    games.reset(seeds=[seat_3_takes_its_partners_voormsi_at_once])
    observation, _ = environment.reset(seed=seat_3_takes_its_partners_voormsi_at_once)
    np.testing.assert_array_equal(observation, games.observations[0])


def test_steps_before_reset_and_after_the_end_are_refused() -> None:
    environment = SeatEnv(**RANDOM)
    with pytest.raises(gymnasium.error.ResetNeeded):
        environment.step(0)
    environment.reset(seed=1)
    environment.step(15)
    with pytest.raises(gymnasium.error.ResetNeeded):
        environment.step(0)

"""Many games as a Stable-Baselines3 vector environment."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from plain_seat import RANDOM, choice_of
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3.common.monitor import Monitor

from voormsi_agents.seat_envs.sb3_vec_env import Sb3VecEnv
from voormsi_agents.seat_envs.seat_games import SeatGames
from voormsi_env import Rules


def test_masks_reach_sb3_contrib() -> None:
    environment = Sb3VecEnv(4, **RANDOM)
    environment.reset()
    assert is_masking_supported(environment)
    np.testing.assert_array_equal(get_action_masks(environment), environment.games.masks)
    masks = environment.env_method("action_masks", indices=[2, 0])
    np.testing.assert_array_equal(masks, environment.games.masks[[2, 0]])
    with pytest.raises(AttributeError, match="have no method 'fly'"):
        environment.env_method("fly")
    with pytest.raises(AttributeError):
        environment.get_attr("fly")
    with pytest.raises(AttributeError, match="cannot be set"):
        environment.set_attr("seat", 1)


def test_the_infos_of_sb3_tell_how_games_ended() -> None:
    environment = Sb3VecEnv(8, episode="deal", max_deals=1, **RANDOM)
    environment.seed(6)
    observations = environment.reset()
    games = SeatGames(8, episode="deal", max_deals=1, **RANDOM)
    games.reset(seed=6)
    ended = 0
    for number in range(40):
        np.testing.assert_array_equal(observations, games.observations)
        actions = np.array([choice_of(mask, number) for mask in environment.action_masks()])
        observations, rewards, dones, infos = environment.step(actions)
        games.step(actions)
        np.testing.assert_array_equal(rewards, games.rewards)
        assert dones.nonzero()[0].tolist() == games.ended().tolist()
        finals = iter(games.final_observations())
        results = iter(games.results())
        for done, info in zip(dones, infos, strict=True):
            if not done:
                assert info == {}
                continue
            result = next(results)
            np.testing.assert_array_equal(info["terminal_observation"], next(finals))
            assert info["TimeLimit.truncated"] is False
            assert info["episode"]["r"] == pytest.approx(result.episode_return)
            assert info["episode"]["l"] == result.episode_length
            assert info["is_success"] == result.won
            assert info["reason"] == result.reason
            ended += 1
    assert ended > 10
    infos[0]["note"] = 1
    assert "note" not in infos[1]


def test_a_truncated_game_is_told_as_such() -> None:
    environment = Sb3VecEnv(8, max_deals=1, rules=Rules(game_points=50), **RANDOM)
    environment.seed(6)
    environment.reset()
    truncated = 0
    for number in range(12):
        actions = np.array([choice_of(mask, number) for mask in environment.action_masks()])
        for info in environment.step(actions)[3]:
            if info and info["reason"] == "truncated":
                assert info["TimeLimit.truncated"] is True
                truncated += 1
    assert truncated > 0


def small_ppo(environment: Any) -> MaskablePPO:
    return MaskablePPO(
        "MlpPolicy",
        environment,
        n_steps=8,
        batch_size=16,
        n_epochs=1,
        policy_kwargs={"net_arch": [8]},
        seed=1,
        device="cpu",
    )


@pytest.mark.parametrize("kind", ["vector", "single"])
def test_maskable_ppo_learns(kind: str) -> None:
    environment = (
        Sb3VecEnv(4, episode="deal", **RANDOM)
        if kind == "vector"
        else gymnasium.make("voormsi/Seat-v0", episode="deal", **RANDOM)
    )
    model = small_ppo(environment)
    before = [parameter.clone() for parameter in model.policy.parameters()]
    steps = 2 * 8 * model.n_envs
    model.learn(steps)
    assert model.num_timesteps == steps
    after = list(model.policy.parameters())
    assert any((old != new).any() for old, new in zip(before, after, strict=True))
    assert model.ep_info_buffer
    assert all(episode["l"] >= 1 for episode in model.ep_info_buffer)
    mean_reward, _ = evaluate_policy(model, environment_for_evaluation(), 4, deterministic=False)
    assert -1 <= mean_reward <= 1


def environment_for_evaluation() -> Sb3VecEnv:
    environment = Sb3VecEnv(2, episode="deal", illegal="raise", **RANDOM)
    assert environment.env_is_wrapped(Monitor) == [True, True]
    return environment


def test_the_same_seed_trains_the_same_policy() -> None:
    policies = []
    for _ in range(2):
        model = small_ppo(Sb3VecEnv(4, episode="deal", **RANDOM))
        model.learn(64)
        policies.append([parameter.detach().numpy() for parameter in model.policy.parameters()])
    for first, second in zip(*policies, strict=True):
        np.testing.assert_array_equal(first, second)


def test_global_random_state_is_neither_used_nor_changed() -> None:
    np.random.seed(1)
    before = np.random.get_state()[1].copy()  # type: ignore[index]
    environment = Sb3VecEnv(2, **RANDOM)
    environment.seed(None)
    environment.reset()
    environment.step(np.array([choice_of(mask, 0) for mask in environment.action_masks()]))
    np.testing.assert_array_equal(np.random.get_state()[1], before)  # type: ignore[index]

"""Many games as a Gymnasium vector environment."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode
from plain_seat import MIXED, RANDOM, choice_of

from voormsi_agents.seat_envs.gym_vector_env import GymVectorEnv
from voormsi_env.engine.randomness import game_seed


def test_the_vector_environment_is_that_of_gymnasium_but_fast() -> None:
    options = {**MIXED, "num_envs": 5}
    ours = gymnasium.make_vec("voormsi/Seat-v0", **options)
    plain = gymnasium.make_vec(
        "voormsi/Seat-v0",
        vectorization_mode="sync",
        vector_kwargs={"autoreset_mode": AutoresetMode.SAME_STEP},
        **options,
    )
    assert isinstance(ours, GymVectorEnv)
    assert ours.metadata["autoreset_mode"] is plain.metadata["autoreset_mode"]
    assert ours.observation_space == plain.observation_space
    assert ours.action_space == plain.action_space
    observations, infos = ours.reset(seed=8)
    expected = plain.reset(seed=[game_seed(8, i) for i in range(5)])
    assert data_equivalence((observations, infos), expected, exact=True)
    ended = 0
    for number in range(40):
        actions = np.array([choice_of(mask, number) for mask in infos["action_mask"]])
        observations, rewards, terminations, truncations, infos = ours.step(actions)
        other = plain.step(actions)
        assert observations in ours.observation_space
        assert data_equivalence(
            (observations, rewards.astype(float), terminations, truncations, infos),
            (other[0], other[1], other[2], other[3], other[4]),
        )
        ended += int(terminations.sum())
    assert ended > 5
    ours.close()


def test_results_are_kept_when_the_environment_goes_on() -> None:
    environment = GymVectorEnv(3, **RANDOM)
    first, infos = environment.reset(seed=1)
    kept = first.copy(), infos["action_mask"].copy()
    environment.step(np.array([choice_of(mask, 0) for mask in infos["action_mask"]]))
    np.testing.assert_array_equal(first, kept[0])
    np.testing.assert_array_equal(infos["action_mask"], kept[1])


def test_bad_actions_seeds_and_options_are_refused() -> None:
    environment = GymVectorEnv(2, **RANDOM)
    for seed in (-1, 2**63, 1.5, "1"):
        with pytest.raises(ValueError, match="seed is"):
            environment.reset(seed=seed)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="reset has no options; given were dealer"):
        environment.reset(options={"dealer": 1})
    environment.reset(seed=1)
    for actions in ([0], [0.0, 1.0], [[0, 0]]):
        with pytest.raises(ValueError, match="actions have shape"):
            environment.step(np.array(actions))
    with pytest.raises(ValueError, match="3 seeds are given; allowed are 2"):
        environment.games.reset(seeds=[1, 2, 3])

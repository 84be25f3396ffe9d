"""Playing the AEC environment in tests."""

import random
from collections import defaultdict
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from helpers import (
    SIZES,
)

from voormsi_env import env, random_legal, raw_env
from voormsi_env.aec_env import VoormsiEnv
from voormsi_env.full_state import decode_state

OF_EVERY_DICT_OBSERVATION = {
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box or "
    "gymnasium.spaces.discrete",
}
"""What `api_test` says of every dict observation that is not one of PettingZoo's own."""

each_size = pytest.mark.parametrize("rules", SIZES, ids=lambda rules: f"{rules.players} players")
each_maker = pytest.mark.parametrize("make", [env, raw_env])

Make = Callable[..., VoormsiEnv]
Chooser = random.Random | np.random.Generator


def alive(environment: VoormsiEnv) -> bool:
    agent = environment.agent_selection
    return not (environment.terminations[agent] or environment.truncations[agent])


def step_at_random(environment: VoormsiEnv, rng: Chooser) -> int:
    mask = environment.observe(environment.agent_selection)["action_mask"]
    action = random_legal(mask, rng)
    environment.step(action)
    return action


def play_to_end(environment: VoormsiEnv, rng: Chooser) -> dict[str, float]:
    """Play at random until all agents have left; what each has earned by its own `last()`."""
    earned: dict[str, float] = defaultdict(float)
    for agent in environment.agent_iter():
        observation, reward, terminated, truncated, _ = environment.last()
        assert observation is not None
        earned[agent] += reward
        if terminated or truncated:
            environment.step(None)
        else:
            environment.step(random_legal(observation["action_mask"], rng))
    return earned


def play_out(environment: VoormsiEnv, rng: Chooser) -> dict[str, Any]:
    """Play at random until the game has ended; its info."""
    while alive(environment):
        step_at_random(environment, rng)
    return environment.infos[environment.agent_selection]


def everything(environment: VoormsiEnv) -> Any:
    """All that can be seen of an environment, to compare."""
    return (
        environment.agents,
        environment.agent_selection,
        environment.rewards,
        environment._cumulative_rewards,
        environment.terminations,
        environment.truncations,
        environment.infos,
        environment.state().tolist(),
        [
            {key: row.tolist() for key, row in environment.observe(agent).items()}
            for agent in environment.possible_agents
        ],
    )


def ladder(environment: VoormsiEnv) -> list[int]:
    scores: list[int] = decode_state(environment.state(), environment.rules)["ladder"]
    return scores


def after(plays: int, environment: VoormsiEnv) -> VoormsiEnv:
    environment.reset(seed=9)
    rng = random.Random(9)
    for _ in range(plays):
        step_at_random(environment, rng)
    return environment

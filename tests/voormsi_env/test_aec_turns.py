"""`agent_iter` gives the agents in turn, and waits for each to step."""

from __future__ import annotations

import pytest

from voormsi_env import env


def test_agent_iter_wants_a_step_before_the_next_turn() -> None:
    environment = env()
    environment.reset(seed=1)
    turns = iter(environment.agent_iter())
    next(turns)
    with pytest.raises(RuntimeError, match=r"step\(\) or reset\(\)"):
        next(turns)
    environment.step(int(environment.observe(environment.agent_selection)["action_mask"].argmax()))
    assert next(turns) == environment.agent_selection
    environment.reset()
    assert next(turns) == environment.agent_selection
    assert len(list(zip(environment.agent_iter(1), range(9), strict=False))) == 1


def test_turns_end_with_the_game() -> None:
    environment = env(episode="deal")
    environment.reset(seed=2)
    for agent in environment.agent_iter():
        observation, _, terminated, truncated, _ = environment.last()
        assert agent == environment.agent_selection
        over = terminated or truncated
        environment.step(None if over else int(observation["action_mask"].argmax()))
    assert environment.agents == []

"""Steps of what one would use instead of this environment, for `throughput.py`.

Each function returns a step, which does some work and says how many steps that was; heavy imports
stay inside.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Choose = Callable[[Any, Any], int]
"""A random legal action from a mask and a generator."""


def aec_step(make: Callable[[], Any], choose: Choose) -> Callable[[], int]:
    """An AEC environment through `last()` and `step()`."""
    import numpy as np

    environment = make()
    rng = np.random.default_rng(1)

    def step() -> int:
        made = 0
        environment.reset()
        while environment.agents and made < 2000:
            observation, _, terminated, truncated, info = environment.last()
            if terminated or truncated:
                environment.step(None)
            else:
                mask = (
                    observation["action_mask"]
                    if isinstance(observation, dict)
                    else info["action_mask"]
                )
                environment.step(choose(mask, rng))
            made += 1
        return made

    return step


def pettingzoo_step(name: str) -> Callable[[], int]:
    """One of PettingZoo's classic games."""
    from importlib import import_module

    import numpy as np

    return aec_step(
        import_module(f"pettingzoo.classic.{name}").env,
        lambda mask, rng: rng.choice(np.flatnonzero(mask)),
    )


def rlcard_step(name: str) -> Callable[[], int]:
    """One of RLCard's games, with its encoded observations."""
    import random

    import rlcard

    environment = rlcard.make(name)
    chooser = random.Random(1)

    def step() -> int:
        state, _ = environment.reset()
        made = 0
        while not environment.is_over():
            action = chooser.choice(list(state["legal_actions"]))
            state, _ = environment.step(action)
            made += 1
        return made

    return step


def open_spiel_step(name: str, observe: bool) -> Callable[[], int]:
    """One of OpenSpiel's games from Python, chance moves not counted.

    Its bridge solves each deal beforehand unless told not to, which is no part of playing.
    """
    import random

    import pyspiel

    game = pyspiel.load_game(name)
    has_observations = game.get_type().provides_observation_tensor
    chooser = random.Random(1)

    def step() -> int:
        state = game.new_initial_state()
        made = 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(chooser.choice(state.chance_outcomes())[0])
                continue
            if observe:
                if has_observations:
                    state.observation_tensor()
                else:
                    state.information_state_tensor()
                state.legal_actions_mask()
            state.apply_action(chooser.choice(state.legal_actions()))
            made += 1
        return made

    return step


def pgx_step(name: str, batch: int) -> Callable[[], int]:
    """One of Pgx's games on the CPU."""
    import jax
    import jax.numpy as jnp
    import pgx

    environment = pgx.make(name)
    begin = jax.jit(jax.vmap(environment.init))

    @jax.jit
    def play(state: Any, key: Any) -> Any:
        logits = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
        actions = jax.random.categorical(key, logits)
        return jax.vmap(environment.step)(state, actions)

    key = jax.random.PRNGKey(1)
    state = begin(jax.random.split(key, batch))

    def step() -> int:
        nonlocal state, key
        key, used = jax.random.split(key)
        state = jax.block_until_ready(play(state, used))
        return batch

    return step

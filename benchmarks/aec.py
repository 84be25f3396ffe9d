"""How many steps a second the AEC environment makes: `last()` and `step()`, random legal play.

    python benchmarks/aec.py [--players 4] [--rounds 5] [--steps 20000]

Prints the best round of `env()`, and of an environment that does nothing: four agents in turn,
new arrays of the same size at every look, the same checks inside. Their ratio says what the game
itself costs on the machine, however busy it is; random choice of a legal action is included in
both. One thread.
"""

from __future__ import annotations

import argparse
import platform
import time
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv

from voormsi_env import Rules, env, random_legal
from voormsi_env.actions import NUM_ACTIONS


class _EmptyEnv(AECEnv):  # type: ignore[misc]
    """Agents in turn, every action legal, no game."""

    metadata = {"name": "empty_v0", "render_modes": []}  # noqa: RUF012
    TURNS = 250

    def __init__(self, agents: int, size: int) -> None:
        super().__init__()
        self.possible_agents = [f"player_{seat}" for seat in range(agents)]
        self._mask = np.ones(NUM_ACTIONS, np.int8)
        self._row = np.zeros(size, np.int8)
        self._observation_space = Dict(
            {
                "observation": Box(0, 1, (size,), np.int8),
                "action_mask": Box(0, 1, (NUM_ACTIONS,), np.int8),
            }
        )
        self._action_space = Discrete(NUM_ACTIONS)

    def observation_space(self, agent: str) -> Dict:
        return self._observation_space

    def action_space(self, agent: str) -> Discrete:
        return self._action_space

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._turn = 0

    def observe(self, agent: str) -> dict[str, Any]:
        return {"observation": self._row.copy(), "action_mask": self._mask.copy()}

    def step(self, action: int) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if not (0 <= action < NUM_ACTIONS and self._mask[action]):
            raise ValueError(action)
        self._cumulative_rewards[agent] = 0.0
        self._turn += 1
        if self._turn == self.TURNS:
            self.terminations = dict.fromkeys(self.agents, True)
            self._deads_step_first()
        else:
            self.agent_selection = self.possible_agents[self._turn % len(self.possible_agents)]


def timed_steps(environment: AECEnv, steps: int, rng: np.random.Generator) -> float:
    """Steps a second over whole games, until `steps` have been made; dead steps count too."""
    made = 0
    begun = time.perf_counter()
    while made < steps:
        environment.reset()
        while environment.agents:
            observation, _, terminated, truncated, _ = environment.last()
            if terminated or truncated:
                environment.step(None)
            else:
                environment.step(random_legal(observation["action_mask"], rng))
            made += 1
    return made / (time.perf_counter() - begun)


def main() -> None:
    """Time both environments in turn and print the best round of each."""
    parser = argparse.ArgumentParser(description="Steps a second of the AEC environment.")
    parser.add_argument("--players", type=int, choices=(2, 3, 4), default=4)
    parser.add_argument("--rounds", type=int, default=5, help="of which the best counts")
    parser.add_argument("--steps", type=int, default=20_000, help="to a round")
    arguments = parser.parse_args()
    rules = Rules(players=arguments.players)
    game = env(rules)
    empty = _EmptyEnv(arguments.players, game.layout.size)
    rng = np.random.default_rng(0)
    game.reset(seed=0)
    for environment in (game, empty):
        timed_steps(environment, 1, rng)  # compiles, and warms the caches
    best = {"env()": 0.0, "empty": 0.0}
    for _ in range(arguments.rounds):
        for name, environment in (("env()", game), ("empty", empty)):
            best[name] = max(best[name], timed_steps(environment, arguments.steps, rng))
    print(f"{platform.node()}, {platform.machine()}, Python {platform.python_version()}, 1 thread")
    print(f"env(), {arguments.players} players: {best['env()']:10,.0f} steps/s")
    print(f"empty AEC environment: {best['empty']:10,.0f} steps/s")
    print(f"ratio: {best['env()'] / best['empty']:.2f}")


if __name__ == "__main__":
    main()

"""How many steps a second the environments make in which one seat learns.

    python benchmarks/vector_envs.py [--agents random heuristic] [--batches 1 64 1024] [--rounds 5]
    python benchmarks/vector_envs.py --ppo [--agents heuristic] [--batches 64]

The first prints the best round of each environment, random legal play by the learner and by
`Games`, which stands beside them: a step of the learner is a play of his and those of the others
up to his next, four plays on the average, so a quarter of `Games` is what an environment without
any cost of its own and agents without thought would make.

The second trains MaskablePPO (sb3-contrib) and prints the share of the time that went into the
environment and, within it, into the agents' decisions.

One thread, and its own processor time is what is measured: on a machine with nothing else to do
that is the time on the clock, and on a busy one it does not count the others' work.
"""

from __future__ import annotations

import argparse
import platform
import time
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import torch
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO

from voormsi_agents.base import Agent
from voormsi_agents.registry import make_agent
from voormsi_agents.seat_envs.sb3_vec_env import Sb3VecEnv
from voormsi_agents.seat_envs.seat_games import SeatGames
from voormsi_env import Games, Rules
from voormsi_env.aliases import ViewRecords
from voormsi_env.registration import SEAT_ID

Step = Callable[[], None]


class _RandomLearner:
    """Chooses among the legal actions of a batch, each as likely."""

    def __init__(self) -> None:
        self._rng = np.random.default_rng(0)

    def choose(self, masks: NDArray[np.int8]) -> NDArray[np.int64]:
        actions: NDArray[np.int64] = (masks * self._rng.random(masks.shape)).argmax(axis=1)
        return actions


def _games_step(n: int, agent: str) -> Step:
    games, learner = Games(n, seed=0, auto_reset=True, observe=True), _RandomLearner()
    return lambda: games.step(learner.choose(games.masks))


def _seat_games_step(n: int, agent: str) -> Step:
    games, learner = SeatGames(n, teammate=agent, opponents=agent), _RandomLearner()
    games.reset(seed=0)
    return lambda: games.step(learner.choose(games.masks))


def _gymnasium_vector_step(n: int, agent: str) -> Step:
    environment: Any = gymnasium.make_vec(SEAT_ID, num_envs=n, teammate=agent, opponents=agent)
    environment.reset(seed=0)
    learner = _RandomLearner()

    def step() -> None:
        environment.step(learner.choose(environment.action_masks()))

    return step


def _sb3_step(n: int, agent: str) -> Step:
    environment, learner = Sb3VecEnv(n, teammate=agent, opponents=agent), _RandomLearner()
    environment.seed(0)
    environment.reset()

    def step() -> None:
        masks = np.stack(environment.env_method("action_masks"))
        environment.step(learner.choose(masks))

    return step


def _gymnasium_step(n: int, agent: str) -> Step:
    environment: Any = gymnasium.make(SEAT_ID, teammate=agent, opponents=agent)
    _, info = environment.reset(seed=0)
    learner = _RandomLearner()

    def step() -> None:
        nonlocal info
        action = learner.choose(info["action_mask"][None])[0]
        *_, terminated, truncated, info = environment.step(action)
        if terminated or truncated:
            _, info = environment.reset()

    return step


STEPS: dict[str, Callable[[int, str], Step]] = {
    "Games, masks + observations": _games_step,
    "SeatGames": _seat_games_step,
    "gymnasium.make_vec": _gymnasium_vector_step,
    "Sb3VecEnv (SB3)": _sb3_step,
}
ONE_GAME = {"gymnasium.make": _gymnasium_step}


def steps_a_second(step: Step, n: int, seconds: float) -> float:
    """Game steps a second over at least so many seconds."""
    made = 0
    begun = time.process_time()
    while time.process_time() - begun < seconds:
        step()
        made += n
    return made / (time.process_time() - begun)


def print_speeds(agent: str, n: int, rounds: int, seconds: float) -> None:
    """Time every environment in turn, so that all meet the machine in the same mood."""
    makers = {**STEPS, **(ONE_GAME if n == 1 else {})}
    steps = {name: make(n, agent) for name, make in makers.items()}
    best = dict.fromkeys(steps, 0.0)
    for step in steps.values():
        step()  # compiles
    for _ in range(rounds):
        for name, step in steps.items():
            best[name] = max(best[name], steps_a_second(step, n, seconds))
    for name, speed in best.items():
        ratio = speed / best["Games, masks + observations"]
        print(f"| {agent} | {n:,} | {name} | {speed:,.0f} | {ratio:.2f} |")


class _TimedAgent(Agent):
    """Another agent, and the time it takes."""

    def __init__(self, agent: Agent) -> None:
        self.agent = agent
        self.name = agent.name
        self.seconds = 0.0

    def act(self, views: ViewRecords, keys: NDArray[np.int64]) -> NDArray[np.int64]:
        begun = time.process_time()
        actions = self.agent.act(views, keys)
        self.seconds += time.process_time() - begun
        return actions


class _TimedVecEnv(Sb3VecEnv):
    """The environment, and the time spent in it."""

    seconds = 0.0

    def step_wait(self) -> Any:
        begun = time.process_time()
        results = super().step_wait()
        self.seconds += time.process_time() - begun
        return results

    def env_method(self, *arguments: Any, **options: Any) -> list[Any]:
        begun = time.process_time()
        results = super().env_method(*arguments, **options)
        self.seconds += time.process_time() - begun
        return results


def print_ppo_share(agent: str, n: int, updates: int) -> None:
    """Train and print where the time went."""
    timed = _TimedAgent(make_agent(agent, Rules()))
    environment = _TimedVecEnv(n, teammate=timed, opponents=timed)
    steps_an_update = max(1, 2048 // n)
    model = MaskablePPO(
        "MlpPolicy",
        environment,
        n_steps=steps_an_update,
        batch_size=512,
        n_epochs=4,
        seed=0,
        device="cpu",
    )
    model.learn(steps_an_update * n)  # compiles
    timed.seconds = environment.seconds = 0.0
    begun = time.process_time()
    model.learn(updates * steps_an_update * n)
    total = time.process_time() - begun
    speed = updates * steps_an_update * n / total
    print(
        f"| {agent} | {n:,} | {speed:,.0f} | {environment.seconds / total:.1%} | "
        f"{timed.seconds / total:.1%} |"
    )


def main() -> None:
    """Print a Markdown table."""
    parser = argparse.ArgumentParser(description="Steps a second of the seat environments.")
    parser.add_argument("--agents", nargs="+", default=["random", "heuristic"])
    parser.add_argument("--batches", nargs="+", type=int, default=[1, 64, 1024])
    parser.add_argument("--rounds", type=int, default=5, help="of which the best counts")
    parser.add_argument("--seconds", type=float, default=0.5, help="to a round")
    parser.add_argument("--ppo", action="store_true", help="profile MaskablePPO instead")
    parser.add_argument("--updates", type=int, default=10, help="of MaskablePPO, 2,048 steps each")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    print(f"{platform.node()}, {platform.machine()}, Python {platform.python_version()}, 1 thread")
    if arguments.ppo:
        print("| teammate and opponents | games | steps/s | in the environment | in the agents |")
        print("| --- | --- | --- | --- | --- |")
    else:
        print("| teammate and opponents | games | environment | steps/s | ratio to Games |")
        print("| --- | --- | --- | --- | --- |")
    for agent in arguments.agents:
        for n in arguments.batches:
            if arguments.ppo:
                print_ppo_share(agent, n, arguments.updates)
            else:
                print_speeds(agent, n, arguments.rounds, arguments.seconds)


if __name__ == "__main__":
    main()

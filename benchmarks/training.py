"""How fast training is, and where its time goes: `python benchmarks/training.py --threads 2`.

Plays and learns by self-play with the network and the settings of a config, and prints the plays
of all seats per second, collection and learning together, and the shares of the parts: for
reinforcement, and for learning rollout targets where the config has it. There, games are played
while the policy learns from those before, so the shares can add up to more than the whole.
"""

from __future__ import annotations

import argparse
import platform
import time
from collections.abc import Callable
from typing import Any

import torch

from voormsi_agents.training.config import TrainConfig
from voormsi_agents.training.config_check import check_config
from voormsi_agents.training.config_file import config_of
from voormsi_agents.training.config_file import parser as config_parser
from voormsi_agents.training.model import make_model, make_rollout_target_learner
from voormsi_agents.training.selfplay.algorithm import SelfPlayPPO
from voormsi_agents.training.selfplay.opponents import POOL


class Clock:
    """Adds up the time spent in functions."""

    def __init__(self) -> None:
        """Begin at zero."""
        self.seconds = 0.0

    def around(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """The function, timed."""

        def timed(*args: Any, **kwargs: Any) -> Any:
            began = time.perf_counter()
            try:
                return function(*args, **kwargs)
            finally:
                self.seconds += time.perf_counter() - began

        return timed


def time_reinforcement(model: SelfPlayPPO, updates: int) -> None:
    """Time updates of reinforcement, and print."""
    model.learn(1)  # compile everything
    environment, learning = Clock(), Clock()
    games = model.collector.games
    games.step = environment.around(games.step)  # type: ignore[method-assign]
    games.reset = environment.around(games.reset)  # type: ignore[method-assign]
    model.train = learning.around(model.train)  # type: ignore[method-assign]
    before, began = model.num_timesteps, time.perf_counter()
    model.learn((1 + updates) * before, reset_num_timesteps=False)
    seconds = time.perf_counter() - began
    shares = {
        "environment": environment.seconds,
        "policy while playing": seconds - environment.seconds - learning.seconds,
        "learning": learning.seconds,
    }
    report("reinforcement", model.num_timesteps - before, seconds, shares)


def time_rollout_targets(config: TrainConfig, model: SelfPlayPPO, rounds: int) -> None:
    """Time rounds of learning rollout targets, and print."""
    learner = make_rollout_target_learner(config, model, 0)
    environment, collecting, learning = Clock(), Clock(), Clock()
    work = learner.learn(lambda: 0.0, 1.0)
    next(work)  # compile everything
    games = learner._trials._games
    games.step = environment.around(games.step)  # type: ignore[method-assign]
    learner._trials.collect = collecting.around(learner._trials.collect)  # type: ignore[method-assign]
    learner._learn_from = learning.around(learner._learn_from)  # type: ignore[method-assign]
    began = time.perf_counter()
    plays = sum(next(work)[0] for _ in range(rounds))
    seconds = time.perf_counter() - began
    shares = {
        "environment": environment.seconds,
        "trying plays, and policy while playing": collecting.seconds - environment.seconds,
        "learning": learning.seconds,
    }
    report("rollout targets", plays, seconds, shares)
    work.close()


def report(stage: str, plays: int, seconds: float, shares: dict[str, float]) -> None:
    """Print what was timed."""
    print(f"{stage}: {plays / seconds:,.0f} plays/s over {plays:,} plays")
    for name, part in shares.items():
        print(f"{part / seconds:6.1%}  {name}")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--config", default="configs/champion_four_players.yaml")
    parser.add_argument("--threads", type=int, default=2, help="for reinforcement's arithmetic")
    parser.add_argument("--updates", type=int, default=5)
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    config = config_of(config_parser().parse_args(["--config", options.config]))
    check_config(config)
    if POOL in config.opponents:
        parser.error(f"{options.config} has past selves as opponents; allowed are configs without")
    print(
        f"{platform.processor() or platform.machine()}, {options.threads} threads, {options.config}"
    )
    if config.rollout_targets.positions:
        time_rollout_targets(config, make_model(config, steps=0, pool=None), 4 * options.updates)
    time_reinforcement(make_model(config, steps=0, pool=None), options.updates)


if __name__ == "__main__":
    main()

"""How fast training is, and where its time goes: `python benchmarks/training.py --threads 2`.

Plays and learns by self-play with the network and the settings of a config, and prints the plays
of all seats per second, collection and learning together, and the shares of the parts.
"""

from __future__ import annotations

import argparse
import platform
import time
from collections.abc import Callable
from typing import Any

import torch

from agents.learning import cli
from agents.learning.training import make_model

SHARES = ("environment", "policy while playing", "learning")


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


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--config", default="configs/selfplay.yaml")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--updates", type=int, default=5)
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    config = cli.config_of(cli.parser().parse_args(["--config", options.config]))
    model = make_model(config, steps=0, pool=None)
    model.learn(1)  # compile everything
    environment, learning = Clock(), Clock()
    games = model.collector.games
    games.step = environment.around(games.step)  # type: ignore[method-assign]
    games.reset = environment.around(games.reset)  # type: ignore[method-assign]
    model.train = learning.around(model.train)  # type: ignore[method-assign]
    before, began = model.num_timesteps, time.perf_counter()
    per_update = before
    model.learn(before + options.updates * per_update, reset_num_timesteps=False)
    seconds = time.perf_counter() - began
    plays = model.num_timesteps - before
    parts = (
        environment.seconds,
        seconds - environment.seconds - learning.seconds,
        learning.seconds,
    )
    print(
        f"{platform.processor() or platform.machine()}, {options.threads} threads, {options.config}"
    )
    print(f"{plays / seconds:,.0f} plays/s over {plays:,} plays")
    for name, part in zip(SHARES, parts, strict=True):
        print(f"{part / seconds:6.1%}  {name}")


if __name__ == "__main__":
    main()

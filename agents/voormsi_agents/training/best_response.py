"""How weak a policy is: a fresh one is trained to beat it, and how often it does is measured.

The response to a policy begins as its copy, that to any other agent by imitating it; then it plays
against its victim alone. What it wins is a lower bound on what a best response wins: a longer or
better search may win more. In the game of four the response plays for both partners; they share a
policy, but no cards and no messages.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from jsonargparse import Namespace

from voormsi_agents.base import PerfectInformationAgent
from voormsi_agents.networks.checkpoint_agent import CheckpointAgent
from voormsi_agents.networks.policy_file import PolicyFileError, find_policy, network_of
from voormsi_agents.registry import FACTORIES, make_agent
from voormsi_agents.tournament.comparison import compare
from voormsi_agents.training.config import TrainConfig
from voormsi_agents.training.config_check import check_config
from voormsi_agents.training.config_file import config_of, config_text, options_in, options_of
from voormsi_agents.training.run import train
from voormsi_agents.training.run_folder import RunFolder, RunFolderError
from voormsi_env.engine.randomness import combine
from voormsi_env.rules import Rules

DEFAULT_MINUTES = 10.0
UNLIMITED_STEPS = 10**12
MOST_POSITIONS = 500_000
"""Of the victim, to imitate; no more than the plays that follow."""
MEASURE_STREAM = 1000
"""Of the deals on which the response is measured; training never plays them."""

FRESH: dict[str, Any] = {
    "reward": "shaped",
    "network": {"kind": "cards", "actor": [256, 256], "critic": [256, 256]},
    "ppo": {
        "horizon": "deal",
        "learning_rate": 3e-4,
        "final_learning_rate": 3e-5,
        "entropy": 0.005,
    },
}
"""How the response to an agent that is no policy learns: keys of a training config."""

COPY: dict[str, Any] = {
    "reward": "shaped",
    "ppo": {
        "horizon": "deal",
        "batch_size": 2048,
        "learning_rate": 1e-4,
        "final_learning_rate": 5e-6,
        "entropy": 0.001,
    },
}
"""How the copy of a policy learns."""


@dataclass(frozen=True)
class Response:
    """What came of the search.

    Attributes:
        victim: whom the response tried to beat.
        rate: the share of games it won, draws shared. low, high: its 95% interval.
        games: how many were played. even: the share of an equal player.
        steps: plays, by all seats, of the response's training.
        partners: whether a team has two players.
    """

    victim: str
    rate: float
    low: float
    high: float
    games: int
    even: float
    steps: int
    partners: bool

    def text(self) -> str:
        """The result in words."""
        lines = [
            f"a response to {self.victim}, trained on {self.steps:,} plays, wins {self.rate:.1%} "
            f"[{self.low:.1%}, {self.high:.1%}] of {self.games:,} games ({self.even:.0%} is even)",
            "at least so much can be won: a longer or better search may win more",
        ]
        if self.partners:
            lines.append("its two partners share a policy, but no cards and no messages")
        return "\n".join(lines)


def victim_of(text: str, rules: Rules) -> str:
    """The registry's text for what a user names: an agent, or a policy file or run folder.

    Raises:
        ValueError: there is no such agent or policy, or it sees all cards.
    """
    if not text.strip():
        raise ValueError("no victim is named; allowed are an agent, a policy file or a run folder")
    victim = text if _names_an_agent(text, rules) else f"checkpoint:{text}"
    if isinstance(make_agent(victim, rules), PerfectInformationAgent):
        raise ValueError(
            f"{victim} sees all cards; allowed are agents that play from what their seat sees"
        )
    return victim


def _names_an_agent(text: str, rules: Rules) -> bool:
    name = text.partition(":")[0]
    if name in FACTORIES:
        return True
    try:
        find_policy(text, rules)
    except PolicyFileError:
        return "." in name and Path(name).name == name  # as `my_package.my_module.MyAgent`
    return False


def folder_of(victim: str) -> Path:
    """Where the response to a victim is kept when no folder is named."""
    return Path("results") / ("best-response-" + re.sub(r"[^\w.-]+", "-", victim).strip("-"))


def best_response(
    text: str,
    rules: Rules,
    folder: Path,
    *,
    seed: int,
    games: int,
    minutes: float | None = None,
    steps: int | None = None,
) -> Response:
    """Train a response to an agent, and measure it.

    Args:
        text: the victim, see `victim_of`.
        rules: of the games.
        folder: a run folder, which `train.py --resume` knows too. One in which the same search
            was begun is gone on with.
        seed: of everything random.
        games: to measure the response by.
        minutes: of training, imitation included; `DEFAULT_MINUTES` when there is no limit at all.
        steps: plays after which training ends if that comes first.

    Raises:
        ValueError: there is no such agent, a number is not allowed, or the folder holds
            something else.
    """
    if games < 1:
        raise ValueError(f"games is {games}; allowed are whole numbers from 1")
    victim = victim_of(text, rules)
    if minutes is None and steps is None:
        minutes = DEFAULT_MINUTES
    options = options_of(_keys(victim, rules, seed, minutes, steps))
    config, run = _run_in(folder, options)
    train(config, run)
    return _measured(victim, run, games, config.seed, rules)


def _measured(victim: str, run: RunFolder, games: int, seed: int, rules: Rules) -> Response:
    """Let the response that a run has come to play against its victim."""
    response = CheckpointAgent(rules, str(run.path))
    response.name = "response"
    result = compare([response, victim], games, combine(seed, MEASURE_STREAM), rules)
    low, high = result.interval
    state = run.load_checkpoint()
    return Response(
        victim=victim,
        rate=result.rate,
        low=low,
        high=high,
        games=result.games,
        even=1 / rules.teams,
        steps=int(state["steps"]) if state else 0,
        partners=rules.players > rules.teams,
    )


def _keys(
    victim: str, rules: Rules, seed: int, minutes: float | None, steps: int | None
) -> dict[str, Any]:
    """The keys of the training config; all others stay at their defaults."""
    limit = UNLIMITED_STEPS if steps is None else steps
    return {
        **_beginning(victim, rules, limit),
        "rules": rules.to_dict(),
        "seed": seed,
        "minutes": minutes,
        "steps": limit,
        "opponents": {victim: 1.0},
        "evaluation": {"opponents": [victim]},
    }


def _beginning(victim: str, rules: Rules, limit: int) -> dict[str, Any]:
    """What the response begins from, and how it learns."""
    agent = make_agent(victim, rules)
    if isinstance(agent, CheckpointAgent):
        return {**COPY, "network": network_of(agent.path), "start": str(agent.path)}
    positions = min(MOST_POSITIONS, max(1, limit))
    return {**FRESH, "imitation": {"teacher": victim, "positions": positions}}


def _run_in(folder: Path, options: Namespace) -> tuple[TrainConfig, RunFolder]:
    """The config, and the folder begun or found to hold the same search."""
    config, run = config_of(options), RunFolder(folder)
    check_config(config)
    if not (folder.is_dir() and any(folder.iterdir())):
        run.begin(config_text(options))
        return config, run
    begun = config_of(options_in(run.config()))
    kept = replace(begun, minutes=config.minutes, steps=config.steps)
    if replace(kept, imitation=config.imitation) != config:
        raise RunFolderError(f"{folder} holds another run; choose another folder with --out")
    return kept, run

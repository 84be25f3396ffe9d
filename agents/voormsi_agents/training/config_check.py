"""Whether a training config can be run: its agents and the policy it begins from are made."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict

from voormsi_agents.base import PerfectInformationAgent
from voormsi_agents.networks.policies import make_policy
from voormsi_agents.networks.torch_file import begin_from
from voormsi_agents.registry import make_agent
from voormsi_agents.training.config import TrainConfig
from voormsi_agents.training.config_ranges import ConfigError, refuse
from voormsi_agents.training.selfplay.opponents import parse_opponents


def check_config(config: TrainConfig) -> None:
    """Refuse a config that names what there is not; nothing is written.

    Raises:
        ConfigError: an opponent, a teacher or an agent to measure by cannot be made, the teacher
            sees all cards, or `start` is no policy of the config's network and rules.
    """
    with _naming("opponents"):
        parse_opponents(config.opponents, config.rules)
    for opponent in config.evaluation.opponents:
        with _naming("evaluation.opponents"):
            make_agent(opponent, config.rules)
    teacher = config.imitation.teacher
    if teacher:
        with _naming("imitation.teacher"):
            agent = make_agent(teacher, config.rules)
        if isinstance(agent, PerfectInformationAgent):
            refuse("imitation.teacher", teacher, "agents that play from what their seat sees")
    if config.start is not None:
        with _naming("start"):
            policy = make_policy(**asdict(config.network), rules=config.rules)
            begin_from(policy, config.start, config.rules)


@contextmanager
def _naming(key: str) -> Iterator[None]:
    """Put the key before what is wrong with its value."""
    try:
        yield
    except ValueError as error:
        raise ConfigError(f"{key}: {error}") from error

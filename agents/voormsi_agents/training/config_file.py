"""Training configs as text: YAML files and flags in, YAML out."""

from __future__ import annotations

import re
from typing import NoReturn

from jsonargparse import ArgumentParser, Namespace

from voormsi_agents.training.config import ConfigError, TrainConfig

PROGRAM = "voormsi train"


class Parser(ArgumentParser):
    """A parser that says what is wrong in one line."""

    def error(self, message: str, ex: Exception | None = None) -> NoReturn:
        """Refuse what is given.

        Raises:
            ConfigError: always.
        """
        line = " ".join(message.split())
        raise ConfigError(re.sub(r"<class '(?:builtins\.)?([\w.]+)'>", r"\1", line)) from ex


def parser() -> Parser:
    """All that a training run can be asked for."""
    made = Parser(prog=PROGRAM, description="Train a team policy by self-play.")
    made.add_argument("--config", action="config", help="YAML file with any of these options")
    made.add_argument("--out", type=str, default=None, help="folder of the run; it must be new")
    made.add_argument("--resume", type=str, default=None, help="folder of a run to go on with")
    made.add_class_arguments(TrainConfig)
    made.set_defaults({"rules.game_points": None})  # what is usual follows from the players
    return made


def config_of(options: Namespace) -> TrainConfig:
    """The config that parsed options stand for.

    Raises:
        ConfigError: a key has a value that is not allowed.
    """
    chosen = parser().instantiate(options)
    names = TrainConfig.__dataclass_fields__
    return TrainConfig(**{name: chosen[name] for name in names})


def config_text(options: Namespace) -> str:
    """The config as YAML, every default filled in."""
    kept = options.clone()
    for name in ("config", "out", "resume"):
        kept.pop(name, None)
    text: str = parser().dump(kept, skip_validation=True)
    return text

"""Training configs as text: YAML files and flags, read by jsonargparse.

Nothing here makes an agent or a policy; that is the matter of `config_check`.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

import yaml
from jsonargparse import ArgumentParser, Namespace

from voormsi_agents.training.config import TrainConfig
from voormsi_agents.training.config_ranges import ConfigError
from voormsi_agents.training.old_runs import RENAMED_KEYS

PROGRAM = "voormsi train"
NO_KEYS = ("config", "out", "resume")
"""Options that are no keys of the config."""


class ConfigParser(ArgumentParser):
    """A parser that raises `ConfigError` where its library would end the process."""

    def error(self, message: str, ex: Exception | None = None) -> NoReturn:
        """Say what is wrong, in one line.

        Raises:
            ConfigError: always.
        """
        line = re.sub(r"<class '(?:builtins\.)?([\w.]+)'>", r"\1", " ".join(message.split()))
        raise ConfigError(line) from ex

    def parse_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, *rest: Any, **options: Any
    ) -> Namespace:
        """See the library.

        Raises:
            ConfigError: an option is unknown, or its value is of the wrong kind.
        """
        for flag in sys.argv[1:] if args is None else args:
            name = flag.partition("=")[0]
            for old, new in RENAMED_KEYS.items():
                if name == f"--{old}" or name.startswith(f"--{old}."):
                    self.error(f"there is no {name}; allowed is {name.replace(old, new, 1)}")
        parsed: Namespace = super().parse_args(args, *rest, **options)
        return parsed

    def parse_string(
        self, content: str, path: str | os.PathLike[str] = "", *rest: Any, **options: Any
    ) -> Namespace:
        """See the library, which reads files by this too.

        Raises:
            ConfigError: a key is unknown, or its value is of the wrong kind.
        """
        keys = _keys_of(content)
        for old, new in RENAMED_KEYS.items():
            if old in keys:
                self.error(f"{path or 'the config'} has the key {old}; allowed is {new}")
        parsed: Namespace = super().parse_string(content, path, *rest, **options)
        return parsed


def _keys_of(content: str) -> set[object]:
    """The top keys of a YAML text; none where it is no mapping, which the library refuses."""
    try:
        found = yaml.safe_load(content)
    except yaml.YAMLError:
        return set()
    return set(found) if isinstance(found, dict) else set()


def parser() -> ConfigParser:
    """All that `train.py` takes: the keys of a config, a config file, and the run's folder."""
    made = ConfigParser(prog=PROGRAM, description="Train a team policy by self-play.")
    made.add_argument("--config", action="config", help="YAML file with any of these options")
    made.add_argument("--out", type=str, default=None, help="folder of the run; it must be new")
    made.add_argument("--resume", type=str, default=None, help="folder of a run to go on with")
    made.add_class_arguments(TrainConfig)
    made.set_defaults({"rules.game_points": None})  # what is usual follows from the players
    return made


def options_of(keys: Mapping[str, Any]) -> Namespace:
    """The options that some keys of a config stand for, all others at their defaults.

    Args:
        keys: nested as in a file.

    Raises:
        ConfigError: a key is unknown, or its value is of the wrong kind.
    """
    options: Namespace = parser().parse_object(dict(keys))
    return options


def options_in(text: str, flags: Sequence[str] = ()) -> Namespace:
    """The options that the YAML text of a config stands for.

    Args:
        text: the config.
        flags: which count for more than the text.

    Raises:
        ConfigError: a key is unknown, or its value is of the wrong kind.
    """
    options: Namespace = parser().parse_args(["--config", text, *flags])
    return options


def config_of(options: Namespace) -> TrainConfig:
    """The config that parsed options stand for.

    Raises:
        ConfigError: a key has a value out of its range.
    """
    chosen = parser().instantiate(options)
    names = TrainConfig.__dataclass_fields__
    return TrainConfig(**{name: chosen[name] for name in names})


def config_text(options: Namespace) -> str:
    """The config as YAML, every default filled in."""
    kept = options.clone()
    for name in NO_KEYS:
        kept.pop(name, None)
    text: str = parser().dump(kept, skip_validation=True)
    return text

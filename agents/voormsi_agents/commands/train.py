"""The command `train.py`: a config and flags in, a run folder out."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from jsonargparse import ArgumentParser, Namespace

from voormsi_agents.training.config import TrainConfig
from voormsi_agents.training.run import train
from voormsi_agents.training.run_folder import POLICY, RunFolder

PROGRAM = "train.py"
RUNS = Path("runs")
EXTENDABLE = ("steps", "minutes", "threads")
"""What may be given anew to a run that is resumed."""


class Parser(ArgumentParser):
    """A parser that says what is wrong in one line."""

    def error(self, message: str, ex: Exception | None = None) -> NoReturn:
        """Print the message and exit with status 2."""
        refuse(message)


def refuse(message: str) -> NoReturn:
    """Print one line that says what is wrong, and exit with status 2."""
    line = re.sub(r"<class '(?:builtins\.)?([\w.]+)'>", r"\1", " ".join(message.split()))
    print(f"{PROGRAM}: {line}", file=sys.stderr)
    raise SystemExit(2)


def parser() -> Parser:
    """All that the command takes."""
    made = Parser(prog=PROGRAM, description="Train a team policy by self-play.")
    made.add_argument("--config", action="config", help="YAML file with any of these options")
    made.add_argument("--out", type=str, default=None, help="folder of the run; it must be new")
    made.add_argument("--resume", type=str, default=None, help="folder of a run to go on with")
    made.add_class_arguments(TrainConfig)
    made.set_defaults({"rules.game_points": None})  # what is usual follows from the players
    return made


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; the exit status."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    folder: RunFolder | None = None
    try:
        options = parser().parse_args(given)
        _check_folders(options)
        if options.resume is not None:
            folder = RunFolder(Path(options.resume))
            options = _options_of_run(folder, given)
        config = config_of(options)
        if folder is None:
            folder = RunFolder(_new_folder(options))
            folder.begin(config_text(options))
        train(config, folder)
    except (ValueError, OSError) as error:
        refuse(str(error))
    except KeyboardInterrupt:
        how = "nothing was begun" if folder is None else f"go on with --resume {folder.path}"
        print(f"\n{PROGRAM}: stopped; {how}", file=sys.stderr)
        return 130
    print(f"the policy is {folder.path / POLICY}; play it as checkpoint:{folder.path}")
    return 0


def _check_folders(options: Namespace) -> None:
    for name in ("out", "resume"):
        if options[name] is not None and not options[name].strip():
            raise ValueError(f"--{name} is empty; allowed is the name of a folder")


def _options_of_run(folder: RunFolder, given: list[str]) -> Namespace:
    """A run's own config, with the few options that may change."""
    allowed = {"--resume", *(f"--{name}" for name in EXTENDABLE)}
    for option in given:
        if option.startswith("--") and option.partition("=")[0] not in allowed:
            raise ValueError(
                f"{option.partition('=')[0]} does not go with --resume, which takes the config "
                f"of the run; allowed are {', '.join(sorted(allowed - {'--resume'}))}"
            )
    return parser().parse_args(["--config", str(folder.config()), *given])


def config_of(options: Namespace) -> TrainConfig:
    """The config that parsed options stand for.

    Raises:
        ValueError: a key has a value that is not allowed.
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


def _new_folder(options: Namespace) -> Path:
    """The folder asked for, or a new one named after the config."""
    if options.out is not None:
        return Path(options.out)
    configs = options.config or []
    name = Path(str(configs[-1])).stem if configs else "run"
    path, number = RUNS / name, 1
    while path.exists():
        number += 1
        path = RUNS / f"{name}-{number}"
    return path

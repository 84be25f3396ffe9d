"""The command `train.py`: a config and flags in, a run folder out."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from jsonargparse import Namespace

from voormsi_agents.training.config_check import check_config
from voormsi_agents.training.config_file import PROGRAM, config_of, config_text, options_in, parser
from voormsi_agents.training.run import train
from voormsi_agents.training.run_folder import RunFolder

RUNS = Path("runs")
EXTENDABLE = ("steps", "minutes", "threads")
"""What may be given anew to a run that is resumed."""


def refuse(message: str) -> NoReturn:
    """Print one line that says what is wrong, and exit with status 2."""
    print(f"{PROGRAM}: {' '.join(message.split())}", file=sys.stderr)
    raise SystemExit(2)


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
        check_config(config)
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
    print(f"the policy is {folder.policy}; play it as checkpoint:{folder.path}")
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
    return options_in(folder.config(), given)


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

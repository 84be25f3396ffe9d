"""`voormsi train`: a config and flags in, a run folder out.

What is given is refused before PyTorch is loaded, where that needs no look at agents or policies.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from jsonargparse import Namespace

from voormsi_agents.commands.exit_status import DONE
from voormsi_agents.commands.refusal import refusing
from voormsi_agents.commands.shipped_configs import CONFIGS, with_paths
from voormsi_agents.training.config_file import config_of, config_text, options_in, parser

if TYPE_CHECKING:
    from voormsi_agents.training.run_folder import RunFolder

RUNS = Path("runs")
EXTENDABLE = ("steps", "minutes", "threads")
"""What may be given anew to a run that is resumed."""


def run(arguments: Sequence[str]) -> int:
    """Run the command; the exit status."""
    folder: RunFolder | None = None
    try:
        with refusing(ValueError, OSError):
            given = with_paths(arguments, CONFIGS)
            options = _checked_options(given)
            from voormsi_agents.training.config_check import check_config  # these load PyTorch
            from voormsi_agents.training.run import train
            from voormsi_agents.training.run_folder import RunFolder

            if options.resume is not None:
                folder = RunFolder(Path(options.resume))
                options = options_in(folder.config(), given)
            config = config_of(options)
            check_config(config)
            if folder is None:
                folder = RunFolder(_new_folder(options))
                folder.begin(config_text(options))
            train(config, folder)
    except KeyboardInterrupt as stop:
        how = "nothing was begun" if folder is None else f"go on with --resume {folder.path}"
        stop.args = (f"stopped; {how}",)
        raise
    print(f"the policy is {folder.policy}; play it as checkpoint:{folder.path}")
    return DONE


def _checked_options(given: list[str]) -> Namespace:
    """What the command line and its configs say.

    Raises:
        ValueError: an option or its value is not allowed.
    """
    options = parser().parse_args(given)
    _check_folders(options)
    if options.resume is None:
        config_of(options)
    else:
        _check_resumed(given)
    return options


def _check_folders(options: Namespace) -> None:
    for name in ("out", "resume"):
        if options[name] is not None and not options[name].strip():
            raise ValueError(f"--{name} is empty; allowed is the name of a folder")


def _check_resumed(given: list[str]) -> None:
    """Refuse options that a run which is resumed takes from its own config."""
    allowed = {"--resume", *(f"--{name}" for name in EXTENDABLE)}
    for option in given:
        if option.startswith("--") and option.partition("=")[0] not in allowed:
            raise ValueError(
                f"{option.partition('=')[0]} does not go with --resume, which takes the config "
                f"of the run; allowed are {', '.join(sorted(allowed - {'--resume'}))}"
            )


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

"""The configs that come with the project, by name: `--config quick`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from voormsi_agents.commands.refusal import CommandError

CONFIGS = Path(__file__).resolve().parents[1] / "configs"
OPTION = "--config"


def with_paths(arguments: Sequence[str], folder: Path) -> list[str]:
    """Arguments in which every config that is given by its name is given by its path.

    Args:
        arguments: of a command line.
        folder: where the configs of the command are.

    Raises:
        CommandError: a config is neither a file nor the name of one that comes with the project.
    """
    found = []
    for before, argument in zip(["", *arguments], arguments, strict=False):
        if before == OPTION:
            argument = config_path(argument, folder)
        elif argument.startswith(f"{OPTION}="):
            argument = f"{OPTION}={config_path(argument.removeprefix(f'{OPTION}='), folder)}"
        found.append(argument)
    return found


def config_path(given: str, folder: Path) -> str:
    """Where a config is: the file of that name, or else the shipped config of that name.

    Raises:
        CommandError: there is neither.
    """
    if Path(given).exists():
        return given
    names = sorted(path.stem for path in folder.glob("*.yaml"))
    if given in names:
        return str(folder / f"{given}.yaml")
    raise CommandError(
        f"{OPTION} is {given!r}; allowed are the path of a YAML file and {', '.join(names)}"
    )

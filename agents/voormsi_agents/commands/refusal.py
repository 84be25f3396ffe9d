"""How a command refuses: one line on the standard error, and exit status 2."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from voormsi_agents.commands.exit_status import REFUSED

EXTRA_OF = {
    "torch": "train",
    "stable_baselines3": "train",
    "sb3_contrib": "train",
    "tensorboard": "train",
    "ray": "ray",
}
"""The extra of this project that brings a package."""


class CommandError(Exception):
    """The command cannot do what is asked; the message says why in one line."""


def refuse(program: str, message: str) -> int:
    """Print one line that says what is wrong; the exit status.

    Args:
        program: as it was called, such as `voormsi record`.
        message: what is wrong, where, and what is allowed.
    """
    line = re.sub(r"<class '(?:builtins\.)?([\w.]+)'>", r"\1", " ".join(message.split()))
    print(f"{program}: {line}", file=sys.stderr)
    return REFUSED


@contextmanager
def refusing(*kinds: type[Exception]) -> Iterator[None]:
    """Turn errors whose message is for the user into refusals.

    Raises:
        CommandError: in place of an error of one of the kinds.
    """
    try:
        yield
    except BrokenPipeError:
        raise
    except kinds as error:
        raise CommandError(str(error)) from error


def missing_package(error: ModuleNotFoundError) -> str:
    """What to do about a package that cannot be imported."""
    package = (error.name or "").partition(".")[0]
    if package not in EXTRA_OF:
        return f"this needs the package {package!r}, which is not installed"
    extra = EXTRA_OF[package]
    what = "training" if extra == "train" else "this"
    return f"{what} needs `pip install voormsi-env[{extra}]`: {package} is not installed"

"""Files that commands read and write; `-` is the standard input or output."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO, TextIO

from voormsi_agents.commands.refusal import CommandError
from voormsi_env.files import writing

STANDARD = "-"


@contextmanager
def output(path: str) -> Iterator[TextIO]:
    """A stream to write text to: the file is there whole when the block ends, or not at all.

    Raises:
        CommandError: the file cannot be written.
    """
    if path == STANDARD:
        yield sys.stdout
        return
    try:
        with writing(path) as stream:
            yield stream
    except OSError as error:
        raise CommandError(f"{path} cannot be written: {error.strerror or error}") from error


@contextmanager
def reading(path: str) -> Iterator[BinaryIO]:
    """A stream to read bytes from.

    Raises:
        OSError: the file cannot be read.
    """
    if path == STANDARD:
        yield sys.stdin.buffer
    else:
        with open(path, "rb") as stream:
            yield stream


def shown(path: str) -> str:
    """A path for a message, whatever bytes it is made of."""
    return "standard input" if path == STANDARD else path.encode(errors="backslashreplace").decode()


def counted(number: int, noun: str) -> str:
    """A number of things in words: `1 game`, `2,000 games`."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"

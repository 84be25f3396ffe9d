"""Keeping a folder to one process."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

LOCK = ".lock"


@contextmanager
def held(folder: Path, refusal: Exception) -> Iterator[None]:
    """Keep a folder to this process while the block runs; a process that dies lets go of it.

    Args:
        folder: must exist.
        refusal: raised when another process has it.

    Raises:
        OSError: the lock cannot be made.
    """
    with (folder / LOCK).open("w") as stream:
        try:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise refusal from None
        yield

"""Writing files whole: a file is there complete, or not at all."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO


@contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[Path]:
    """Give a temporary name in the same folder, for a file to be written whole.

    The file written under it takes the place of `path` when the block ends, and is deleted when
    the block raises.

    Raises:
        OSError: the file cannot be written.
    """
    target = Path(path).resolve()
    temporary = target.with_name(f".{target.stem}.{secrets.token_hex(4)}.partial{target.suffix}")
    try:
        yield temporary
        os.replace(temporary, target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


@contextmanager
def writing(path: str | os.PathLike[str]) -> Iterator[TextIO]:
    """Open a text file (UTF-8) to be written whole, as `replacing` does.

    A path that is there but no regular file, such as a pipe or `/dev/null`, is written to
    directly.

    Raises:
        OSError: the file cannot be written.
    """
    target = Path(path).resolve()
    if target.exists() and not target.is_file():
        with target.open("w", encoding="utf-8", newline="\n") as stream:
            yield stream
        return
    with (
        replacing(target) as temporary,
        temporary.open("x", encoding="utf-8", newline="\n") as stream,
    ):
        yield stream

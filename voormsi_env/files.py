"""Writing files whole: a file is there complete, or not at all."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO


@contextmanager
def writing(path: str | os.PathLike[str]) -> Iterator[TextIO]:
    """Open a text file (UTF-8) to be written whole.

    What is written goes to a temporary name in the same folder, which takes the place of `path`
    when the block ends, and is deleted when the block raises. A path that is there but no regular
    file, such as a pipe or `/dev/null`, is written to directly.

    Raises:
        OSError: the file cannot be written.
    """
    target = Path(path).resolve()
    if target.exists() and not target.is_file():
        with target.open("w", encoding="utf-8", newline="\n") as stream:
            yield stream
        return
    temporary = target.with_name(f".{target.name}.{secrets.token_hex(4)}.partial")
    try:
        with temporary.open("x", encoding="utf-8", newline="\n") as stream:
            yield stream
        os.replace(temporary, target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise

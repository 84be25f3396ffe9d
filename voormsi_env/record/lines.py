"""Records as lines of text: JSON Lines, UTF-8, one game a line."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from typing import Any, BinaryIO

from voormsi_env.files import writing
from voormsi_env.record.build import Record

LONGEST_LINE = 1 << 28
"""How many bytes a line may have: a file of another kind may have no line end at all."""


class RecordError(ValueError):
    """Something is no game record; the message says where and why."""


def to_line(record: Record) -> str:
    """A record as one line of text, without its line end; plain ASCII, so valid UTF-8."""
    return json.dumps(record, separators=(",", ":"))


def from_line(line: str | bytes) -> Any:
    """The JSON value of a line; `faults_in` says whether it is a record.

    Raises:
        RecordError: the line is no JSON as RFC 8259 has it, has an object with a key twice, or is
            no UTF-8.
    """
    try:
        text = line.decode("utf-8") if isinstance(line, bytes) else line
        if not text.strip():
            raise RecordError("the line is empty")
        return json.loads(text, object_pairs_hook=_object, parse_constant=_no_number)
    except UnicodeDecodeError as error:
        raise RecordError(f"byte {error.start + 1} of the line is not UTF-8") from None
    except json.JSONDecodeError as error:
        raise RecordError(f"not JSON: {error.msg} (character {error.pos + 1})") from None
    except RecursionError:
        raise RecordError("not a record: objects or lists are nested too deep") from None
    except ValueError as error:
        if isinstance(error, RecordError):
            raise
        raise RecordError("not a record: a number has too many digits") from None


def read_lines(stream: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """The lines of a file and their numbers, from 1.

    Raises:
        RecordError: a line is longer than `LONGEST_LINE`.
    """
    number = 0
    while line := stream.readline(LONGEST_LINE + 1):
        number += 1
        if len(line) > LONGEST_LINE:
            raise RecordError(f"line {number} has more than {LONGEST_LINE} bytes")
        yield number, line


def read_records(path: str | os.PathLike[str]) -> Iterator[Record]:
    """The records of a file, one after another; that they are right is not checked.

    Raises:
        OSError: the file cannot be read.
        RecordError: a line is no JSON object; the message names the line.
    """
    with open(path, "rb") as stream:
        for number, line in read_lines(stream):
            try:
                record = from_line(line)
            except RecordError as error:
                raise RecordError(f"{os.fspath(path)}: line {number}: {error}") from None
            if not isinstance(record, dict):
                raise RecordError(f"{os.fspath(path)}: line {number}: not a JSON object")
            yield record


def write_records(path: str | os.PathLike[str], records: Iterable[Record]) -> int:
    """Write records to a file, one a line; the file is there whole or not at all.

    Returns:
        How many there were.

    Raises:
        OSError: the file cannot be written.
    """
    count = 0
    with writing(path) as stream:
        for record in records:
            stream.write(to_line(record) + "\n")
            count += 1
    return count


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value: dict[str, Any] = {}
    for key, item in pairs:
        if key in value:
            raise RecordError(f"an object has the key {key!a} twice")
        value[key] = item
    return value


def _no_number(constant: str) -> Any:
    raise RecordError(f"not JSON: {constant} is no number of JSON")

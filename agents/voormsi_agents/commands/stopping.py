"""Stopping a command from outside."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn


class Terminated(KeyboardInterrupt):
    """The process was asked to terminate; whatever tidies up after an interruption does so now."""


@contextmanager
def terminated_by_exception() -> Iterator[None]:
    """Let SIGTERM end the command as SIGINT does, with an exception: half files are removed."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, _terminate)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _terminate(_: int, __: FrameType | None) -> NoReturn:
    raise Terminated

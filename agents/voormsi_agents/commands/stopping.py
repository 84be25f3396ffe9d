"""Stopping a command from outside."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn


class Interrupted(KeyboardInterrupt):
    """The process was interrupted.

    Python ends by the signal itself, with no status of ours, where a plain `KeyboardInterrupt`
    has passed through code that was run from text, as that of a dataclass is while it is made.
    """


class Terminated(KeyboardInterrupt):
    """The process was asked to terminate; whatever tidies up after an interruption does so now."""


@contextmanager
def stopped_by_exception() -> Iterator[None]:
    """Let SIGINT and SIGTERM end the command with an exception: half files are removed."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    interrupt = signal.getsignal(signal.SIGINT)
    terminate = signal.signal(signal.SIGTERM, _terminate)
    if interrupt is signal.default_int_handler:  # and not one that ignores the signal
        signal.signal(signal.SIGINT, _interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, interrupt)
        signal.signal(signal.SIGTERM, terminate)


def _interrupt(_: int, __: FrameType | None) -> NoReturn:
    raise Interrupted


def _terminate(_: int, __: FrameType | None) -> NoReturn:
    raise Terminated

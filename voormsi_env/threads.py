"""How many threads a batch may be shared among, here and now."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

import numba


def usable_threads(wanted: int) -> int:
    """The number of threads to use where a number is wanted.

    One where nothing is compiled, and in a forked process: the threads of the process it was
    forked from do not exist there, and OpenMP cannot make them anew.
    """
    if wanted == 1 or _Process.is_forked or numba.config.DISABLE_JIT:  # type: ignore[attr-defined]
        return 1
    return min(wanted, int(numba.config.NUMBA_NUM_THREADS))  # type: ignore[attr-defined]


@contextmanager
def numba_threads(count: int) -> Iterator[None]:
    """Let Numba use so many threads within, and as many as before afterwards."""
    before = numba.get_num_threads()
    if count != before:
        numba.set_num_threads(count)
    try:
        yield
    finally:
        if count != before:
            numba.set_num_threads(before)


class _Process:
    """What is known of this process."""

    is_forked = False


def _note_fork() -> None:
    _Process.is_forked = True


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_note_fork)

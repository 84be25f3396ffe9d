"""How the project compiles: one decorator, and its twins for what is inlined or shared by threads.

Numba's own cache looks only at the file of the function it compiles, not at the functions that
this one calls. So a module's cache folder is named after a digest of all the sources it stands on
(`sources.py`): an edit compiles anew what can depend on it, and nothing else, and stale code never
runs.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numba

from voormsi_env.engine.sources import digest_of, sources_of

Function = TypeVar("Function", bound=Callable[..., object])

OPTIONS: dict[str, Any] = {
    "nogil": True,
    # Nothing here divides by zero, calls back from C or computes with whole arrays: leaving that
    # out shortens the first compilation.
    "error_model": "numpy",
    "no_cfunc_wrapper": True,
    "no_rewrites": True,
}


def compiled(function: Function) -> Function:
    """Compile a function with Numba (no Python objects, no GIL), cached on disk by source.

    With `NUMBA_DISABLE_JIT=1` the function is returned as it is.
    """
    return _compiled(function, OPTIONS)


def inlined(function: Function) -> Function:
    """The same for a function that stands in its callers' place, where the call itself, with the
    arrays it is handed, would cost a tenth of what a batch does."""
    return _compiled(function, OPTIONS | {"inline": "always"})


def compiled_for_threads(function: Function) -> Function:
    """The same for a function whose `prange` loops are shared among Numba's threads."""
    return _compiled(function, OPTIONS | {"parallel": True})


def _compiled(function: Function, options: dict[str, Any]) -> Function:
    wanted = numba.config.CACHE_DIR  # type: ignore[attr-defined]
    numba.config.CACHE_DIR = str(_cache_folder(function))  # type: ignore[attr-defined]
    try:
        return cast(Function, numba.njit(cache=True, **options)(function))
    except RuntimeError:  # nowhere to write a cache
        return cast(Function, numba.njit(**options)(function))
    finally:
        numba.config.CACHE_DIR = wanted  # type: ignore[attr-defined]


def _cache_folder(function: Callable[..., object]) -> Path:
    """Where compiled functions of a module are kept, by the digest of what it stands on."""
    base = os.environ.get("NUMBA_CACHE_DIR") or (
        Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "voormsi"
    )
    _packages.add(function.__module__.split(".")[0])
    return Path(base) / _digest_of(function.__code__.co_filename, frozenset(_packages))


_packages: set[str] = set()
"""The packages that have compiled something: those that a module imports come before itself."""


@cache
def _digest_of(file: str, packages: frozenset[str]) -> str:
    return digest_of(sources_of([Path(file)], packages))

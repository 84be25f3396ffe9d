"""How the project compiles: one decorator, and its twin for work that threads share.

Numba's own cache looks only at the file of the function it compiles, not at the functions that
this one calls. So the cache folder is named after a digest of all the sources the compiled code
can depend on: an edit anywhere in the package compiles everything anew, and never runs stale code.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar, cast

import numba

Function = TypeVar("Function", bound=Callable[..., object])

ENGINE_PACKAGE = "voormsi_env"

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


def compiled_for_threads(function: Function) -> Function:
    """The same for a function whose `prange` loops are shared among Numba's threads."""
    return _compiled(function, OPTIONS | {"parallel": True})


def _compiled(function: Function, options: dict[str, Any]) -> Function:
    package = function.__module__.split(".")[0]
    wanted = numba.config.CACHE_DIR  # type: ignore[attr-defined]
    numba.config.CACHE_DIR = str(_cache_folder(package))  # type: ignore[attr-defined]
    try:
        return cast(Function, numba.njit(cache=True, **options)(function))
    except RuntimeError:  # nowhere to write a cache
        return cast(Function, numba.njit(**options)(function))
    finally:
        numba.config.CACHE_DIR = wanted  # type: ignore[attr-defined]


@cache
def _cache_folder(package: str) -> Path:
    """Where compiled functions of a package are kept, by the digest of its sources."""
    base = os.environ.get("NUMBA_CACHE_DIR") or (
        Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "voormsi"
    )
    return Path(base) / _source_digest(package)


@cache
def _source_digest(package: str) -> str:
    digest = hashlib.sha256()
    for name in sorted({ENGINE_PACKAGE, package}):
        for path in sorted(_package_folder(name).rglob("*.py")):
            digest.update(path.as_posix().encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _package_folder(package: str) -> Path:
    """The folder of a package, or this module's own where the package is a single script."""
    spec = find_spec(package) if package != "__main__" else None
    if spec is None or not spec.submodule_search_locations:
        return Path(__file__).parent
    return Path(next(iter(spec.submodule_search_locations)))

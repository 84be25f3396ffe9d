"""Compiled code is kept by the sources it stands on, and nothing is compiled in plain mode."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

FIRST = """
from made_up_for_jit.used import LENGTH
from voormsi_env.engine.jit import compiled

@compiled
def answer(x):
    return x + LENGTH

print(answer(1), hasattr(answer, "signatures"))
"""


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A package whose module `first` compiles a function and imports `used`, but not `apart`."""
    folder = tmp_path / "made_up_for_jit"
    folder.mkdir()
    for name, text in {"__init__": "", "first": FIRST, "used": "LENGTH = 1\n", "apart": ""}.items():
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    return folder


def run(package: Path, **environment: str) -> tuple[str, set[str]]:
    """What the module `first` prints in a process of its own, and the names of cache folders."""
    cache = package.parent / "cache"
    path = os.pathsep.join([str(package.parent), *sys.path])
    done = subprocess.run(
        [sys.executable, "-c", "import made_up_for_jit.first"],
        env=os.environ | {"NUMBA_CACHE_DIR": str(cache), "PYTHONPATH": path} | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip(), {entry.name for entry in cache.glob("*")}


def test_an_edit_compiles_anew_what_stands_on_it_and_nothing_else(package: Path) -> None:
    printed, first = run(package)
    assert printed == "2 True"
    assert len(first) == 1
    (package / "apart.py").write_text("MORE = 1\n", encoding="utf-8")
    assert run(package) == (printed, first)
    (package / "used.py").write_text("LENGTH = 5\n", encoding="utf-8")
    printed, both = run(package)
    assert printed == "6 True"
    assert len(both) == 2
    assert first < both


def test_nothing_is_compiled_in_plain_mode(package: Path) -> None:
    assert run(package, NUMBA_DISABLE_JIT="1") == ("2 False", set())

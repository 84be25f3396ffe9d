"""Imports run one way, and the environment stands without what only learning needs."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import voormsi_env.engine

ROOT = Path(voormsi_env.__file__).parent
PACKAGE = "voormsi_env"
FOUNDATION = ("version", "errors", "cards", "rules", "actions")
"""What all else stands on, each importing only those before it."""
HEAVY = {"torch", "stable_baselines3", "sb3_contrib", "matplotlib", "tensorboard", "ray", "scipy"}
"""What the environment does without until a picture is asked for."""


def modules() -> dict[str, Path]:
    """Every module of the package by its name within it: `engine.play`."""
    found = {}
    for path in sorted(ROOT.rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        name = ".".join(part for part in parts if part != "__init__")
        found[name or "__init__"] = path
    return found


def imports_of(path: Path, everywhere: bool = True) -> Iterator[str]:
    """The modules that a file imports, in functions too or at its top only."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree) if everywhere else tree.body:
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path.name} imports by a relative name"
            assert node.module is not None
            yield node.module
            yield from (f"{node.module}.{name.name}" for name in node.names)


def within(path: Path) -> set[str]:
    """The modules of the package that a file imports, by their names within it."""
    names = {
        "__init__" if name == PACKAGE else name.removeprefix(f"{PACKAGE}.")
        for name in imports_of(path)
        if name.split(".")[0] == PACKAGE
    }
    return names & modules().keys()


def engine_order() -> list[str]:
    """The engine's modules in the order its docstring gives."""
    listed = re.search(r"only those before it: (.*?)\. ", voormsi_env.engine.__doc__, re.DOTALL)
    assert listed is not None
    return re.findall(r"`(\w+)`", listed[1])


@pytest.mark.parametrize("name", modules())
def test_no_module_imports_agents(name: str) -> None:
    assert {module.split(".")[0] for module in imports_of(modules()[name])}.isdisjoint({"agents"})


@pytest.mark.parametrize("name", modules())
def test_no_module_imports_what_only_learning_needs(name: str) -> None:
    path = modules()[name]
    at_top = {module.split(".")[0] for module in imports_of(path, everywhere=False)}
    assert at_top.isdisjoint(HEAVY)
    anywhere = {module.split(".")[0] for module in imports_of(path)}
    assert anywhere.isdisjoint(HEAVY - {"matplotlib"})


def test_imports_of_the_package_form_no_circle() -> None:
    rest = {name: within(path) - {name} for name, path in modules().items()}
    while rest:
        free = {name for name, imported in rest.items() if imported.isdisjoint(rest)}
        assert free, f"these import each other in a circle: {sorted(rest)}"
        rest = {name: imported for name, imported in rest.items() if name not in free}


def test_the_foundation_stands_on_nothing_else() -> None:
    for place, name in enumerate(FOUNDATION):
        assert within(modules()[name]) <= set(FOUNDATION[:place])


def test_the_engine_stands_on_the_foundation_in_its_documented_order() -> None:
    order = engine_order()
    engine = {name for name in modules() if name.startswith("engine.")}
    assert {f"engine.{name}" for name in order} == engine
    for place, name in enumerate(order):
        allowed = {*FOUNDATION, "engine", *(f"engine.{before}" for before in order[:place])}
        assert within(modules()[f"engine.{name}"]) <= allowed


def test_importing_the_environment_loads_nothing_heavy() -> None:
    program = "import sys, voormsi_env; print(*sorted({m.split('.')[0] for m in sys.modules}))"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT.parent
    )
    loaded = set(done.stdout.split())
    assert PACKAGE in loaded
    assert loaded.isdisjoint({*HEAVY, "agents", "tkinter", "pygame"})

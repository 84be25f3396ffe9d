"""Imports run one way in both packages, and each stands without what only others need."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import voormsi_agents
import voormsi_env
import voormsi_env.engine

ROOTS = {
    package.__name__: Path(str(package.__file__)).parent
    for package in (voormsi_env, voormsi_agents)
}
ROOMS = (
    "base registry provenance folder_lock",
    "baselines",
    "values",
    "matches",
    "networks",
    "seat_envs",
    "search",
    "tournament",
    "training",
    "commands",
)
"""Rooms of `voormsi_agents`, the lowest first: each imports from itself and those before it."""
SUB_ROOMS = {
    "tournament": ("statistics", "workers", "reports"),
    "baselines": ("heuristic",),
}
"""Rooms within a room, the lowest first."""
FOUNDATION = ("version", "errors", "aliases", "cards", "rules", "actions")
"""What all of `voormsi_env` stands on, each importing only those before it."""
NAMES_WHAT_IS_ABOVE = "voormsi_env.registration"
"""The one module of the environment that names an agents' module, by text, for Gymnasium."""
MODULE_NAME = re.compile(r"(voormsi_env|voormsi_agents)(\.\w+)+(:\w+)?")
HEAVY = {"torch", "stable_baselines3", "sb3_contrib", "matplotlib", "tensorboard", "ray", "scipy"}
"""What the environment does without."""
TRAINING_ONLY = {"torch", "stable_baselines3", "sb3_contrib", "tensorboard"}
"""What everything but training does without; where it may be imported all the same, see below."""
LEARNS = ("networks", "seat_envs", "training")

Sources = dict[str, str]


@pytest.fixture(scope="module")
def sources() -> Sources:
    """The text of every module, by its dotted name; a package's is that of its `__init__`."""
    return {
        name_of(package, root, path): path.read_text(encoding="utf-8")
        for package, root in ROOTS.items()
        for path in sorted(root.rglob("*.py"))
    }


def name_of(package: str, root: Path, path: Path) -> str:
    parts = path.relative_to(root).with_suffix("").parts
    return ".".join([package, *(part for part in parts if part != "__init__")])


def is_face(name: str) -> bool:
    """Whether a module is the `__init__` of a package."""
    package, *parts = name.split(".")
    return ROOTS[package].joinpath(*parts).is_dir()


def names_in(text: str, everywhere: bool = True) -> Iterator[str]:
    """The dotted names that a module imports, in functions too or at its top only, and those that
    stand in it as text."""
    tree = ast.parse(text)
    for node in ast.walk(tree) if everywhere else tree.body:
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "an import by a relative name"
            assert node.module is not None
            yield from (f"{node.module}.{name.name}" for name in node.names)
        elif isinstance(node, ast.Constant) and MODULE_NAME.fullmatch(str(node.value)):
            yield str(node.value).replace(":", ".")


def modules_in(text: str, sources: Sources) -> set[str]:
    """The modules of the two packages that a module imports or names."""
    found = set()
    for name in names_in(text):
        while name and name not in sources:
            name = name.rpartition(".")[0]
        if name:
            found.add(name)
    return found


def level_of(name: str) -> tuple[int, int]:
    """How high a module stands, a face on top of what is in its package."""
    package, *parts = name.split(".")
    if package == "voormsi_env":
        return (-1, 0)
    if not parts:
        return (len(ROOMS), 0)
    room = next((i for i, rooms in enumerate(ROOMS) if parts[0] in rooms.split()), None)
    assert room is not None, f"{name} is in no room of the order"
    inner = SUB_ROOMS.get(parts[0], ())
    if len(parts) > 1 and parts[1] in inner:
        return (room, inner.index(parts[1]))
    return (room, -1)


def against_the_order(sources: Sources) -> list[str]:
    """Every import that goes up, or to the face of a package."""
    wrong = []
    for name, text in sources.items():
        for other in modules_in(text, sources) - {name}:
            room, part = level_of(name)
            other_room, other_part = level_of(other)
            upwards = other_room > room
            within = room == other_room and part >= 0 and other_part > part
            to_face = is_face(other) and not is_face(name) and other_room >= 0
            if (upwards and name != NAMES_WHAT_IS_ABOVE) or within or to_face:
                wrong.append(f"{name} imports {other}")
    return wrong


def circle_in(sources: Sources) -> list[str]:
    """Modules that import each other in a circle; a face's names do not count, being lazy."""
    rest = {
        name: modules_in(text, sources) - {name}
        for name, text in sources.items()
        if not is_face(name) and name != NAMES_WHAT_IS_ABOVE
    }
    rest = {name: imported & rest.keys() for name, imported in rest.items()}
    while rest:
        free = {name for name, imported in rest.items() if imported.isdisjoint(rest)}
        if not free:
            return sorted(rest)
        rest = {name: imported for name, imported in rest.items() if name not in free}
    return []


def test_no_import_goes_against_the_order(sources: Sources) -> None:
    assert against_the_order(sources) == []


def test_no_files_import_each_other_in_a_circle(sources: Sources) -> None:
    assert circle_in(sources) == []


@pytest.mark.parametrize(
    "addition",
    [
        "import {above}",
        "from {room} import {last}",
        "def late() -> None:\n    import {above}",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from {above} import Thing",
        'FACTORY = "{above}:Thing"',
    ],
)
@pytest.mark.parametrize(
    ("below", "above"),
    [
        ("voormsi_agents.registry", "voormsi_agents.search.pimc"),
        ("voormsi_agents.baselines.greedy", "voormsi_agents.matches.lockstep"),
        ("voormsi_agents.matches.tally", "voormsi_agents.tournament.plan"),
        ("voormsi_agents.tournament.statistics.ratings", "voormsi_agents.tournament.reports.rows"),
        ("voormsi_agents.training.config", "voormsi_agents.commands.train"),
        ("voormsi_env.game", "voormsi_agents.base"),
    ],
)
def test_an_import_against_the_order_is_found(
    sources: Sources, below: str, above: str, addition: str
) -> None:
    room, _, last = above.rpartition(".")
    added = addition.format(above=above, room=room, last=last)
    changed = {**sources, below: f"{sources[below]}\n{added}\n"}
    assert against_the_order(changed) == [f"{below} imports {above}"]


def test_a_circle_is_found(sources: Sources) -> None:
    name = "voormsi_agents.matches.outcome"
    changed = {**sources, name: sources[name] + "\nimport voormsi_agents.matches.tally\n"}
    assert name in circle_in(changed)


def test_an_import_from_a_face_is_found(sources: Sources) -> None:
    name = "voormsi_agents.tournament.plan"
    changed = {**sources, name: sources[name] + "\nfrom voormsi_agents.search import PimcAgent\n"}
    assert against_the_order(changed) == [f"{name} imports voormsi_agents.search"]


def test_the_foundation_stands_on_nothing_else(sources: Sources) -> None:
    for place, name in enumerate(FOUNDATION):
        allowed = {f"voormsi_env.{before}" for before in FOUNDATION[:place]}
        own = f"voormsi_env.{name}"
        assert modules_in(sources[own], sources) - {own} <= allowed


def test_the_engine_stands_on_the_foundation_in_its_documented_order(sources: Sources) -> None:
    documented = str(voormsi_env.engine.__doc__)
    listed = re.search(r"only those before it: (.*?)\. ", documented, re.DOTALL)
    assert listed is not None
    order = re.findall(r"`(\w+)`", listed[1])
    prefix = "voormsi_env.engine."
    assert {prefix + name for name in order} == {n for n in sources if n.startswith(prefix)}
    foundation = {f"voormsi_env.{name}" for name in FOUNDATION}
    for place, name in enumerate(order):
        allowed = foundation | {prefix + before for before in order[: place + 1]}
        assert modules_in(sources[prefix + name], sources) <= allowed


def test_the_environment_imports_nothing_heavy(sources: Sources) -> None:
    for name, text in sources.items():
        if name.startswith("voormsi_env"):
            assert {module.split(".")[0] for module in names_in(text)}.isdisjoint(HEAVY), name


def test_only_what_learns_imports_what_only_training_needs(sources: Sources) -> None:
    for name, text in sources.items():
        package, *parts = name.split(".")
        if package == "voormsi_agents" and not (parts and parts[0] in LEARNS):
            assert {one.split(".")[0] for one in names_in(text)}.isdisjoint(TRAINING_ONLY), name


@pytest.mark.parametrize(
    ("imported", "without"),
    [
        ("voormsi_env", {*HEAVY, "numba", "voormsi_agents", "tkinter", "pygame"}),
        ("voormsi_agents", {*HEAVY, "numba", "numpy", "voormsi_env"}),
        ("voormsi_agents.commands.main", {*HEAVY, "numba", "numpy", "voormsi_env"}),
        ("voormsi_agents.networks.checkpoint_agent", HEAVY),
        ("voormsi_agents.search.pimc", HEAVY),
        ("voormsi_agents.tournament.workers.worker", {*HEAVY, "rich", "pyarrow", "choix"}),
        ("voormsi_agents.training.config", {*HEAVY, "numba"}),
    ],
)
def test_an_import_loads_nothing_heavy(imported: str, without: set[str]) -> None:
    program = f"import sys, {imported}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    loaded = set(done.stdout.split())
    assert imported in loaded
    # Numba looks at the version of SciPy, and loads nothing else of it.
    version_only = ("scipy._", "scipy.version")
    roots = {name.split(".")[0] for name in loaded - {"scipy"} if not name.startswith(version_only)}
    assert roots.isdisjoint(without)


def test_faces_give_what_they_name(sources: Sources) -> None:
    faces = [name for name in sources if is_face(name) and "lazy_loader" in sources[name]]
    assert {"voormsi_env", "voormsi_agents", "voormsi_agents.search"} <= set(faces)
    for face in faces:
        module = __import__(face, fromlist=["__all__"])
        for name in module.__all__:
            assert getattr(module, name) is not None, f"{face}.{name}"

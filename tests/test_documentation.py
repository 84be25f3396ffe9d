"""The documents speak of what there is: files, modules, configs, versions; their agent plays."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from voormsi_agents.tournament import compare
from voormsi_env.version import __version__

ROOT = Path(__file__).parents[1]
DOCUMENTS = {
    str(path.relative_to(ROOT)): path.read_text(encoding="utf-8")
    for path in (
        ROOT / "README.md",
        ROOT / "CONTRIBUTING.md",
        ROOT / "agents/voormsi_agents/checkpoints/README.md",
        *sorted((ROOT / "docs").glob("*.md")),
    )
}
FOLDERS = "voormsi_env|agents|tests|benchmarks|configs|docs|examples"
FILE = re.compile(rf"(?<![\w/.-])(?:{FOLDERS})/[\w./*-]*")
PLACEHOLDER = re.compile(r"\b[A-Z]{3,}\b(?!\.)")
DOTTED_NAME = re.compile(r"(?<![\w/.])voormsi_(?:env|agents)(?:\.\w+)+")
IMPORT = re.compile(r"from (voormsi_(?:env|agents)[\w.]*) import (\w+(?:, \w+)*)")
CONFIG = re.compile(r"voormsi (train|evaluate) [^\n`]*--config (\w+)")
CONFIG_FOLDERS = {"train": "configs", "evaluate": "configs/evaluate"}
LINK = re.compile(r"\]\(([^)#:]+)\)")


def module_file(name: str) -> Path | None:
    """The file of a module by its dotted name, without importing it."""
    place = ROOT.joinpath("agents" if name.startswith("voormsi_agents") else "", *name.split("."))
    for path in (place.with_suffix(".py"), place / "__init__.py"):
        if path.is_file():
            return path
    return None


def dotted_names(text: str) -> Iterator[str]:
    """Every module, and every name in a module, that a document mentions or imports."""
    yield from DOTTED_NAME.findall(text)
    for module, names in IMPORT.findall(text):
        yield from (f"{module}.{name}" for name in names.split(", "))


def is_there(name: str) -> bool:
    """Whether a dotted name is a module, or stands in one or in the face of a package."""
    if module_file(name):
        return True
    module, _, attribute = name.rpartition(".")
    path = module_file(module)
    if path is None:
        return False
    stub = path.with_suffix(".pyi")
    text = path.read_text("utf-8") + (stub.read_text("utf-8") if stub.is_file() else "")
    return bool(re.search(rf"\b{attribute}\b", text))


@pytest.mark.parametrize("document", DOCUMENTS)
def test_files_that_a_document_mentions_are_there(document: str) -> None:
    text = DOCUMENTS[document]
    named = {name.rstrip(".") for name in FILE.findall(text) if not PLACEHOLDER.search(name)}
    assert [name for name in sorted(named) if not list(ROOT.glob(name.rstrip("/")))] == []
    folder = (ROOT / document).parent
    assert [link for link in LINK.findall(text) if not (folder / link).exists()] == []


@pytest.mark.parametrize("document", DOCUMENTS)
def test_modules_and_names_that_a_document_mentions_are_there(document: str) -> None:
    names = sorted(set(dotted_names(DOCUMENTS[document])))
    assert [name for name in names if not is_there(name)] == []


@pytest.mark.parametrize("document", DOCUMENTS)
def test_configs_that_a_document_names_come_with_the_project(document: str) -> None:
    for command, name in CONFIG.findall(DOCUMENTS[document]):
        assert (ROOT / CONFIG_FOLDERS[command] / f"{name}.yaml").is_file(), f"{command} {name}"


def test_the_citation_is_of_this_version() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert citation["version"] == __version__
    heading = f"## {__version__} - {citation['date-released']}"
    assert heading in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_the_agent_to_begin_with_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocks = re.findall(r"```python\n(.*?)```", DOCUMENTS["docs/extending.md"], re.DOTALL)
    (tmp_path / "my_module.py").write_text(blocks[0], encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    result = compare(["my_module.MyAgent:weak_percent=10", "random"], games=40, seed=1)
    assert result.games == 40
    sys.modules.pop("my_module", None)

"""What a module stands on: files are followed from import to import, and only those."""

from __future__ import annotations

from itertools import count
from pathlib import Path

import pytest

from voormsi_env.engine.sources import digest_of, file_of, sources_of

numbers = count()


class Package:
    """A package made up for a test, under a name that no other test has."""

    def __init__(self, folder: Path) -> None:
        self.name = f"made_up_{next(numbers)}"
        self.folder = folder / self.name
        self.folder.mkdir()
        self.write("__init__.py", "")

    def write(self, file: str, text: str) -> Path:
        """Write a file; the word PACKAGE in it stands for the package's name."""
        path = self.folder / file
        path.parent.mkdir(exist_ok=True)
        path.write_text(text.replace("PACKAGE", self.name), encoding="utf-8")
        return path

    def add_empty(self, *files: str) -> None:
        """Write files with nothing in them."""
        for file in files:
            self.write(file, "")

    def reached(self, module: str, *others: str) -> set[str]:
        """The files that a module stands on, by their place in the package."""
        file = file_of(f"{self.name}.{module}")
        assert file is not None
        found = sources_of([file], frozenset({self.name, *others}))
        return {path.relative_to(self.folder).as_posix() for path in found}


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Package:
    monkeypatch.syspath_prepend(tmp_path)
    return Package(tmp_path)


@pytest.mark.parametrize(
    "statement",
    [
        "import PACKAGE.other",
        "import PACKAGE.other as renamed",
        "from PACKAGE import other",
        "from PACKAGE import (\n    other,\n)",
        "from PACKAGE.other import thing",
        "from PACKAGE.other import (\n    thing,\n    more,\n)",
        "def late():\n    from PACKAGE.other import thing",
    ],
)
def test_an_import_is_followed(package: Package, statement: str) -> None:
    package.write("first.py", statement)
    package.write("other.py", "import PACKAGE.third\n")
    package.add_empty("third.py", "apart.py")
    assert package.reached("first") == {"first.py", "other.py", "third.py"}


def test_modules_that_import_each_other_are_followed_once(package: Package) -> None:
    package.write("first.py", "import PACKAGE.other\n")
    package.write("other.py", "import PACKAGE.first\n")
    assert package.reached("first") == {"first.py", "other.py"}


@pytest.mark.parametrize(
    ("statement", "face", "reached"),
    [
        ("from PACKAGE.room import thing", "from PACKAGE.room.inner import thing", True),
        ("from PACKAGE.room import inner", "import PACKAGE.room.apart", False),
    ],
)
def test_a_package_is_followed_for_a_name_it_passes_on_but_not_for_its_modules(
    package: Package, statement: str, face: str, reached: bool
) -> None:
    package.write("first.py", statement)
    package.write("room/__init__.py", face)
    package.add_empty("room/inner.py", "room/apart.py")
    through = {"room/__init__.py"} if reached else set()
    assert package.reached("first") == {"first.py", "room/inner.py"} | through


def test_other_packages_are_followed_where_asked_for(package: Package, tmp_path: Path) -> None:
    other = Package(tmp_path)
    other.write("far.py", "")
    package.write("first.py", f"import json\nimport {other.name}.far\n")
    file = file_of(f"{package.name}.first")
    assert file is not None
    assert len(sources_of([file], frozenset({package.name}))) == 1
    assert len(sources_of([file], frozenset({package.name, other.name}))) == 2


def test_a_file_of_data_named_beside_its_module_belongs_to_it(package: Package) -> None:
    package.write("first.py", 'TABLE = Path(__file__).with_name("table.json")\nOTHER = "no.json"\n')
    package.write("table.json", "{}")
    package.write("apart.json", "{}")
    assert package.reached("first") == {"first.py", "table.json"}


def test_a_module_that_is_not_there_has_no_file(package: Package) -> None:
    assert file_of(f"{package.name}.missing") is None
    assert file_of("no_such_package_at_all.module") is None
    assert sources_of([Path("no such file")], frozenset()) == frozenset()


def test_a_digest_tells_contents_and_names_but_not_places(tmp_path: Path) -> None:
    def written(folder: str, name: str, text: str) -> Path:
        path = tmp_path / folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    digest = digest_of([written("a", "one.py", "x"), written("a", "two.py", "y")])
    assert digest == digest_of([written("b", "two.py", "y"), written("b", "one.py", "x")])
    assert digest != digest_of([written("c", "one.py", "x"), written("c", "two.py", "z")])
    assert digest != digest_of([written("d", "one.py", "x"), written("d", "ten.py", "y")])
    assert digest != digest_of([written("e", "one.py", "x")])


def test_the_engine_stands_on_the_foundation_and_not_on_the_environments() -> None:
    file = file_of("voormsi_env.engine.play")
    assert file is not None
    names = {path.name for path in sources_of([file], frozenset({"voormsi_env"}))}
    assert {"play.py", "rules.py", "cards.py", "beating.py"} <= names
    assert names.isdisjoint({"aec.py", "games.py", "observation.py", "__init__.py"})

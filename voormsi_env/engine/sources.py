"""Which source files a module stands on: what its compiled code, and so its results, can depend on.

Followed are the import statements of the packages asked about, from file to file, as they stand in
the text. Of a package only what is imported from it counts: its `__init__.py` where a name is
defined or passed on there, else the modules named.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from functools import cache
from importlib.util import find_spec
from pathlib import Path

IMPORT = re.compile(r"^[ \t]*import[ \t]+([\w.]+)", re.MULTILINE)
FROM_IMPORT = re.compile(r"^[ \t]*from[ \t]+([\w.]+)[ \t]+import[ \t]+(\([^)]*\)|.+)", re.MULTILINE)
DATA_FILE_NAME = re.compile(r'"([\w.-]+\.(?!py")\w+)"')
DIGITS = 16


def sources_of(files: Iterable[Path], packages: frozenset[str]) -> frozenset[Path]:
    """The files that some Python files stand on, themselves among them.

    Args:
        files: see `file_of`.
        packages: names of the packages whose modules are followed; others are taken to stay as
            they are.

    Returns:
        Python files, and files of data that stand beside a module that names them.
    """
    found: set[Path] = set()
    waiting = [path for path in files if path.is_file()]
    while waiting:
        path = waiting.pop()
        if path not in found:
            found |= {path, *_data_files(path)}
            waiting += _imported_files(path, packages)
    return frozenset(found)


def digest_of(paths: Iterable[Path]) -> str:
    """A digest of files by content and name, wherever their folders lie."""
    digest = hashlib.sha256()
    for path in sorted(paths, key=lambda path: (path.name, path.as_posix())):
        digest.update(path.name.encode() + b"\0" + _content_digest(path))
    return digest.hexdigest()[:DIGITS]


@cache
def _content_digest(path: Path) -> bytes:
    return hashlib.sha256(path.read_bytes()).digest()


@cache
def _imported_files(path: Path, packages: frozenset[str]) -> tuple[Path, ...]:
    text = path.read_text(encoding="utf-8")
    names = [(module, "") for module in IMPORT.findall(text)]
    names += FROM_IMPORT.findall(text)
    files: list[Path | None] = []
    for module, imported in names:
        if module.split(".")[0] in packages:
            files += _files_of_import(module, re.findall(r"(\w+)(?:\s+as\s+\w+)?", imported))
    return tuple(file for file in files if file is not None)


def _files_of_import(module: str, names: list[str]) -> list[Path | None]:
    """Where what is imported stands: in the module, or in modules of the package it is."""
    own = file_of(module)
    if own is None or own.name != "__init__.py":
        return [own]
    parts = [file_of(f"{module}.{name}") for name in names]
    return parts if names and all(parts) else [own, *parts]


@cache
def _data_files(path: Path) -> tuple[Path, ...]:
    named = DATA_FILE_NAME.findall(path.read_text(encoding="utf-8"))
    return tuple(path.with_name(name) for name in named if path.with_name(name).is_file())


@cache
def file_of(module: str) -> Path | None:
    """The file of a module, by its dotted name; None where there is none."""
    root, *parts = module.split(".")
    folder = _folder_of(root)
    if folder is None:
        return None
    if folder.is_file():
        return None if parts else folder
    place = folder.joinpath(*parts)
    for path in (place.with_suffix(".py") if parts else place, place / "__init__.py"):
        if path.is_file():
            return path
    return None


@cache
def _folder_of(root: str) -> Path | None:
    """The folder of a package, or the file of a module that is in none."""
    try:
        spec = find_spec(root)
    except ValueError:  # a script
        return None
    if spec is None:
        return None
    if spec.submodule_search_locations:
        return Path(next(iter(spec.submodule_search_locations)))
    return Path(spec.origin) if spec.origin and Path(spec.origin).is_file() else None

"""What makes a tournament the same: all that its games depend on, but not how many there are.

A folder holds one tournament. What has been played of it counts as long as the same agents, files
and rules would play the same games today, so an edit of the reports or the statistics, which come
after the games, never refuses one that is half played.
"""

from __future__ import annotations

import hashlib
import inspect
from contextlib import suppress
from pathlib import Path
from typing import Any

from voormsi_agents.matches.play_sets import play_sets
from voormsi_agents.matches.roster import PARTNERS
from voormsi_agents.networks.policy_file import SHIPPED, PolicyFileError, find_policy
from voormsi_agents.registry import factory_of
from voormsi_agents.tournament.tasks import TournamentSpec
from voormsi_env.engine.sources import digest_of, file_of, sources_of
from voormsi_env.rules import Rules
from voormsi_env.version import __version__

Manifest = dict[str, Any]

FORMAT = "voormsi-tournament-2"
FORMAT_1 = "voormsi-tournament-1"
VERSION_OF_FORMAT_1 = "0.1.0"
"""The version that wrote format 1 and plays the same games as this one. The `code` it wrote is a
digest of all sources and shipped policies there were, and says nothing about those of today."""

DIGITS = 16


def manifest_of(spec: TournamentSpec) -> Manifest:
    """What `tournament.json` says of a tournament; the version is told, but decides nothing."""
    return {
        "format": FORMAT,
        "version": __version__,
        "code": code_digest(spec.entrants),
        "agents": list(spec.entrants),
        "files": file_digests(spec.entrants),
        "policies": policy_digests(spec.entrants, spec.rules),
        "rules": spec.rules.to_dict(),
        "seed": spec.seed,
        "max_deals": spec.max_deals,
        "matches": [list(match.entrants) for match in spec.matches],
    }


def differences(found: Manifest, wanted: Manifest) -> list[str]:
    """In what a folder's manifest differs from that of the tournament to be played.

    A rules option that the folder's does not name has its default.

    Args:
        found: as it was read, of either format.
        wanted: see `manifest_of`.

    Returns:
        Names of the manifest's entries; none when it is the same tournament.
    """
    names = ["agents", "files", "seed", "max_deals", "matches"]
    if found.get("format") == FORMAT_1:
        names.append("version")
        wanted = wanted | {"version": VERSION_OF_FORMAT_1}
    else:
        names += ["format", "code", "policies"]
    different = [name for name in names if found.get(name) != wanted[name]]
    return different if _same_rules(found.get("rules"), wanted["rules"]) else [*different, "rules"]


def _same_rules(found: Any, wanted: dict[str, Any]) -> bool:
    try:
        return Rules.from_dict(found) == Rules.from_dict(wanted)
    except (TypeError, ValueError):  # it is none, or names options that there are not
        return False


def code_digest(entrants: tuple[str, ...]) -> str:
    """A digest of the sources that decide how games between some entrants go.

    They are those of the play of matches and those of the agents, foreign ones with the modules
    of their own package, and all that these stand on.
    """
    modules = {play_sets.__module__}
    for player in _players(entrants):
        name = player.partition(":")[0]
        modules.add(getattr(factory_of(name), "__module__", ""))
        modules.add(name.rpartition(".")[0])  # of a foreign agent, which may be passed on there
    modules.discard("")
    packages = frozenset(module.split(".")[0] for module in (*modules, "voormsi_env"))
    files = [path for module in modules if (path := file_of(module)) is not None]
    return digest_of(sources_of(files, packages))


def file_digests(entrants: tuple[str, ...]) -> dict[str, str]:
    """Digests of the files that agents' options name, by path, and of policies in folders named."""
    digests = {}
    for option in _text_options(entrants):
        path = Path(option)
        with suppress(OSError):
            for file in [path, *sorted(path.glob("*.safetensors"))]:
                if file.is_file():
                    digests[str(file)] = _digest(file)
    return digests


def policy_digests(entrants: tuple[str, ...], rules: Rules) -> dict[str, str]:
    """Digests of the shipped policies that agents' options name, by the policy's name."""
    digests = {}
    for option in _text_options(entrants):
        with suppress(OSError, PolicyFileError):
            path = find_policy(option, rules)
            if path.parent == SHIPPED:
                digests[option] = _digest(path)
    return digests


def _players(entrants: tuple[str, ...]) -> list[str]:
    """The texts of all agents, each once."""
    texts = [player.strip() for text in entrants for player in text.split(PARTNERS)]
    return list(dict.fromkeys(texts))


def _text_options(entrants: tuple[str, ...]) -> list[str]:
    """What the agents' options that are text are set to, by the agents' texts or by default."""
    found: list[str] = []
    for player in _players(entrants):
        name, _, rest = player.partition(":")
        parameters = inspect.signature(factory_of(name)).parameters.values()
        options = {one.name: one.default for one in parameters if one.name != "rules"}
        for part in filter(None, (part.strip() for part in rest.split(","))):
            key, equals, value = part.partition("=")
            options[key if equals else next(iter(options), "")] = value if equals else part
        found += [value for value in options.values() if isinstance(value, str) and value]
    return list(dict.fromkeys(found))


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:DIGITS]

"""Policies as files: safetensors, which hold numbers and text and can run nothing.

The file's own text says what the policy is for: the rules it learned, and the versions of the
observation and the actions. It is refused against others.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from safetensors import SafetensorError, safe_open

from voormsi_agents.networks.network_description import NetworkError, described
from voormsi_agents.networks.policy_network import PolicyNetwork
from voormsi_env.observation import OBSERVATION_VERSION
from voormsi_env.rules import Rules

FORMAT = "voormsi-policy-1"
RULES_VERSION = 1
"""Raised whenever the engine comes to play the same rules options differently."""
ACTIONS_VERSION = 1
"""Raised whenever an action comes to mean other slots."""

SHIPPED = Path(__file__).parent.parent / "checkpoints"


class PolicyFileError(ValueError):
    """A file holds no policy, or none for this game."""


class PolicyFile(NamedTuple):
    """What a policy file holds.

    Attributes:
        network: its description, with all keys; see `network_description`.
        weights: by the names that PyTorch gives them.
    """

    network: dict[str, Any]
    weights: dict[str, NDArray[np.float32]]


def versions(rules: Rules) -> dict[str, Any]:
    """What a policy must have been made for to play under given rules."""
    return {
        "rules": rules.to_dict(),
        "rules_version": RULES_VERSION,
        "observation_version": OBSERVATION_VERSION,
        "actions_version": ACTIONS_VERSION,
    }


def read_policy(path: Path, rules: Rules) -> PolicyNetwork:
    """Read a policy, to play by it.

    Args:
        path: of the file.
        rules: of the games.

    Raises:
        PolicyFileError: the file is missing, is no policy, or is one for another game.
    """
    network, weights = read_file(path, rules)
    try:
        return PolicyNetwork.from_weights(network, weights, rules)
    except NetworkError as error:
        raise _another_network(path, network, error) from None


def read_file(path: Path, rules: Rules) -> PolicyFile:
    """Read what a file holds, if it is a policy for these rules.

    Raises:
        PolicyFileError: the file is missing, is no policy, or is one for another game.
    """
    text, weights = _read(path)
    if _rules_of(path, text) == rules:
        text["rules"] = rules.to_dict()
    for key, wanted in versions(rules).items():
        if text.get(key) != wanted:
            raise PolicyFileError(_difference(path, key, text.get(key), wanted))
    return PolicyFile(_network_in(path, text), weights)


def network_of(path: Path) -> dict[str, Any]:
    """The description of the network in a file, with all keys; see `network_description`.

    Raises:
        PolicyFileError: the file is missing or is no policy.
    """
    return _network_in(path, _read(path)[0])


def _read(path: Path) -> tuple[dict[str, Any], dict[str, NDArray[np.float32]]]:
    """The text and the weights of a policy file."""
    try:
        with safe_open(path, framework="np") as file:
            text = {key: json.loads(value) for key, value in (file.metadata() or {}).items()}
            weights = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
    except FileNotFoundError:
        raise PolicyFileError(f"there is no policy file {path}") from None
    except (SafetensorError, OSError, TypeError, ValueError) as error:
        raise PolicyFileError(f"{path} is no policy file: {error}") from None
    if text.get("format") != FORMAT:
        raise PolicyFileError(f"{path} is no policy file of the format {FORMAT}")
    return text, weights


def _rules_of(path: Path, text: Mapping[str, Any]) -> Rules:
    """The rules that a policy learned; an option that its file does not name has its default."""
    options = text.get("rules")
    if not isinstance(options, dict):
        raise PolicyFileError(f"{path} does not say for which rules its policy was made")
    try:
        return Rules.from_dict(options)
    except ValueError as error:
        raise PolicyFileError(
            f"{path} was made for rules that this version does not have: {error}"
        ) from None


def _network_in(path: Path, text: Mapping[str, Any]) -> dict[str, Any]:
    network = text.get("network")
    if not isinstance(network, dict):
        raise PolicyFileError(f"{path} does not say what network its policy is")
    try:
        return described(network)
    except NetworkError as error:
        raise _another_network(path, network, error) from None


def _another_network(
    path: Path, network: Mapping[str, Any], error: NetworkError
) -> PolicyFileError:
    return PolicyFileError(
        f"{path} holds a network {network} as this version does not make it: {error}"
    )


def _difference(path: Path, key: str, found: Any, wanted: Any) -> str:
    if isinstance(found, dict) and isinstance(wanted, dict):
        names = [name for name in wanted if found.get(name) != wanted[name]]
        found = ", ".join(f"{name}={found.get(name)}" for name in names)
        wanted = ", ".join(f"{name}={wanted[name]}" for name in names)
    return f"{path} was made for {key} {found}; this game has {wanted}"


def find_policy(text: str, rules: Rules) -> Path:
    """The file a user means: a file, a run folder, or the name of a shipped policy.

    A run folder stands for its final policy, or, while it has none, for its best so far. Shipped
    policies are named without the number of players: `champion`.

    Raises:
        PolicyFileError: there is no such file.
    """
    path = Path(text)
    candidates = [
        path / "policy.safetensors",
        path / "best.safetensors",
        path,
        SHIPPED / f"{text}-{rules.players}-players.safetensors",
    ]
    for candidate in candidates:
        if candidate.is_file():
            return candidate
    raise PolicyFileError(f"there is no policy file, run folder or shipped policy {text!r}")

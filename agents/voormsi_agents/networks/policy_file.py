"""Policies as files: safetensors, which hold numbers and text and can run nothing.

The file's own text says what the policy is for: the rules it learned, and the versions of the
observation and the actions. It is refused against others.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save_file

from voormsi_agents.networks.policies import TeamPolicy, make_policy
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


def versions(rules: Rules) -> dict[str, Any]:
    """What a policy must have been made for to play under given rules."""
    return {
        "rules": rules.to_dict(),
        "rules_version": RULES_VERSION,
        "observation_version": OBSERVATION_VERSION,
        "actions_version": ACTIONS_VERSION,
    }


def save_policy(
    policy: TeamPolicy, network: dict[str, Any], rules: Rules, path: Path, **card: Any
) -> None:
    """Write a policy, all at once or not at all.

    Args:
        policy: the policy.
        network: the arguments of `make_policy` that say what network it is.
        rules: those it learned.
        path: where to; an existing file is replaced.
        card: what else the file should say: steps, seed, and so on.
    """
    text = {"format": FORMAT, "network": network, **versions(rules), "card": card}
    partial = path.with_name(path.name + ".partial")
    save_file(
        {name: tensor.contiguous() for name, tensor in policy.state_dict().items()},
        partial,
        metadata={key: json.dumps(value) for key, value in text.items()},
    )
    os.replace(partial, path)


def load_policy(path: Path, rules: Rules) -> TeamPolicy:
    """Read a policy.

    Raises:
        PolicyFileError: the file is missing, is no policy, or is one for another game.
    """
    text, weights = _read(path)
    for key, wanted in versions(rules).items():
        if text.get(key) != wanted:
            raise PolicyFileError(_difference(path, key, text.get(key), wanted))
    try:
        policy = make_policy(**text["network"], rules=rules)
        policy.load_state_dict(weights)
    except (KeyError, TypeError, RuntimeError):
        raise PolicyFileError(
            f"{path} holds a network {text.get('network')} as this version does not make it"
        ) from None
    policy.set_training_mode(False)
    return policy


def network_of(path: Path) -> dict[str, Any]:
    """What network the policy in a file is: the arguments of `make_policy`.

    Raises:
        PolicyFileError: the file is missing or is no policy.
    """
    network: dict[str, Any] = _read(path)[0]["network"]
    return network


def _read(path: Path) -> tuple[dict[str, Any], dict[str, torch.Tensor]]:
    """The text and the weights of a policy file."""
    try:
        with safe_open(path, framework="pt") as file:
            text = {key: json.loads(value) for key, value in (file.metadata() or {}).items()}
            weights = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
    except FileNotFoundError:
        raise PolicyFileError(f"there is no policy file {path}") from None
    except (SafetensorError, OSError, ValueError) as error:
        raise PolicyFileError(f"{path} is no policy file: {error}") from None
    if text.get("format") != FORMAT:
        raise PolicyFileError(f"{path} is no policy file of the format {FORMAT}")
    return text, weights


def begin_from(policy: TeamPolicy, start: str, rules: Rules) -> None:
    """Give a policy the weights of a saved one (see `find_policy`).

    Raises:
        PolicyFileError: there is no such policy, or it is another network or for another game.
    """
    path = find_policy(start, rules)
    try:
        policy.load_state_dict(load_policy(path, rules).state_dict())
    except RuntimeError:
        raise PolicyFileError(
            f"{path} is not a policy of the network that `network` describes"
        ) from None


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

"""What network a policy is, in the words of a training config: kind, widths, critic."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, get_args

NetworkKind = Literal["cards", "plain", "sequence"]
CriticKind = Literal["own", "oracle"]

DEFAULTS: dict[str, Any] = {
    "kind": "cards",
    "actor": [256, 256],
    "critic": [256, 256],
    "critic_kind": "own",
}
"""Every key of a description, with what it means where it is left out."""


class NetworkError(ValueError):
    """A description is of no network there is, or weights are not those of the one described."""


def described(network: Mapping[str, Any]) -> dict[str, Any]:
    """A description with all its keys, checked.

    Args:
        network: `kind`, `actor`, `critic` and `critic_kind`, as `training.config.NetworkConfig`
            explains them; a key that is left out means its default.

    Raises:
        NetworkError: a key is unknown, or a value is not allowed.
    """
    for key in network:
        if key not in DEFAULTS:
            raise NetworkError(
                f"no option of a network is called {key!r}; allowed are {', '.join(DEFAULTS)}"
            )
    found = {**DEFAULTS, **network}
    for key, allowed in (("kind", get_args(NetworkKind)), ("critic_kind", get_args(CriticKind))):
        if found[key] not in allowed:
            raise NetworkError(f"{key} is {found[key]!r}; allowed are {', '.join(allowed)}")
    for key in ("actor", "critic"):
        found[key] = _widths(key, found[key])
    return found


def _widths(key: str, value: Any) -> list[int]:
    widths = list(value) if isinstance(value, list | tuple) else []
    if not widths or any(type(width) is not int or width < 1 for width in widths):
        raise NetworkError(
            f"{key} is {value!r}; allowed is a list of one width or more, each from 1"
        )
    return widths

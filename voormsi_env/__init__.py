"""Voormsi: a reinforcement-learning environment for the national card game of Greenland.

Importing it registers the environments. What needs the compiled engine is imported when it is
first used, so that the import itself stays quick.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

import pettingzoo

from voormsi_env.errors import GameOverError, IllegalPlayError
from voormsi_env.masks import random_legal
from voormsi_env.registration import register_seat_environment
from voormsi_env.rules import Rules
from voormsi_env.version import __version__

if TYPE_CHECKING:
    from voormsi_env.aec import env, raw_env
    from voormsi_env.game import Game
    from voormsi_env.games import Games

__all__ = [
    "Game",
    "GameOverError",
    "Games",
    "IllegalPlayError",
    "Rules",
    "__version__",
    "env",
    "random_legal",
    "raw_env",
]

MODULE_OF = {
    "Game": "voormsi_env.game",
    "Games": "voormsi_env.games",
    "env": "voormsi_env.aec",
    "raw_env": "voormsi_env.aec",
}
"""Where the names that are imported when first used come from."""

AEC_ID = "voormsi/voormsi-v0"


def __getattr__(name: str) -> Any:
    """Import a name of `MODULE_OF` when it is first used."""
    if name not in MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(MODULE_OF[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(set(globals()) | set(__all__))


def _register() -> None:
    """Enter the environments in PettingZoo's registry, under both addresses of its `make`.

    PettingZoo 1.27 has `make` as `pettingzoo.make` and, unlike `register`, not in `env_registry`.
    """
    if AEC_ID not in pettingzoo.aec_registry:
        pettingzoo.register("aec", AEC_ID, entry_point="voormsi_env.aec:env")
    if not hasattr(pettingzoo.env_registry, "make"):
        pettingzoo.env_registry.make = pettingzoo.make


_register()
register_seat_environment()

"""Voormsi: a reinforcement-learning environment for the national card game of Greenland.

Importing it registers the environments. What needs the compiled engine is imported when it is
first used, so that the import itself stays quick.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import lazy_loader
import pettingzoo

from voormsi_env.registration import register_seat_environment

if TYPE_CHECKING:
    from voormsi_env.aec import env, raw_env
    from voormsi_env.errors import GameOverError, IllegalPlayError
    from voormsi_env.game import Game
    from voormsi_env.games import Games
    from voormsi_env.masks import random_legal
    from voormsi_env.rules import Rules
    from voormsi_env.version import __version__

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

__getattr__, __dir__, _ = lazy_loader.attach(
    __name__,
    submod_attrs={
        "aec": ["env", "raw_env"],
        "errors": ["GameOverError", "IllegalPlayError"],
        "game": ["Game"],
        "games": ["Games"],
        "masks": ["random_legal"],
        "rules": ["Rules"],
        "version": ["__version__"],
    },
)

AEC_ID = "voormsi/voormsi-v0"


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

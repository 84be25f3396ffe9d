"""Voormsi: a reinforcement-learning environment for the national card game of Greenland."""

from __future__ import annotations

from voormsi_env.errors import GameOverError, IllegalPlayError
from voormsi_env.game import Game
from voormsi_env.games import Games
from voormsi_env.rules import Rules
from voormsi_env.version import __version__

__all__ = ["Game", "GameOverError", "Games", "IllegalPlayError", "Rules", "__version__"]

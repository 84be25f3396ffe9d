"""The errors that using the game wrongly raises."""

from __future__ import annotations


class IllegalPlayError(ValueError):
    """A play or an action that the rules do not allow; nothing has changed.

    Its message names the action, the cards and the legal plays.
    """


class GameOverError(ValueError):
    """A play in a game that has ended."""

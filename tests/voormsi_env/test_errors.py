"""The errors of wrong use: two kinds of ValueError, which say what was wrong."""

from __future__ import annotations

import pickle

import pytest
from helpers import play_tricks

from voormsi_env import Game, GameOverError, IllegalPlayError, errors


def test_both_are_value_errors_and_can_be_told_apart() -> None:
    for error in (IllegalPlayError, GameOverError):
        assert issubclass(error, ValueError)
        assert error is getattr(errors, error.__name__)
    assert not issubclass(IllegalPlayError, GameOverError)
    assert not issubclass(GameOverError, IllegalPlayError)


def test_each_is_raised_where_it_belongs() -> None:
    with pytest.raises(IllegalPlayError):
        Game(seed=1).play_action(14)
    with pytest.raises(GameOverError):
        play_tricks("KH 9C JC").play_action(0)


def test_they_reach_another_process_with_their_message() -> None:
    for error in (IllegalPlayError("not that"), GameOverError("too late")):
        twin = pickle.loads(pickle.dumps(error))
        assert type(twin) is type(error)
        assert str(twin) == str(error)

"""The records: small, without objects, and whole in a copy."""

from __future__ import annotations

import pickle

import numpy as np
from helpers import bytes_of

from voormsi_env import Game
from voormsi_env.engine.state import (
    BONUS_KINDS,
    BONUS_POINTS,
    BONUS_THREE_ON_TOQUTSIT,
    NO_DECKS,
    OPTION_FIELDS,
    OPTION_NAMES,
    REASON_DEAL,
    REASONS,
    START,
    STATE,
    TRICK_FIELDS,
    VIEW,
)
from voormsi_env.rules import options

MEGABYTE = 1_000_000


def test_records_are_small_and_hold_no_objects() -> None:
    for dtype in (STATE, VIEW):
        assert not dtype.hasobject
        assert dtype.itemsize <= 512


def test_a_million_games_fit_in_300_megabytes() -> None:
    assert STATE.itemsize * 1_000_000 <= 300 * MEGABYTE


def test_a_copy_of_a_record_is_a_copy_of_the_game() -> None:
    game = Game(seed=3)
    before = bytes_of(game.state)
    for twin in (game.state.copy(), pickle.loads(pickle.dumps(game.state))):
        assert bytes_of(twin) == before
        twin.hands[0] = 0
        assert bytes_of(game.state) == before


def test_state_and_view_share_options_and_trick() -> None:
    assert OPTION_NAMES[: len(options())] == tuple(option.name for option in options())
    for name, *_ in OPTION_FIELDS + TRICK_FIELDS:
        assert STATE[name] == VIEW[name], name
    assert not START.hasobject


def test_kinds_have_a_name_and_a_worth_each() -> None:
    assert len(BONUS_KINDS) == len(BONUS_POINTS) == BONUS_THREE_ON_TOQUTSIT + 1
    assert dict(zip(BONUS_KINDS, BONUS_POINTS, strict=True))["three_on_toqutsit"] == 2
    assert REASONS[REASON_DEAL] == "deal"
    assert NO_DECKS.shape == (0, 36)
    assert NO_DECKS.dtype == np.int8

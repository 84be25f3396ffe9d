"""The numbers of the heuristic player's judgement, each with what it means."""

from __future__ import annotations

from typing import Any

import numpy as np

WEIGHT_FIELDS: dict[str, float] = {
    # how others play
    "opponent_takes": 0.90,  # chance that an opponent who can beat us does
    "partner_takes": 0.80,  # chance that a partner who can beat them does
    "partner_rescues": 0.35,  # chance that a partner beats a play we cannot foresee
    "opponent_rescues": 0.35,  # the same of an opponent
    # what a card kept is worth, in tricks
    "top_card": 0.60,
    "top_decay": 0.15,
    "seven": 0.45,
    "seven_decay": 0.25,
    "three": 0.65,
    "king_of_clubs": 0.05,
    "king_of_clubs_per_seven": 0.05,
    "king_of_spades": 0.10,
    "pair": 0.20,
    "toqutsit": 0.30,
    "voormsi": 0.20,
    # the course of a game
    "point": 0.06,
}

WEIGHTS_DTYPE = np.dtype((np.record, np.dtype([(name, np.float64) for name in WEIGHT_FIELDS])))


def weights_of(**changes: float) -> Any:
    """The judgement with some numbers changed, as an array of one record."""
    weights = np.zeros(1, WEIGHTS_DTYPE)
    for name, value in {**WEIGHT_FIELDS, **changes}.items():
        weights[0][name] = value
    return weights


WEIGHTS = weights_of()

"""The compiled steps of slots."""

from __future__ import annotations

import numpy as np
from helpers import FOUR
from scipy.stats import chisquare

from voormsi_agents.seat_envs.slots import draw_agent, first_illegal_choice, note_legal
from voormsi_env import Games


def test_agents_are_drawn_by_their_chances() -> None:
    chances = np.array([0.2, 0.2, 1.0])  # each the sum up to it
    drawn = np.bincount([draw_agent(key, 0, chances) for key in range(5000)], minlength=3)
    assert drawn[1] == 0
    assert chisquare(drawn[[0, 2]], [1000, 4000]).pvalue > 1e-4


def test_illegal_actions_are_found() -> None:
    masks = np.zeros((4, 15), np.int8)
    masks[:, 3] = 1
    legal = np.ones(4, np.bool_)
    note_legal(np.array([3, 4, -1, 15]), masks, legal)
    assert legal.tolist() == [True, False, False, False]
    views = Games(3, FOUR, seed=1).views()
    first = np.array([(int(one) & -int(one)).bit_length() - 1 for one in views["legal"]])
    assert first_illegal_choice(first, views) == -1
    first[1] = 15
    assert first_illegal_choice(first, views) == 1

"""Trying plays in sampled worlds."""

from __future__ import annotations

import numpy as np
from decisions import some_views
from helpers import FOUR

from voormsi_agents.baselines.heuristic.action_value import heuristic_worth
from voormsi_agents.search.rollouts import WHOLE_DEAL
from voormsi_agents.search.trials import look, make_scratch, try_plays, write_priors
from voormsi_env.actions import legal_actions


def tried(views: np.ndarray, row: int, first: int, last: int) -> np.ndarray:
    scratch, values = make_scratch(FOUR), np.full((last - first, 15), np.nan)
    look(views, row, 11, scratch)
    legal = int(views["legal"][row])
    try_plays(11, first, last, legal, WHOLE_DEAL, 0, scratch, values)
    return values


def test_a_world_gives_the_same_values_whichever_are_tried_with_it() -> None:
    views = some_views(FOUR, games=3, plays=9)
    row = int(np.argmax(views["legal"]))
    whole = tried(views, row, 0, 8)
    parts = np.concatenate([tried(views, row, 0, 3), tried(views, row, 3, 8)])
    assert np.array_equal(whole, parts, equal_nan=True)
    legal = legal_actions(int(views["legal"][row]))
    assert ((whole[:, legal] >= 0) & (whole[:, legal] <= 1)).all()
    assert np.isnan(np.delete(whole, legal, axis=1)).all()
    assert len(np.unique(whole[:, legal])) > 1


def test_priors_are_what_the_heuristic_player_thinks() -> None:
    views = some_views(FOUR, games=3, plays=9)
    priors = np.zeros((len(views), 15))
    write_priors(views, priors)
    for row in range(len(views)):
        for action in legal_actions(int(views["legal"][row])):
            assert priors[row, action] == heuristic_worth(views.view(np.recarray)[row], action)

"""A tree over what a seat can see."""

from __future__ import annotations

import numpy as np
from search_positions import views_to_move

from voormsi_agents.registry import make_agent
from voormsi_agents.search.ismcts import IsmctsAgent
from voormsi_env import Rules


def test_ismcts_looks_as_often_as_it_is_told_to() -> None:
    """With as many looks as plays, each legal play is looked at once."""
    views = views_to_move(40, seed=5, players=4)
    for row in range(len(views)):
        view = views[row : row + 1]
        number = int(view["legal"][0]).bit_count()
        agent = make_agent(f"ismcts:iterations={number},tricks=0", Rules())
        assert isinstance(agent, IsmctsAgent)
        looks, values = agent.looks_and_values(view, 0, key=3)
        legal_actions = view["legal"][0] >> np.arange(15) & 1
        if number > 1:
            assert (looks == np.where(legal_actions, 1, -1)).all()
        assert (np.isfinite(values) == (legal_actions == 1)).all()

"""A learned policy with search on top of it."""

from __future__ import annotations

import numpy as np
import pytest
from search_positions import views_to_move

from voormsi_agents.registry import UnknownAgentError, make_agent
from voormsi_env import Rules

PLAIN = {"game_points": None, "bust": "rebound", "play_on": "unbeaten"}
"""Options for which there is a champion."""


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("rollout", ["heuristic", "policy"])
def test_it_plays_legally_by_view_and_key_alone(rollout: str, players: int) -> None:
    agent = make_agent(f"search:worlds=4,tricks=0,rollout={rollout}", Rules(players=players))
    views = views_to_move(12, seed=2, players=players, **PLAIN)
    keys = np.arange(len(views), dtype=np.int64)
    actions = agent.act(views, keys)
    assert ((views["legal"] >> actions) & 1 == 1).all()
    alone = [int(agent.act(views[i : i + 1], keys[i : i + 1])[0]) for i in range(len(views))]
    assert actions.tolist() == alone


def test_a_policy_that_weighs_everything_decides_alone() -> None:
    views = views_to_move(40, seed=2, players=4, **PLAIN)
    keys = np.arange(len(views), dtype=np.int64)
    search = make_agent("search:worlds=2,prior=1e12", Rules())
    policy = make_agent("checkpoint:champion", Rules())
    assert (search.act(views, keys) == policy.act(views, keys)).all()


def test_without_a_prior_it_searches_as_pimc_does() -> None:
    views = views_to_move(30, seed=2, players=4, **PLAIN)
    keys = np.arange(len(views), dtype=np.int64)
    search = make_agent("search:worlds=16,prior=0,tricks=2,rollout=heuristic", Rules())
    assert (
        search.act(views, keys) == make_agent("pimc:worlds=16,prior=0", Rules()).act(views, keys)
    ).all()


@pytest.mark.parametrize("option", ["rollout=nobody", "temperature=-1", "prior=-1", "worlds=0"])
def test_options_out_of_range_are_refused(option: str) -> None:
    with pytest.raises(UnknownAgentError, match="allowed are"):
        make_agent(f"search:{option}", Rules())

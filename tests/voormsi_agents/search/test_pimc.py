"""Plays tried in sampled worlds: the same whatever the threads."""

from __future__ import annotations

import pytest
from search_positions import keys_for, views_to_move

from voormsi_agents.base import ActionValueAgent
from voormsi_agents.registry import UnknownAgentError, make_agent
from voormsi_env import Rules


def test_threads_change_nothing() -> None:
    views = views_to_move(20, seed=9, players=4)
    keys = keys_for(views)
    one, three = (make_agent(f"pimc:worlds=20,threads={n}", Rules()) for n in (1, 3))
    assert isinstance(one, ActionValueAgent)
    assert isinstance(three, ActionValueAgent)
    assert (one.values(views, keys) == three.values(views, keys)).all()


def test_the_option_of_the_endgame_is_called_so() -> None:
    with pytest.raises(UnknownAgentError, match=r"no option 'endings'; allowed are: .*endgame"):
        make_agent("pimc:endings=2", Rules())

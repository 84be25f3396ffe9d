"""What an agent is."""

from __future__ import annotations

import numpy as np
import pytest
from decisions import some_views
from helpers import TWO

from voormsi_agents.base import ActionValueAgent, Agent, PerfectInformationAgent, ask
from voormsi_env import Games


class Best(ActionValueAgent):
    """Values the last legal action most."""

    def values(self, views, keys):
        legal = (views["legal"][:, None] >> np.arange(15)) & 1
        return np.where(legal, np.arange(15.0), -np.inf).astype(np.float32)


class Sees(PerfectInformationAgent):
    """Plays the seed's place among the games it is given."""

    def act_on(self, games, keys):
        return games["seed"].astype(np.int64) + keys


class Blind(Agent):
    """Plays what its keys say."""

    def act(self, views, keys):
        return keys


def test_an_agent_that_values_plays_makes_the_best() -> None:
    views = some_views(TWO, games=5)
    actions = Best().act(views, np.zeros(len(views), np.int64))
    assert (actions == [int(legal).bit_length() - 1 for legal in views["legal"]]).all()


def test_only_who_sees_all_cards_is_given_the_games() -> None:
    games = Games(4, TWO, seed=9)
    rows, keys = np.array([1, 3]), np.array([5, 6])
    views = games.views()[rows]
    seen = games.states["seed"][rows]
    assert (ask(Sees(), games.states, rows, views, keys) == seen + keys).all()
    assert (ask(Blind(), games.states, rows, views, keys) == keys).all()
    with pytest.raises(ValueError, match="sees all cards"):
        Sees().act(views, keys)

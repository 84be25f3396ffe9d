"""Agents side by side: who is asked, and with what."""

from __future__ import annotations

import numpy as np
from helpers import FOUR

from voormsi_agents.base import Agent
from voormsi_agents.matches.lockstep import NOBODY, choose_actions, decision_key, play_to_end
from voormsi_env import Games


class Notes(Agent):
    """Plays its first legal action and notes what it is asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[np.ndarray, np.ndarray]] = []

    def act(self, views, keys):
        self.asked.append((views.copy(), keys.copy()))
        return np.array([(int(legal) & -int(legal)).bit_length() - 1 for legal in views["legal"]])


def test_each_agent_is_asked_once_with_its_own_games() -> None:
    games = Games(5, FOUR, seed=1)
    one, other = Notes(), Notes()
    ids = np.array([10, 11, 12, 13, 14])
    actions = choose_actions(games, [one, other], np.array([1, 0, NOBODY, 1, 0]), 7, ids)
    assert [len(agent.asked) for agent in (one, other)] == [1, 1]
    views, keys = one.asked[0]
    assert (views == games.views()[[1, 4]]).all()
    assert keys.tolist() == [decision_key(7, 11, 0), decision_key(7, 14, 0)]
    assert actions[2] == 0


def test_games_are_played_until_all_are_over() -> None:
    games = Games(5, FOUR, seed=1, max_deals=2)
    steps = []
    play_to_end(games, [Notes()], np.zeros((5, 4), int), 7, after_step=lambda g, a: steps.append(a))
    assert games.states["over"].all()
    assert len(steps) == games.states["ply"].max()

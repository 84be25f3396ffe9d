"""Playing a world on."""

from __future__ import annotations

import numpy as np
from helpers import FOUR

from voormsi_agents.baselines.heuristic.agent import HeuristicAgent
from voormsi_agents.search.rollouts import WHOLE_DEAL, heuristic_play, make_plays, play_on
from voormsi_env import Games
from voormsi_env.engine.state import NO_DECKS, VIEW
from voormsi_env.engine.view import copy_options


def games_and_sight(number: int) -> tuple[Games, np.ndarray]:
    games = Games(number, FOUR, seed=3)
    sight = np.zeros(1, VIEW)
    copy_options(games.states[0], sight[0])
    return games, sight


def test_it_plays_as_the_heuristic_player_does() -> None:
    games, sight = games_and_sight(30)
    views = games.views()
    actions = HeuristicAgent().act(views, np.zeros(30, np.int64))
    played = [heuristic_play(games.states[i], int(views["legal"][i]), sight[0]) for i in range(30)]
    assert played == actions.tolist()
    rows = np.array([4, 9])
    make_plays(games.states, rows, actions[rows], NO_DECKS)
    assert games.states["ply"].tolist() == [int(i in rows) for i in range(30)]


def test_it_stops_after_so_many_tricks_or_at_the_end() -> None:
    games, sight = games_and_sight(10)
    for state in games.states:
        play_on(state, sight[0], 2, NO_DECKS)
    assert (games.states["tricks_begun"] == 2).all()
    assert (games.states["plays_made"] == 0).all()
    games.states["single_deal"] = True
    for state in games.states:
        play_on(state, sight[0], WHOLE_DEAL, NO_DECKS)
    assert games.states["over"].all()

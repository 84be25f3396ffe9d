"""The player that sees all cards."""

from __future__ import annotations

import numpy as np
import pytest
from helpers import bytes_of, random_positions
from search_positions import keys_for

from voormsi_agents.base import PerfectInformationAgent, ask
from voormsi_agents.registry import make_agent
from voormsi_agents.tournament.comparison import compare
from voormsi_env import Rules
from voormsi_env.engine.legal import legal
from voormsi_env.engine.state import VIEW


def test_who_sees_all_cannot_play_from_a_view() -> None:
    with pytest.raises(ValueError, match="sees all cards"):
        make_agent("cheat", Rules()).act(np.zeros(1, VIEW), np.zeros(1, np.int64))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_cheat_plays_legally_and_leaves_the_games_as_they_are(players: int) -> None:
    agent = make_agent("cheat:plays=1", Rules(players=players))
    assert isinstance(agent, PerfectInformationAgent)
    games = np.concatenate(
        [game.state.reshape(1).copy() for game, _ in random_positions(30, 3, players=players)]
    )
    games = games[~games["over"]]
    before = games.copy()
    rows = np.arange(len(games))
    actions = ask(agent, games, rows, np.zeros(len(games), VIEW), keys_for(games))
    assert all(legal(games[i]) >> int(actions[i]) & 1 for i in rows)
    assert bytes_of(games) == bytes_of(before)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_cheat_beats_an_honest_player(players: int) -> None:
    match = compare(["cheat:plays=2", "heuristic"], 24, seed=3, rules=Rules(players=players))
    assert match.rate > 0.8

"""What the AEC environment hands out: spaces of observations, and the infos of an end."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from aec_games import play_out
from helpers import SIZES, SWEEP, play_tricks

from voormsi_env import Game, GameOverError, Rules, env
from voormsi_env.aec_spaces import SET_BY_RESET, all_have_left, info_of_end, observation_space
from voormsi_env.observation import layout_of


@pytest.mark.parametrize("rules", SIZES)
@pytest.mark.parametrize("has_plays", [False, True])
def test_observations_lie_in_their_space(rules: Rules, has_plays: bool) -> None:
    environment = env(rules, observation="sequence" if has_plays else "flat")
    environment.reset(seed=1)
    space = observation_space(layout_of(rules), has_plays)
    assert set(space) == {"observation", "action_mask"} | ({"plays"} if has_plays else set())
    for agent in environment.possible_agents:
        assert space.contains(environment.observe(agent))
        assert environment.observation_space(agent) == space
    for name in space:
        assert space[name].dtype == np.int8


@pytest.mark.parametrize(
    ("game", "reason", "expected"),
    [
        (play_tricks("KH 9C JC"), None, (1, [1], [0, 0], "forfeit")),
        (play_tricks(*SWEEP, max_deals=1), None, (None, [], [0, 0], "truncated")),
        (play_tricks("KH 9C JC"), "illegal", (1, [1], [0, 0], "illegal")),
    ],
)
def test_the_info_of_an_end(game: Game, reason: str | None, expected: tuple[Any, ...]) -> None:
    info = info_of_end(game.state, reason)
    assert tuple(info[key] for key in ("winner", "winners", "scores", "reason")) == expected


def test_several_winners_are_no_winner() -> None:
    state = Game(Rules.three(), seed=1).state
    state.winners = 0b101
    info = info_of_end(state, None)
    assert (info["winner"], info["winners"]) == (None, [0, 2])


def test_the_end_is_told_to_every_agent_in_its_own_dict() -> None:
    environment = env()
    environment.reset(seed=1)
    play_out(environment, random.Random(1))
    assert len({id(info) for info in environment.infos.values()}) == 4
    for key in ("scores", "winners"):
        assert len({id(info[key]) for info in environment.infos.values()}) == 4


def test_what_reset_sets_is_there_after_it_and_not_before() -> None:
    environment = env().unwrapped
    for name in SET_BY_RESET:
        with pytest.raises(AttributeError):
            getattr(environment, name)
    environment.reset(seed=1)
    for name in SET_BY_RESET:
        getattr(environment, name)
    assert isinstance(all_have_left(), GameOverError)

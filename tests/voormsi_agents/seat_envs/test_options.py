"""Options that the environments share: the same everywhere, refused in one line."""

from __future__ import annotations

from typing import Any, get_type_hints

import gymnasium
import pytest
from plain_seat import RANDOM

from voormsi_agents.seat_envs.gym_vector_env import GymVectorEnv
from voormsi_agents.seat_envs.options import SeatKeywords, SeatOptions
from voormsi_agents.seat_envs.sb3_vec_env import Sb3VecEnv
from voormsi_agents.seat_envs.seat_env import SeatEnv
from voormsi_agents.seat_envs.seat_games import SeatGames


@pytest.mark.parametrize("kind", [SeatEnv, GymVectorEnv, Sb3VecEnv])
@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"seat": 4}, "seat is 4; allowed are 0 to 3"),
        ({"seat": "left"}, "seat is 'left'"),
        ({"reward": "win"}, "reward is 'win'; allowed are outcome, points"),
        ({"episode": "trick"}, "episode is 'trick'"),
        ({"illegal": "ignore"}, "illegal is 'ignore'; allowed are terminate, raise"),
        ({"max_deals": 0}, "max_deals is 0"),
        ({"start_scores": (9, 0)}, "start_scores"),
        ({"rules": {"players": 5}}, "players is 5"),
        ({"rules": "four"}, "rules is 'four'"),
        ({"opponents": "nobody"}, "no agent is called 'nobody'"),
        ({"opponents": []}, "opponents is .*; allowed are an agent"),
        ({"teammate": 7}, "teammate is 7"),
        ({"teammate": [None]}, "teammate is None"),
        ({"opponents": {"random": 0}}, "'random' has weight 0"),
        ({"opponents": {"random": float("nan")}}, "'random' has weight nan"),
    ],
)
def test_bad_arguments_are_refused_in_one_line(
    kind: Any, options: dict[str, Any], message: str
) -> None:
    arguments = {**RANDOM, **options}
    with pytest.raises(ValueError, match=message) as caught:
        kind(**arguments) if kind is SeatEnv else kind(2, **arguments)
    assert "\n" not in str(caught.value)


def test_a_bad_number_of_games_is_refused() -> None:
    for kind in (GymVectorEnv, Sb3VecEnv):
        for number in (0, 2.5, True):
            with pytest.raises(ValueError, match="number of games is"):
                kind(number, **RANDOM)


@pytest.mark.parametrize("kind", [SeatEnv, GymVectorEnv, Sb3VecEnv, SeatGames])
def test_an_option_that_does_not_exist_is_refused_in_one_line(kind: Any) -> None:
    message = "^there is no option 'oponents'; allowed are teammate, opponents, seat, episode"
    with pytest.raises(TypeError, match=message) as caught:
        kind(oponents="random") if kind is SeatEnv else kind(2, oponents="random")
    assert "\n" not in str(caught.value)


def test_keywords_are_the_fields_of_the_options() -> None:
    assert get_type_hints(SeatKeywords) == get_type_hints(SeatOptions)


def test_options_go_through_the_registry_of_gymnasium() -> None:
    environment = gymnasium.make("voormsi/Seat-v0", opponents="greedy", seat=3)
    environment.reset(seed=1)
    games = environment.unwrapped.games  # type: ignore[attr-defined]
    assert games.seats.tolist() == [3]
    assert [agent.name for agent in games.lineup.agents] == ["heuristic", "greedy"]
    for make in (gymnasium.make, gymnasium.make_vec):
        with pytest.raises(TypeError, match="there is no option 'oponents'"):
            make("voormsi/Seat-v0", oponents="random")

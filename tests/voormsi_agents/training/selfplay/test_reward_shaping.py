"""Shaping: rewards come sooner, and sum to what they were, less the worth of the start."""

from __future__ import annotations

import numpy as np
import pytest

from voormsi_agents.training.selfplay.reward_shaping import LadderPotential
from voormsi_env.games import Games
from voormsi_env.observation import encode
from voormsi_env.rules import Rules


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_potential_is_the_same_from_a_game_and_from_an_observation(players: int) -> None:
    rules = Rules(players=players)
    games = Games(200, rules, seed=2, start_scores="random", observe=True)
    potential = LadderPotential(rules)
    of_games = potential.of_games(games.states)
    for seat in range(players):
        seen = encode(games.views(seat), rules)
        assert np.allclose(potential.of_observations(seen), of_games[:, rules.team_of(seat)])
    assert np.allclose(of_games.sum(axis=1), 0.0, atol=2e-3)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_better_ladder_is_worth_more(players: int) -> None:
    rules = Rules(players=players)
    teams = rules.teams
    worth = [
        LadderPotential(rules).of_games(
            Games(
                1, rules, seed=1, first_dealers=[0], start_scores=[own] + [3] * (teams - 1)
            ).states
        )[0, 0]
        for own in (0, 3, rules.points_to_win - 1)
    ]
    assert -1.0 < worth[0] < worth[1] < worth[2] < 1.0


def test_a_game_that_is_over_is_worth_nothing_more() -> None:
    games = Games(50, Rules(players=2), seed=2)
    while (games.to_play >= 0).any():
        games.step(games.masks.argmax(axis=1))
    assert not LadderPotential(games.rules).of_games(games.states).any()

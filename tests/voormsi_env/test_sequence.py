"""The sequence of plays, and the environment that hands it out."""

from __future__ import annotations

import random
import warnings

import numpy as np
import pytest
from helpers import SIZES, random_positions
from pettingzoo.test import api_test, seed_test

from voormsi_env import Rules, env, random_legal, raw_env
from voormsi_env.cards import CARD_OF_NAME
from voormsi_env.engine.state import VIEW
from voormsi_env.sequence import PADDING, SEQUENCE_SHAPE, sequences

each_size = pytest.mark.parametrize("rules", SIZES, ids=lambda rules: f"{rules.players} players")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_card_stands_in_its_place_with_its_player_and_its_play(players: int) -> None:
    several = 0
    for game, plays in random_positions(40, seed=3, players=players):
        for seat in range(players):
            rows = sequences(np.array([game.view(seat)], VIEW))[0].tolist()
            wanted = [
                [CARD_OF_NAME[name], (player - seat) % players, number]
                for number, (player, cards) in enumerate(plays)
                for name in sorted(cards, key=CARD_OF_NAME.__getitem__)
            ]
            assert rows[: len(wanted)] == wanted
            assert rows[len(wanted) :] == [[PADDING] * 3] * (36 - len(wanted))
        several += any(len(cards) > 1 for _, cards in plays)
    assert several > 10


@each_size
@pytest.mark.parametrize("make", [env, raw_env])
def test_pettingzoos_own_tests_pass(make, rules: Rules) -> None:  # type: ignore[no-untyped-def]
    environment = make(rules, observation="sequence")
    for agent in environment.possible_agents:
        environment.action_space(agent).seed(1)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what it says of every dict observation
        api_test(environment, num_cycles=300)
    seed_test(lambda: make(rules, observation="sequence"), num_cycles=100)


@each_size
def test_the_environment_hands_out_each_seats_sequence(rules: Rules) -> None:
    environment, flat = env(rules, observation="sequence"), env(rules)
    rng = random.Random(1)
    environment.reset(seed=5)
    flat.reset(seed=5)
    longest = 0
    while environment.infos["player_0"] == {}:
        selected = environment.agent_selection
        for agent in reversed(environment.possible_agents):  # others are looked at in between
            seen = environment.observe(agent)
            assert environment.observation_space(agent).contains(seen)
            assert seen["plays"].shape == SEQUENCE_SHAPE
            assert (seen["plays"] == sequences(environment.view(agent))[0]).all()
            plain = flat.observe(agent)
            assert all((seen[name] == plain[name]).all() for name in plain)
            longest = max(longest, int((seen["plays"][:, 0] != PADDING).sum()))
        action = random_legal(environment.observe(selected)["action_mask"], rng)
        environment.step(action)
        flat.step(action)
    assert longest > 20
    for agent in environment.possible_agents:
        seen = environment.observe(agent)
        assert seen["action_mask"].all() == (agent == environment.agent_selection)
    assert "plays" not in flat.observe("player_0")

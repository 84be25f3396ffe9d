"""Seeds, series and options of the AEC environment."""

import copy
import pickle
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from aec_games import after, each_size, everything, ladder, play_out, play_to_end, step_at_random
from helpers import (
    FOUR,
    THREE,
    TWO,
)

from voormsi_env import Game, Rules, env, raw_env
from voormsi_env.aec_env import VoormsiEnv
from voormsi_env.cards import CARD_NAMES, card_names, parse_cards

# Seeds and series


def fingerprint(environment: VoormsiEnv) -> list[int]:
    numbers: list[int] = environment.state().tolist()
    return numbers


def test_a_seed_fixes_the_game_and_the_series_after_it() -> None:
    series = []
    for _ in range(2):
        environment = env()
        environment.reset(seed=5)
        rng = random.Random(1)
        deals = [fingerprint(environment)]
        for _ in range(4):
            play_to_end(environment, rng)
            environment.reset()
            deals.append(fingerprint(environment))
        series.append(deals)
    assert series[0] == series[1]
    assert len({tuple(deal) for deal in series[0]}) == 5
    game = Game(FOUR, seed=5)
    environment.reset(seed=5)
    assert (environment.view("player_1") == np.array([game.view(1)])).all()


def test_without_a_seed_every_reset_deals_a_new_game() -> None:
    deals = set()
    for _ in range(3):
        environment = env()
        for _ in range(3):
            environment.reset()
            deals.add(tuple(fingerprint(environment)))
    assert len(deals) == 9


def test_two_environments_do_not_disturb_one_another_nor_global_generators() -> None:
    alone = env()
    alone.reset(seed=1)
    course = [(step_at_random(alone, random.Random(7)), fingerprint(alone)) for _ in range(40)]
    random.seed(1)
    np.random.seed(1)
    states = random.getstate(), pickle.dumps(np.random.get_state())
    one, other = env(), env(THREE)
    one.reset(seed=1)
    other.reset(seed=2)
    rng = random.Random(3)
    for action, then in course:
        one.step(action)
        step_at_random(other, rng)
        env().reset()
        assert fingerprint(one) == then
    assert states == (random.getstate(), pickle.dumps(np.random.get_state()))


@each_size
@pytest.mark.parametrize("copied", [copy.deepcopy, lambda e: pickle.loads(pickle.dumps(e))])
def test_a_copy_made_half_way_goes_on_the_same(
    rules: Rules, copied: Callable[[VoormsiEnv], VoormsiEnv]
) -> None:
    environment = env(rules, reward="points", start_scores="random")
    environment.reset(seed=3)
    rng = random.Random(3)
    for _ in range(37):
        step_at_random(environment, rng)
    twin = copied(environment)
    assert everything(twin) == everything(environment)
    for _ in range(2):
        state = rng.getstate()
        assert play_to_end(environment, rng) == play_to_end(twin, after_state(state))
        environment.reset()
        twin.reset()
        assert everything(twin) == everything(environment)
    step_at_random(twin, rng)
    assert everything(twin) != everything(environment)


def after_state(state: Any) -> random.Random:
    rng = random.Random()
    rng.setstate(state)
    return rng


def test_a_copy_made_before_the_first_reset_works() -> None:
    twin = pickle.loads(pickle.dumps(copy.deepcopy(env(TWO))))
    twin.reset(seed=1)
    assert play_out(twin, random.Random(1))["reason"] == "points"


# Options


def test_options_of_construction_survive_resets() -> None:
    rules = Rules.three(game_points=5, bust="off", three_is_king=True)
    environment = env(rules, start_scores=[4, 1, -2], max_deals=7, episode="deal")
    for seed in (1, None, 2):
        environment.reset(seed=seed)
        assert environment.rules == rules
        assert ladder(environment) == [4, 1, -2]
        view = environment.view("player_1")[0]
        assert view.max_deals == 7
        assert view.single_deal
        assert view.three_is_king
        assert view.game_points == 5


def test_rules_as_a_mapping_and_by_default() -> None:
    assert env({"players": 3, "bust": "deduct"}).rules == Rules(players=3, bust="deduct")
    assert env().rules == Rules()
    assert raw_env(TWO).rules == TWO
    assert env(THREE).possible_agents == ["player_0", "player_1", "player_2"]
    assert env(TWO).action_space("player_1").n == 15


def test_random_start_scores_follow_from_the_seed() -> None:
    environment = env(start_scores="random")
    seen = set()
    for seed in range(30):
        environment.reset(seed=seed)
        scores = ladder(environment)
        assert scores == Game(seed=seed, start_scores="random").scores
        seen.add(tuple(scores))
    assert len(seen) > 20


def test_options_of_reset_hold_for_one_game() -> None:
    deck = list(CARD_NAMES)
    environment = env()
    environment.reset(
        seed=1, options={"decks": [deck], "first_dealer": 1, "start_scores": [3, 7], "colour": 1}
    )
    assert environment.agent_selection == "player_2"
    assert ladder(environment) == [3, 7]
    assert card_names(int(environment.view("player_2")[0].hand)) == deck[:4]
    assert card_names(int(environment.view("player_1")[0].hand)) == deck[12:16]
    environment.reset(seed=1)
    assert ladder(environment) == [0, 0]
    assert environment.view("player_2")[0].hand != parse_cards(deck[:4])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"start_scores": [1]}, "start_scores"),
        ({"start_scores": [9, 0]}, "start_scores"),
        ({"start_scores": "high"}, "start_scores"),
        ({"first_dealer": 4}, "dealer"),
        ({"decks": [["7H"] * 36]}, "deck"),
        ({"decks": [["7X"] * 36]}, "card"),
    ],
)
def test_bad_options_of_reset_are_refused_whole(options: dict[str, Any], message: str) -> None:
    environment = after(9, env())
    before = everything(environment)
    with pytest.raises(ValueError, match=message):
        environment.reset(seed=4, options=options)
    assert everything(environment) == before
    environment.reset()
    twin = after(9, env())
    twin.reset()
    assert everything(environment) == everything(twin)


@pytest.mark.parametrize("seed", [-1, 2**63, 1.5, "7", True])
def test_bad_seeds_are_refused(seed: Any) -> None:
    environment = env()
    with pytest.raises(ValueError, match="seed is"):
        environment.reset(seed=seed)

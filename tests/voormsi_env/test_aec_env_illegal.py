"""Illegal actions in the AEC environment, and calls out of order."""

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from aec_games import (
    Make,
    after,
    each_size,
    everything,
    ladder,
    play_out,
    play_to_end,
    step_at_random,
)
from helpers import (
    TWO,
)

from voormsi_env import GameOverError, IllegalPlayError, Rules, env, raw_env
from voormsi_env.aec_env import VoormsiEnv

# Illegal actions


def an_illegal_action(environment: VoormsiEnv) -> int:
    mask = environment.observe(environment.agent_selection)["action_mask"]
    return int(np.flatnonzero(mask == 0)[-1])


NO_ACTIONS = [15, -1, -2, 99, 2**70, -(2**70), np.int64(15), np.int8(-3)]
NO_NUMBERS = [None, "7H", 1.0, np.float32(1), True, np.bool_(True), [1], {"action": 1}]


@each_size
@pytest.mark.parametrize("make", [raw_env, lambda rules: env(rules, illegal="raise")])
def test_illegal_actions_raise_and_change_nothing(make: Make, rules: Rules) -> None:
    environment = after(
        5,
        make(
            rules,
        ),
    )
    before = everything(environment)
    for action in [*NO_ACTIONS, *NO_NUMBERS, an_illegal_action(environment)]:
        with pytest.raises(IllegalPlayError, match="legal"):
            environment.step(action)
        assert everything(environment) == before
    play_out(environment, random.Random(1))


def test_the_error_names_action_cards_and_legal_plays() -> None:
    environment = raw_env()
    environment.reset(seed=9, options={"decks": [list(range(36))], "first_dealer": 3})
    with pytest.raises(IllegalPlayError) as caught:
        environment.step(14)
    message = str(caught.value)
    assert "player_0" in message
    assert "action 14" in message
    assert "JC KH 8S 9C" in message
    assert message.endswith("legal plays are JC, KH, 8S, 9C")


def play_until_another_agent_has_reward_to_come(environment: VoormsiEnv) -> None:
    rng = random.Random(9)
    while not any(
        reward
        for agent, reward in environment._cumulative_rewards.items()
        if agent != environment.agent_selection
    ):
        step_at_random(environment, rng)


@each_size
@pytest.mark.parametrize("reward", ["outcome", "points"])
def test_an_illegal_action_ends_the_game_with_the_team_losing(rules: Rules, reward: Any) -> None:
    for kind in [*NO_ACTIONS, None]:
        environment = after(5, env(rules, reward=reward))
        if reward == "points":
            play_until_another_agent_has_reward_to_come(environment)
        earned_before = dict(environment._cumulative_rewards)
        scores = ladder(environment)
        offender = environment.agent_selection
        seat = environment.possible_agents.index(offender)
        action = an_illegal_action(environment) if kind is None else kind
        environment.step(action)
        losing = seat % rules.teams
        win = 1.0 if rules.teams == 2 else 0.5
        for other, agent in enumerate(environment.possible_agents):
            reward_now = -1.0 if other % rules.teams == losing else win
            assert environment.rewards[agent] == reward_now
            kept = 0.0 if agent == offender else earned_before[agent]
            assert environment._cumulative_rewards[agent] == kept + reward_now
        assert set(environment.terminations.values()) == {True}
        assert set(environment.truncations.values()) == {False}
        winners = [team for team in range(rules.teams) if team != losing]
        for agent, info in environment.infos.items():
            assert info["winners"] == winners
            assert info["winner"] == (winners[0] if len(winners) == 1 else None)
            assert info["scores"] == scores
            assert info["reason"] == "illegal"
            assert ("illegal" in info) == (agent == offender)
        assert "legal plays are" in environment.infos[offender]["illegal"]
        earned = play_to_end(environment, random.Random(0))
        assert earned[offender] == -1.0
        assert environment.agents == []
        environment.reset()
        assert play_out(environment, random.Random(1))["reason"] != "illegal"


@pytest.mark.parametrize("action", NO_NUMBERS)
def test_what_is_no_number_is_refused_even_where_illegal_actions_end_the_game(action: Any) -> None:
    environment = after(5, env())
    before = everything(environment)
    with pytest.raises(IllegalPlayError, match=r"player_\d is no whole number"):
        environment.step(action)
    assert everything(environment) == before


def test_whole_numbers_of_any_type_are_actions() -> None:
    chosen = []
    for number in (int, np.int8, np.int32, np.int64, np.uint8, np.array):
        environment = raw_env()
        environment.reset(seed=2)
        mask = environment.observe(environment.agent_selection)["action_mask"]
        environment.step(number(int(mask.argmax())))
        chosen.append(everything(environment))
    assert all(one == chosen[0] for one in chosen)


def test_an_agent_whose_game_has_ended_can_only_leave() -> None:
    environment = env()
    environment.reset(seed=1)
    play_out(environment, random.Random(1))
    before = everything(environment)
    for action in (0, 14, "7H"):
        with pytest.raises(ValueError, match="only None is"):
            environment.step(action)
        assert everything(environment) == before
    for left in (3, 2, 1, 0):
        environment.step(None)
        assert len(environment.agents) == left
    for call in (lambda: environment.step(None), lambda: environment.step(0), environment.last):
        with pytest.raises(GameOverError, match=r"call reset\(\)"):
            call()
    assert environment.observe("player_2")["observation"].any()
    environment.reset()
    assert len(environment.agents) == 4


# Order of calls


def test_nothing_can_be_asked_before_the_first_reset() -> None:
    environment = env(render_mode="ansi")
    calls: list[Callable[[], Any]] = [
        environment.last,
        environment.state,
        environment.render,
        environment.agent_iter,
        lambda: environment.step(0),
        lambda: environment.observe("player_0"),
        lambda: environment.view("player_0"),
        lambda: environment.agents,
        lambda: environment.num_agents,
        lambda: environment.agent_selection,
        lambda: environment.rewards,
        lambda: environment.infos,
    ]
    for call in calls:
        with pytest.raises(AttributeError, match=r"call reset\(\) first"):
            call()
    assert environment.max_num_agents == 4
    assert environment.observation_space("player_0") is environment.observation_space("player_0")
    with pytest.raises(AttributeError, match="no attribute 'hands'"):
        _ = environment.hands


def test_an_unknown_agent_is_refused() -> None:
    environment = env(TWO)
    environment.reset(seed=1)
    for ask in (
        environment.observe,
        environment.view,
        environment.observation_space,
        environment.action_space,
    ):
        with pytest.raises(ValueError, match=r"'player_2'; they are player_0, player_1"):
            ask("player_2")


def test_render_needs_a_mode() -> None:
    environment = env()
    environment.reset(seed=1)
    with pytest.raises(ValueError, match="without a render_mode"):
        environment.render()


def test_human_mode_prints_every_position(capsys: pytest.CaptureFixture[str]) -> None:
    environment = env(render_mode="human")
    environment.reset(seed=1)
    for _ in range(3):
        step_at_random(environment, random.Random(1))
    assert capsys.readouterr().out.count("Ladder") == 4

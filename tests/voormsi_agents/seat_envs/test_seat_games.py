"""Games in which one seat learns, against a slow and plain course of the same games."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence
from plain_seat import MIXED, RANDOM, PlainSeat, choice_of, trajectory

from voormsi_agents.base import Agent
from voormsi_agents.baselines.random import RandomAgent
from voormsi_agents.seat_envs.seat_games import SeatGames
from voormsi_env import Game, IllegalPlayError, Rules
from voormsi_env.engine.randomness import game_seed

OPTIONS: list[dict[str, Any]] = [
    {"episode": "deal"},
    {"episode": "deal", "rules": Rules.three(), "reward": "points", "seat": 2},
    {"episode": "deal", "rules": Rules.two(), "seat": 1},
    {"reward": "points", "start_scores": (5, 3), "seat": 3},
    {"max_deals": 2, "start_scores": "random", "rules": Rules(bust="off")},
]


@pytest.mark.parametrize("options", OPTIONS)
def test_steps_are_those_of_games_played_a_move_at_a_time(options: dict[str, Any]) -> None:
    n, steps = 24, 60
    options = dict(options)
    seat = options.pop("seat", 0)
    games = SeatGames(n, seat=seat, **RANDOM, **options)
    games.reset(seed=11)
    plain = [PlainSeat(game_seed(11, i), seat, **options) for i in range(n)]
    for i, slot in enumerate(plain):
        first = slot.begin()
        np.testing.assert_array_equal(games.observations[i], first.observation)
        np.testing.assert_array_equal(games.masks[i], first.mask)

    endings = {"own": 0, "others": 0, "truncated": 0}
    returns = np.zeros(n)
    lengths = np.zeros(n, int)
    for number in range(steps):
        actions = [choice_of(mask, number) for mask in games.masks]
        games.step(actions)
        finals = dict(zip(games.ended(), games.final_observations(), strict=True))
        results = dict(zip(games.ended(), games.results(), strict=True))
        for i, slot in enumerate(plain):
            expected = slot.step(actions[i])
            assert games.rewards[i] == pytest.approx(expected.reward)
            assert games.terminated[i] == expected.terminated
            assert games.truncated[i] == expected.truncated
            returns[i] += expected.reward
            lengths[i] += 1
            if i in finals:
                np.testing.assert_array_equal(finals[i], expected.observation)
                result = results[i]
                assert result.reason == slot.game.reason
                assert result.winners == slot.game.winners
                assert result.scores == slot.game.scores
                assert result.deals == slot.game.deal + 1
                assert result.episode_return == pytest.approx(returns[i])
                assert result.episode_length == lengths[i]
                returns[i] = lengths[i] = 0
                ending = "truncated" if expected.truncated else "others"
                endings["own" if expected.last_mover == seat else ending] += 1
                expected = slot.begin()
            np.testing.assert_array_equal(games.observations[i], expected.observation)
            np.testing.assert_array_equal(games.masks[i], expected.mask)
    assert endings["others"] > 0 or endings["truncated"] > 0
    assert endings["own"] > 0
    assert ("max_deals" in options) == (endings["truncated"] > 0)


SEAT_3_TAKES_ITS_PARTNERS_VOORMSI_AT_ONCE = (4997, 8164)


def test_games_that_end_before_the_learner_plays_are_passed_over() -> None:
    first, second = SEAT_3_TAKES_ITS_PARTNERS_VOORMSI_AT_ONCE
    seeds = [first, 1, second]
    games = SeatGames(3, **RANDOM)
    games.reset(seeds=seeds)
    plain = [PlainSeat(seed, 0) for seed in seeds]
    for slot, observation in zip(plain, games.observations, strict=True):
        np.testing.assert_array_equal(observation, slot.begin().observation)
    assert [slot.passed_over for slot in plain] == [1, 0, 1]
    assert not games.terminated.any()


def test_a_game_passed_over_after_another_leaves_the_result_of_that_one_alone() -> None:
    second_game_is_passed_over = 3846
    games = SeatGames(1, **RANDOM)
    games.reset(seeds=[second_game_is_passed_over])
    plain = PlainSeat(second_game_is_passed_over, 0)
    plain.begin()
    expected = plain.begin()
    assert plain.passed_over == 1
    games.step([15])
    assert games.rewards.tolist() == [-1.0]
    assert games.results()[0].reason == "illegal"
    np.testing.assert_array_equal(games.observations[0], expected.observation)


def test_the_rewards_of_an_outcome_are_the_result() -> None:
    games = SeatGames(50, seat="random", **RANDOM)
    games.reset(seed=2)
    ended = 0
    for number in range(80):
        games.step([choice_of(mask, number) for mask in games.masks])
        for slot, result in zip(games.ended(), games.results(), strict=True):
            own = result.seat % 2
            assert result.winners in ([own], [1 - own], [0, 1])
            expected = 0.0 if len(result.winners) == 2 else 1.0 if result.won else -1.0
            assert games.rewards[slot] == result.episode_return == expected
            ended += 1
    assert ended > 20


# Seeds


def test_a_seed_fixes_everything() -> None:
    first, second = SeatGames(6, **MIXED), SeatGames(6, **MIXED)
    first.reset(seed=3)
    second.reset(seed=4)
    assert not data_equivalence(trajectory(first), trajectory(second), exact=True)
    first.reset(seed=3)
    second.reset(seed=3)
    assert data_equivalence(trajectory(first), trajectory(second), exact=True)
    first.reset()
    second.reset()
    assert data_equivalence(trajectory(first), trajectory(second), exact=True)


def test_a_slot_does_not_depend_on_the_size_of_the_batch() -> None:
    large = SeatGames(40, **MIXED)
    large.reset(seed=3)
    seen = trajectory(large)
    small = SeatGames(2, **MIXED)
    small.reset(seeds=[game_seed(3, 0), game_seed(3, 1)])
    assert data_equivalence([rows[:2] for rows in seen], trajectory(small), exact=True)


def test_without_a_seed_every_game_is_new() -> None:
    games = [SeatGames(1, **RANDOM) for _ in range(2)]
    hands = set()
    for batch in games:
        for _ in range(3):
            batch.reset()
            hands.add(tuple(batch.states["hands"][0]))
    assert len(hands) == 6


@pytest.mark.parametrize("way", [copy.deepcopy, lambda games: pickle.loads(pickle.dumps(games))])
def test_copies_go_on_identically(way: Any) -> None:
    games = SeatGames(5, **MIXED)
    games.reset(seed=9)
    trajectory(games, 7)
    twin = way(games)
    assert data_equivalence(trajectory(games), trajectory(twin), exact=True)


# Who plays


def test_seats_and_agents_are_drawn_as_often_as_asked() -> None:
    games = SeatGames(2000, seat="random", teammate="random", opponents={"random": 1, "greedy": 3})
    games.reset(seed=1)
    seats = np.bincount(games.seats, minlength=4)
    assert 430 < seats.min() <= seats.max() < 570
    opponents = [games.lineup.agents[index].name for index in games._batch.slots["opponents"]]
    assert 1400 < opponents.count("greedy") < 1600
    for slot in range(20):
        deciders = games._batch.slots["deciders"][slot].tolist()
        seat = int(games.seats[slot])
        assert deciders[seat] == -1
        assert deciders[(seat + 2) % 4] == games._batch.slots["partner"][slot]
        assert (
            deciders[(seat + 1) % 4]
            == deciders[(seat + 3) % 4]
            == (games._batch.slots["opponents"][slot])
        )


def test_there_may_be_hundreds_of_agents() -> None:
    games = SeatGames(600, opponents=[RandomAgent() for _ in range(300)])
    games.reset(seed=1)
    assert games._batch.slots["opponents"].max() > 255
    for _ in range(20):
        games.step(games.masks.argmax(axis=1))
        assert games.masks.any(axis=1).all()


def test_nobody_is_asked_for_a_teammate_where_there_is_none() -> None:
    games = SeatGames(2, Rules.three(), teammate="no such agent", opponents="random")
    games.reset(seed=1)
    assert [agent.name for agent in games.lineup.agents] == ["random"]


class Counting(Agent):
    """Counts how it is asked."""

    name = "counting"

    def __init__(self) -> None:
        self.sizes: list[int] = []

    def act(self, views: Any, keys: Any) -> Any:
        self.sizes.append(len(views))
        return RandomAgent().act(views, keys)


def test_an_agent_is_asked_for_many_games_at_once() -> None:
    agent = Counting()
    games = SeatGames(500, teammate=agent, opponents=agent)
    games.reset(seed=1)
    for number in range(10):
        agent.sizes.clear()
        games.step([choice_of(mask, number) for mask in games.masks])
        assert len(agent.sizes) <= 12
        assert sum(agent.sizes) > 1000


class Wrong(Agent):
    """Answers with whatever it is given."""

    name = "wrong"

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def act(self, views: Any, keys: Any) -> Any:
        return self.answer


SEAT_1_LEADS = next(seed for seed in range(100) if Game(seed=seed).to_play == 1)


@pytest.mark.parametrize("answer", [[14], [-1], [15]])
def test_an_illegal_action_of_an_agent_is_named(answer: Any) -> None:
    games = SeatGames(1, teammate="random", opponents=Wrong(answer))
    with pytest.raises(IllegalPlayError, match=r"agent 'wrong', game 0: action .* legal plays"):
        games.reset(seeds=[SEAT_1_LEADS])


@pytest.mark.parametrize("answer", [[0, 0], [0.5], None])
def test_an_answer_of_an_agent_that_is_no_batch_of_actions_is_named(answer: Any) -> None:
    games = SeatGames(1, teammate="random", opponents=Wrong(answer))
    with pytest.raises(ValueError, match="actions of agent 'wrong'"):
        games.reset(seeds=[SEAT_1_LEADS])


# Bad input


def test_an_illegal_action_loses_the_game() -> None:
    games = SeatGames(3, **RANDOM)
    games.reset(seed=1)
    actions = [choice_of(mask, 0) for mask in games.masks]
    actions[1] = int(np.flatnonzero(games.masks[1] == 0)[0])
    games.step(actions)
    assert games.terminated.tolist() == [False, True, False]
    assert games.rewards.tolist() == [0.0, -1.0, 0.0]
    (result,) = games.results()
    assert (result.reason, result.winners, result.won) == ("illegal", [1], False)
    assert games.masks[1].any()


@pytest.mark.parametrize("action", [-1, 15, 10**6])
def test_an_action_out_of_range_is_illegal(action: int) -> None:
    games = SeatGames(1, Rules.three(), **RANDOM)
    games.reset(seed=1)
    games.step([action])
    assert games.rewards[0] == -1.0
    assert games.results()[0].winners == [1, 2]


def test_an_illegal_action_can_raise_and_then_changes_nothing() -> None:
    games = SeatGames(3, illegal="raise", **RANDOM)
    games.reset(seed=1)
    before = games.states.copy()
    actions = [choice_of(mask, 0) for mask in games.masks]
    actions[2] = 15
    with pytest.raises(IllegalPlayError, match=r"^game 2: action 15 .*legal plays are"):
        games.step(actions)
    assert (games.states == before).all()
    games.step([choice_of(mask, 0) for mask in games.masks])


def test_steps_before_reset_are_refused() -> None:
    with pytest.raises(ValueError, match="reset comes before"):
        SeatGames(1, **RANDOM).step([0])

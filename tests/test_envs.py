"""The environments in which one seat learns, against a slow and plain course of the same games."""

from __future__ import annotations

import copy
import pickle
from dataclasses import dataclass
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env, data_equivalence
from gymnasium.vector import AutoresetMode
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3.common.env_checker import check_env as check_env_for_sb3
from stable_baselines3.common.monitor import Monitor

from voormsi_agents.base import Agent
from voormsi_agents.baselines.random import RandomAgent
from voormsi_agents.matches.lockstep import decision_key
from voormsi_agents.seat_envs.gym_vector_env import GymVectorEnv
from voormsi_agents.seat_envs.players import Lineup
from voormsi_agents.seat_envs.sb3_vec_env import Sb3VecEnv
from voormsi_agents.seat_envs.seat_env import SeatEnv
from voormsi_agents.seat_envs.seat_games import SeatGames
from voormsi_agents.seat_envs.slots import AGENTS_STREAM
from voormsi_env import Game, IllegalPlayError, Rules
from voormsi_env.engine.randomness import combine, game_seed
from voormsi_env.engine.state import VIEW
from voormsi_env.observation import encode

RANDOM = {"teammate": "random", "opponents": "random"}


@dataclass
class Transition:
    """What one step of the learner brings him."""

    reward: float
    terminated: bool
    truncated: bool
    observation: Any
    mask: Any
    last_mover: int


def choice_of(mask: Any, number: int) -> int:
    """The learner of these tests: the legal actions in turn."""
    legal = np.flatnonzero(mask)
    return int(legal[number % len(legal)])


class PlainSeat:
    """One slot of `SeatGames` with random agents, played a move at a time with `Game`."""

    def __init__(self, seed: int, seat: int, **options: Any) -> None:
        self.seed = seed
        self.seat = seat
        self.reward = options.pop("reward", "outcome")
        self.options = options
        self.games_begun = 0
        self.passed_over = 0

    def begin(self) -> Transition:
        while True:
            number = self.games_begun
            self.games_begun += 1
            seed = self.seed if number == 0 else game_seed(self.seed, number)
            self.game = Game(seed=seed, **self.options)
            mover = self.let_agents_play()
            if not self.game.over:
                return self.look(0.0, mover)
            self.passed_over += 1

    def step(self, action: int) -> Transition:
        before = self.game.scores
        self.game.play_action(action)
        mover = self.let_agents_play(self.seat)
        return self.look(self.worth(before), mover)

    def let_agents_play(self, mover: int = -1) -> int:
        agent = RandomAgent()
        while not self.game.over and self.game.to_play != self.seat:
            assert self.game.to_play is not None
            mover = self.game.to_play
            key = decision_key(
                combine(self.seed, AGENTS_STREAM), self.games_begun - 1, int(self.game.state.ply)
            )
            views = np.zeros(1, VIEW)
            views[0] = self.game.view(mover)
            self.game.play_action(int(agent.act(views, np.array([key]))[0]))
        return mover

    def worth(self, before: list[int]) -> float:
        game, teams = self.game, self.game.rules.teams
        own = game.rules.team_of(self.seat)
        if self.reward == "points":
            changes = [after - score for after, score in zip(game.scores, before, strict=True)]
            others = (sum(changes) - changes[own]) / (teams - 1)
            return (changes[own] - others) / game.rules.points_to_win
        if not game.winners:
            return 0.0
        share = 1 / len(game.winners) if own in game.winners else 0.0
        return (teams * share - 1) / (teams - 1)

    def look(self, reward: float, mover: int) -> Transition:
        game = self.game
        views = np.zeros(1, VIEW)
        views[0] = game.view(self.seat)
        mask = np.zeros(15, np.int8)
        mask[game.legal_actions()] = 1
        truncated = game.reason == "truncated"
        return Transition(
            reward,
            game.over and not truncated,
            truncated,
            encode(views, game.rules)[0],
            mask,
            mover,
        )


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
    environment = SeatEnv(**RANDOM)
    np.testing.assert_array_equal(environment.reset(seed=first)[0], games.observations[0])


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


def trajectory(games: SeatGames, steps: int = 40) -> list[Any]:
    seen: list[Any] = [games.observations]
    for number in range(steps):
        games.step([choice_of(mask, number) for mask in games.masks])
        seen += [games.observations, games.masks, games.rewards, games.terminated, games.seats]
    return seen


MIXED: dict[str, Any] = {
    "seat": "random",
    "teammate": ["random", "greedy"],
    "opponents": {"random": 1, "greedy": 2},
    "episode": "deal",
    "start_scores": "random",
}


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


def test_global_random_state_is_neither_used_nor_changed() -> None:
    np.random.seed(1)
    before = np.random.get_state()[1].copy()  # type: ignore[index]
    environment = Sb3VecEnv(2, **RANDOM)
    environment.seed(None)
    environment.reset()
    environment.step(np.array([choice_of(mask, 0) for mask in environment.action_masks()]))
    np.testing.assert_array_equal(np.random.get_state()[1], before)  # type: ignore[index]


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
    opponents = [games.lineup.agents[index].name for index in games._slots["opponents"]]
    assert 1400 < opponents.count("greedy") < 1600
    for slot in range(20):
        deciders = games._slots["deciders"][slot].tolist()
        seat = int(games.seats[slot])
        assert deciders[seat] == -1
        assert deciders[(seat + 2) % 4] == games._slots["partner"][slot]
        assert (
            deciders[(seat + 1) % 4]
            == deciders[(seat + 3) % 4]
            == (games._slots["opponents"][slot])
        )


def test_an_agent_named_twice_is_made_once_and_counts_twice() -> None:
    agent = RandomAgent()
    lineup = Lineup(["greedy", agent, "greedy", "greedy"], agent, Rules())
    assert [type(agent).__name__ for agent in lineup.agents] == ["GreedyAgent", "RandomAgent"]
    np.testing.assert_allclose(lineup.chances, [[0.75, 1.0], [0.0, 1.0]])


def test_there_may_be_hundreds_of_agents() -> None:
    games = SeatGames(600, opponents=[RandomAgent() for _ in range(300)])
    games.reset(seed=1)
    assert games._slots["opponents"].max() > 255
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


def test_steps_before_reset_and_after_the_end_are_refused() -> None:
    with pytest.raises(ValueError, match="reset comes before"):
        SeatGames(1, **RANDOM).step([0])
    environment = SeatEnv(**RANDOM)
    with pytest.raises(gymnasium.error.ResetNeeded):
        environment.step(0)
    environment.reset(seed=1)
    environment.step(15)
    with pytest.raises(gymnasium.error.ResetNeeded):
        environment.step(0)


def test_bad_actions_seeds_and_options_are_refused() -> None:
    environment = GymVectorEnv(2, **RANDOM)
    for seed in (-1, 2**63, 1.5, "1"):
        with pytest.raises(ValueError, match="seed is"):
            environment.reset(seed=seed)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="reset has no options; given were dealer"):
        environment.reset(options={"dealer": 1})
    environment.reset(seed=1)
    for actions in ([0], [0.0, 1.0], [[0, 0]]):
        with pytest.raises(ValueError, match="actions have shape"):
            environment.step(np.array(actions))
    with pytest.raises(ValueError, match="3 seeds are given; allowed are 2"):
        environment.games.reset(seeds=[1, 2, 3])


# Gymnasium


def make(**options: Any) -> Any:
    return gymnasium.make("voormsi/Seat-v0", **{**RANDOM, **options})


@pytest.mark.parametrize("rules", [Rules.two(), Rules.three(), {"players": 4}])
def test_gymnasium_and_sb3_find_no_fault(rules: Any) -> None:
    environment = make(rules=rules, render_mode="ansi", episode="deal")
    check_env(environment.unwrapped)
    check_env_for_sb3(environment.unwrapped)
    environment.close()


def test_the_environment_plays_the_game_of_its_seed() -> None:
    environment = make(seat=2, reward="points")
    observation, info = environment.reset(seed=21)
    plain = PlainSeat(21, 2, reward="points")
    expected = plain.begin()
    total, number = 0.0, 0
    while True:
        np.testing.assert_array_equal(observation, expected.observation)
        np.testing.assert_array_equal(info["action_mask"], expected.mask)
        np.testing.assert_array_equal(environment.get_wrapper_attr("action_masks")(), expected.mask)
        if expected.terminated:
            break
        action = choice_of(info["action_mask"], number)
        observation, reward, terminated, truncated, info = environment.step(action)
        expected = plain.step(action)
        assert reward == pytest.approx(expected.reward)
        assert (terminated, truncated) == (expected.terminated, False)
        total += reward
        number += 1
    assert info["winners"] == plain.game.winners
    assert info["scores"] == plain.game.scores
    assert total == pytest.approx((plain.game.scores[0] - plain.game.scores[1]) / 9)


def test_rendering_shows_the_hand_of_the_learner_alone() -> None:
    environment = make(render_mode="ansi", seat=1)
    environment.reset(seed=3)
    lines = environment.render().splitlines()
    seats = [line for line in lines if ": " in line and "seat " in line and "cards" in line]
    assert len([line for line in seats if line.strip(" >").startswith("seat")]) == 3
    held = Game(seed=3).hand(1)
    assert any(line.strip(" >").startswith("seat 1: " + " ".join(held)) for line in lines)
    assert make().unwrapped.render() is None


def test_the_vector_environment_is_that_of_gymnasium_but_fast() -> None:
    options = {**MIXED, "num_envs": 5}
    ours = gymnasium.make_vec("voormsi/Seat-v0", **options)
    plain = gymnasium.make_vec(
        "voormsi/Seat-v0",
        vectorization_mode="sync",
        vector_kwargs={"autoreset_mode": AutoresetMode.SAME_STEP},
        **options,
    )
    assert isinstance(ours, GymVectorEnv)
    assert ours.metadata["autoreset_mode"] is plain.metadata["autoreset_mode"]
    assert ours.observation_space == plain.observation_space
    assert ours.action_space == plain.action_space
    observations, infos = ours.reset(seed=8)
    expected = plain.reset(seed=[game_seed(8, i) for i in range(5)])
    assert data_equivalence((observations, infos), expected, exact=True)
    ended = 0
    for number in range(40):
        actions = np.array([choice_of(mask, number) for mask in infos["action_mask"]])
        observations, rewards, terminations, truncations, infos = ours.step(actions)
        other = plain.step(actions)
        assert observations in ours.observation_space
        assert data_equivalence(
            (observations, rewards.astype(float), terminations, truncations, infos),
            (other[0], other[1], other[2], other[3], other[4]),
        )
        ended += int(terminations.sum())
    assert ended > 5
    ours.close()


def test_results_are_kept_when_the_environment_goes_on() -> None:
    environment = GymVectorEnv(3, **RANDOM)
    first, infos = environment.reset(seed=1)
    kept = first.copy(), infos["action_mask"].copy()
    environment.step(np.array([choice_of(mask, 0) for mask in infos["action_mask"]]))
    np.testing.assert_array_equal(first, kept[0])
    np.testing.assert_array_equal(infos["action_mask"], kept[1])


# Stable-Baselines3


def test_masks_reach_sb3_contrib() -> None:
    environment = Sb3VecEnv(4, **RANDOM)
    environment.reset()
    assert is_masking_supported(environment)
    np.testing.assert_array_equal(get_action_masks(environment), environment.games.masks)
    masks = environment.env_method("action_masks", indices=[2, 0])
    np.testing.assert_array_equal(masks, environment.games.masks[[2, 0]])
    with pytest.raises(AttributeError, match="have no method 'fly'"):
        environment.env_method("fly")
    with pytest.raises(AttributeError):
        environment.get_attr("fly")
    with pytest.raises(AttributeError, match="cannot be set"):
        environment.set_attr("seat", 1)


def test_the_infos_of_sb3_tell_how_games_ended() -> None:
    environment = Sb3VecEnv(8, episode="deal", max_deals=1, **RANDOM)
    environment.seed(6)
    observations = environment.reset()
    games = SeatGames(8, episode="deal", max_deals=1, **RANDOM)
    games.reset(seed=6)
    ended = 0
    for number in range(40):
        np.testing.assert_array_equal(observations, games.observations)
        actions = np.array([choice_of(mask, number) for mask in environment.action_masks()])
        observations, rewards, dones, infos = environment.step(actions)
        games.step(actions)
        np.testing.assert_array_equal(rewards, games.rewards)
        assert dones.nonzero()[0].tolist() == games.ended().tolist()
        finals = iter(games.final_observations())
        results = iter(games.results())
        for done, info in zip(dones, infos, strict=True):
            if not done:
                assert info == {}
                continue
            result = next(results)
            np.testing.assert_array_equal(info["terminal_observation"], next(finals))
            assert info["TimeLimit.truncated"] is False
            assert info["episode"]["r"] == pytest.approx(result.episode_return)
            assert info["episode"]["l"] == result.episode_length
            assert info["is_success"] == result.won
            assert info["reason"] == result.reason
            ended += 1
    assert ended > 10
    infos[0]["note"] = 1
    assert "note" not in infos[1]


def test_a_truncated_game_is_told_as_such() -> None:
    environment = Sb3VecEnv(8, max_deals=1, rules=Rules(game_points=50), **RANDOM)
    environment.seed(6)
    environment.reset()
    truncated = 0
    for number in range(12):
        actions = np.array([choice_of(mask, number) for mask in environment.action_masks()])
        for info in environment.step(actions)[3]:
            if info and info["reason"] == "truncated":
                assert info["TimeLimit.truncated"] is True
                truncated += 1
    assert truncated > 0


def small_ppo(environment: Any) -> MaskablePPO:
    return MaskablePPO(
        "MlpPolicy",
        environment,
        n_steps=8,
        batch_size=16,
        n_epochs=1,
        policy_kwargs={"net_arch": [8]},
        seed=1,
        device="cpu",
    )


@pytest.mark.parametrize("kind", ["vector", "single"])
def test_maskable_ppo_learns(kind: str) -> None:
    environment = (
        Sb3VecEnv(4, episode="deal", **RANDOM) if kind == "vector" else make(episode="deal")
    )
    model = small_ppo(environment)
    before = [parameter.clone() for parameter in model.policy.parameters()]
    steps = 2 * 8 * model.n_envs
    model.learn(steps)
    assert model.num_timesteps == steps
    after = list(model.policy.parameters())
    assert any((old != new).any() for old, new in zip(before, after, strict=True))
    assert model.ep_info_buffer
    assert all(episode["l"] >= 1 for episode in model.ep_info_buffer)
    mean_reward, _ = evaluate_policy(model, environment_for_evaluation(), 4, deterministic=False)
    assert -1 <= mean_reward <= 1


def environment_for_evaluation() -> Sb3VecEnv:
    environment = Sb3VecEnv(2, episode="deal", illegal="raise", **RANDOM)
    assert environment.env_is_wrapped(Monitor) == [True, True]
    return environment


def test_the_same_seed_trains_the_same_policy() -> None:
    policies = []
    for _ in range(2):
        model = small_ppo(Sb3VecEnv(4, episode="deal", **RANDOM))
        model.learn(64)
        policies.append([parameter.detach().numpy() for parameter in model.policy.parameters()])
    for first, second in zip(*policies, strict=True):
        np.testing.assert_array_equal(first, second)

"""Rewards, ends and the order of calls of the AEC environment."""

import copy
import random
from typing import Any

import numpy as np
import pytest
from aec_games import alive, each_size, ladder, play_out, play_to_end, step_at_random
from helpers import (
    OWN_GOAL_EXAMPLE,
    random_rules,
    scripted_deck,
    tricks_of,
)

from voormsi_env import Game, Rules, env

# Rewards and ends


def expected_outcome(rules: Rules, winners: list[int]) -> list[float]:
    """By the words of the documentation: for each team."""
    if not winners:
        return [0.0] * rules.teams
    if rules.teams == 2:
        if len(winners) == 2:
            return [0.0, 0.0]
        return [1.0 if team in winners else -1.0 for team in range(2)]
    shares = [1.0 / len(winners) if team in winners else 0.0 for team in range(3)]
    return [(3 * share - 1) / 2 for share in shares]


@each_size
@pytest.mark.parametrize("reward", ["outcome", "points"])
@pytest.mark.parametrize("episode", ["game", "deal"])
def test_rewards_of_last_sum_to_the_result_for_every_seat(
    rules: Rules, reward: Any, episode: Any
) -> None:
    rng = random.Random(2)
    reasons = set()
    for number in range(40):
        rules = random_rules(rng, players=rules.players)
        environment = env(rules, reward=reward, episode=episode, start_scores="random", max_deals=6)
        environment.reset(seed=number)
        begun = ladder(environment)
        ended = copy.deepcopy(environment)
        play = random.Random(number)
        info = play_out(ended, play)
        earned = play_to_end(environment, random.Random(number))
        reasons.add(info["reason"])
        if reward == "outcome":
            expected = expected_outcome(rules, info["winners"])
        else:
            change = [after - before for after, before in zip(info["scores"], begun, strict=True)]
            expected = [
                (own - (sum(change) - own) / (rules.teams - 1)) / rules.points_to_win
                for own in change
            ]
        assert set(earned) == set(environment.possible_agents)
        for seat, agent in enumerate(environment.possible_agents):
            assert earned[agent] == pytest.approx(expected[seat % rules.teams], abs=1e-12)
        assert sum(expected) == pytest.approx(0, abs=1e-12)
    assert reasons >= ({"points", "deal"} if episode == "deal" else {"points", "truncated"})


@each_size
def test_points_are_paid_when_they_are_made_to_partners_alike(rules: Rules) -> None:
    environment = env(rules, reward="points")
    environment.reset(seed=6)
    rng = random.Random(4)
    paid = 0
    while alive(environment):
        before = ladder(environment)
        step_at_random(environment, rng)
        after = ladder(environment)
        change = [new - old for new, old in zip(after, before, strict=True)]
        by_team = [environment.rewards[f"player_{team}"] for team in range(rules.teams)]
        assert sum(by_team) == pytest.approx(0, abs=1e-12)
        for seat, agent in enumerate(environment.possible_agents):
            assert environment.rewards[agent] == by_team[seat % rules.teams]
        assert any(change) or not any(by_team)
        if len(set(change)) > 1:
            paid += 1
            best = change.index(max(change))
            assert by_team[best] == max(by_team) > 0
    assert paid >= 2


def test_an_own_goal_ends_the_game_with_the_team_losing() -> None:
    deck = scripted_deck(4, 3, tricks_of(OWN_GOAL_EXAMPLE))
    options = {"decks": [deck], "first_dealer": 3, "start_scores": [5, 2]}
    environment = env()
    environment.reset(seed=1, options=options)
    game = Game(seed=1, **options)
    for cards in OWN_GOAL_EXAMPLE.split():
        game.play(cards)
        environment.step(game.actions[-1])
    result = {"winner": 1, "winners": [1], "scores": [0, 2], "reason": "forfeit"}
    assert list(environment.infos.values()) == [result] * 4
    assert list(environment.rewards.values()) == [-1.0, 1.0, -1.0, 1.0]
    assert set(environment.terminations.values()) == {True}


@each_size
def test_a_limit_on_deals_truncates(rules: Rules) -> None:
    environment = env(rules, max_deals=1)
    truncated = 0
    for seed in range(20):
        environment.reset(seed=seed)
        info = play_out(environment, random.Random(seed))
        cut = info["reason"] == "truncated"
        assert set(environment.truncations.values()) == {cut}
        assert set(environment.terminations.values()) == {not cut}
        if cut:
            truncated += 1
            assert info["winner"] is None
            assert info["winners"] == []
            assert set(environment.rewards.values()) == {0.0}
        play_to_end(environment, random.Random())
        assert environment.agents == []
    assert truncated > 10


def random_games(number: int, seed: int) -> None:
    rng = random.Random(seed)
    numpy_rng = np.random.default_rng(seed)
    while number:
        environment = env(
            random_rules(rng),
            reward=rng.choice(("outcome", "points")),
            episode=rng.choice(("game", "deal")),
            start_scores=rng.choice((None, "random")),
            illegal="raise",
        )
        for _ in range(10):
            environment.reset(seed=rng.randrange(2**40))
            play_to_end(environment, numpy_rng)
            number -= 1


def test_random_games_raise_nothing() -> None:
    random_games(300, seed=1)


@pytest.mark.integration
def test_ten_thousand_random_games_raise_nothing() -> None:
    random_games(10_000, seed=2)

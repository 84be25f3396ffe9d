"""What a play is worth to each team, under both kinds of reward."""

from __future__ import annotations

from typing import Any

import numpy as np
from helpers import TWO_WITH_FIVE, play_tricks, tricks_of

from voormsi_env import Games, Rules
from voormsi_env.cards import parse_cards


def rewards_of(tricks: tuple[str, ...], rules: Rules, **arguments: Any) -> list[list[float]]:
    """What each play of a scripted deal is worth to each team."""
    deck = play_tricks(*tricks, rules=rules, plays=0).deck()
    decks = [[[name_to_card(name) for name in deck]]]
    games = Games(
        1, rules, seed=1, decks=np.array(decks), first_dealers=rules.players - 1, **arguments
    )
    rewards = []
    for trick in tricks_of(*tricks):
        for cards in trick:
            games.step([action_of(games, cards)])
            rewards.append(games.rewards[0].tolist())
    return rewards


def name_to_card(name: str) -> int:
    return parse_cards(name).bit_length() - 1


def action_of(games: Games, cards: list[str]) -> int:
    hand = int(games.states["hands"][0, games.to_play[0]])
    held = [card for card in range(36) if hand >> card & 1]
    return sum(1 << held.index(name_to_card(name)) for name in cards) - 1


WIN = ("KH 5C 5S 5H",)
"""One point to team 0."""


def test_the_outcome_is_paid_once_at_the_end() -> None:
    four = rewards_of(WIN, Rules(), start_scores=[8, 0])
    assert four == [[0, 0]] * 3 + [[1, -1]]
    own_goal = rewards_of(("KH 9C JC",), Rules())
    assert own_goal == [[0, 0], [0, 0], [-1, 1]]
    three = rewards_of(("KH 5C 5S",), Rules.three(), start_scores=[11, 0, 0])
    assert three == [[0, 0, 0]] * 2 + [[1, -0.5, -0.5]]
    assert rewards_of(WIN, Rules()) == [[0, 0]] * 4


def test_a_deal_without_a_winner_is_worth_nothing() -> None:
    games = Games(300, seed=1, episode="deal")
    while (games.to_play >= 0).any():
        games.step(games.random_actions(int(games.states["ply"].sum())))
        winners = games.states["winners"][games.ended]
        worth = {0: [0.0, 0.0], 1: [1.0, -1.0], 2: [-1.0, 1.0]}
        assert games.rewards[games.ended].tolist() == [worth[w] for w in winners.tolist()]
    assert {0, 1, 2} <= set(games.states["winners"].tolist())


def test_several_winners_of_three_share() -> None:
    rules = Rules.three(play_on="streak")
    rewards = rewards_of(TWO_WITH_FIVE, rules, start_scores=[11, 11, 0])
    np.testing.assert_allclose(rewards[-1], [0.25, 0.25, -0.5])
    assert not np.any(rewards[:-1])


def test_points_are_paid_when_they_go_on_the_ladder() -> None:
    four = rewards_of(WIN, Rules(), reward="points")
    np.testing.assert_allclose(four, [[0, 0]] * 3 + [[1 / 9, -1 / 9]])
    three = rewards_of(("KH JC 5S",), Rules.three(), reward="points")
    np.testing.assert_allclose(three, [[0, 0, 0]] * 2 + [[-1 / 12, 2 / 12, -1 / 12]])
    own_goal = rewards_of(("KH 9C JC",), Rules(), reward="points", start_scores=[6, 3])
    np.testing.assert_allclose(own_goal, [[0, 0], [0, 0], [-6 / 9, 6 / 9]])
    bust = rewards_of(WIN, Rules(game_points=3), reward="points", start_scores=[2, 0])
    np.testing.assert_allclose(bust, [[0, 0]] * 3 + [[1 / 3, -1 / 3]])

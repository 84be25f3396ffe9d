"""What holds after every step of any game, whatever is played (Hypothesis)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from helpers import OPTIONS, bytes_of
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from voormsi_env import Game, Games, Rules
from voormsi_env.cards import ALL_CARDS, CARD_OF_NAME

TOQUTSIT = 1 << CARD_OF_NAME["JC"]

rules_of_games = st.builds(
    Rules,
    players=st.sampled_from((2, 3, 4)),
    game_points=st.sampled_from((None, 1, 3, 50)),
    **{name: st.sampled_from(values) for name, values in OPTIONS.items()},
)
seeds = st.integers(0, 2**63 - 1)
choices = st.lists(st.integers(0, 14), min_size=1, max_size=10)
"""Which of the legal plays is made, over and over."""


def begin(rules: Rules, seed: int, **more: Any) -> Game:
    """A game that soon comes to its end, on a random rung of the ladder."""
    return Game(rules, seed, start_scores="random", max_deals=2, **more)


def play(game: Game, chosen: list[int], plays: int) -> Iterator[None]:
    """Make up to so many plays."""
    for number in range(plays):
        legal = game.legal_actions()
        if not legal:
            return
        game.play_action(legal[chosen[number % len(chosen)] % len(legal)])
        yield


def check_cards(game: Game) -> None:
    """Every card is in one place: a hand, gone, or the undrawn stock."""
    record = np.asarray(game.state)
    drawn = int(record["drawn"])
    hands, gone = record["hands"].tolist(), record["gone"].tolist()
    stock = [1 << CARD_OF_NAME[name] for name in game.deck()[drawn:]]
    places = [*hands, *gone, *stock]
    assert sum(place.bit_count() for place in places) == 36
    assert sum(places) == ALL_CARDS
    plays_made = int(record["plays_made"])
    assert sum(record["trick"].tolist()[:plays_made]) & ~sum(gone) == 0
    sizes = [hand.bit_count() for hand in hands]
    assert sizes[game.rules.players :] == [0] * (4 - game.rules.players)
    if plays_made == 0:
        assert len(set(sizes[: game.rules.players])) == 1
        assert sizes[0] == 4 or drawn == 36
    assert sum(sizes) + int(record["cards_played"]) == drawn


def check_turn(game: Game) -> None:
    """Somebody is to move and has a legal play, or the game is over."""
    if game.over:
        assert game.to_play is None
        assert game.legal_actions() == []
        return
    assert game.to_play in range(game.rules.players)
    legal = game.legal_actions()
    assert legal
    held = int(game.state.hands[game.to_play]).bit_count()
    assert legal[-1] < (1 << held) - 1


def check_scores(before: list[int], game: Game, deal_began: list[int]) -> None:
    """The ladder moves by one sum a team, as section 7 says, or back to where the deal began."""
    for team, (old, new) in enumerate(zip(before, game.scores, strict=True)):
        reachable = {after_sum(old, points, game.rules) for points in range(11)}
        reachable.add(deal_began[team])  # annulled
        if game.reason == "forfeit":
            reachable = {old, 0}
        assert new in reachable
        assert game.rules.lowest_score <= new <= game.rules.points_to_win
    record = np.asarray(game.state)
    assert record["tricks"].sum() <= game.rules.tricks_per_deal
    if not game.over and game.rules.settlement == "trick":
        assert not record["unsettled"].any()


def after_sum(score: int, points: int, rules: Rules) -> int:
    excess = score + points - rules.points_to_win
    if excess <= 0:
        return score + points
    return (
        rules.points_to_win
        - {
            "rebound": excess,
            "deduct": excess + rules.points_to_win - score,
            "off": 0,
        }[rules.bust]
    )


def check_views(game: Game) -> None:
    """Views are sound: what a seat is said to know for certain is so, and legal plays agree."""
    hands = np.asarray(game.state)["hands"].tolist()
    players = game.rules.players
    legal = sum(1 << action for action in game.legal_actions())
    for seat in range(players):
        view = np.asarray(game.view(seat))
        held = [hands[(seat + relative) % players] for relative in range(players)]
        assert view["hand"] == held[0]
        assert view["hand_sizes"].tolist()[:players] == [hand.bit_count() for hand in held]
        for known, lacks, hand in zip(view["known"], view["lacks_toqutsit"], held, strict=False):
            assert int(known) & ~hand == 0
            assert not (lacks and hand & TOQUTSIT)
        holder = int(view["toqutsit_holder"])
        assert holder < 0 or held[holder] & TOQUTSIT
        assert view["legal"] == (legal if game.to_play == seat else 0)


@settings(max_examples=40)
@given(rules_of_games, seeds, choices)
def test_after_every_play(rules: Rules, seed: int, chosen: list[int]) -> None:
    game = begin(rules, seed)
    check_cards(game)
    check_turn(game)
    scores, began = game.scores, game.scores
    for _ in play(game, chosen, 50):
        check_cards(game)
        check_turn(game)
        check_scores(scores, game, began)
        check_views(game)
        scores, began = game.scores, game.state.scores_before[: rules.teams].tolist()


@settings(max_examples=30)
@given(rules_of_games, seeds, choices, st.sampled_from(("game", "deal")))
def test_every_game_ends(rules: Rules, seed: int, chosen: list[int], episode: str) -> None:
    game = begin(rules, seed, episode=episode)
    plays = len(list(play(game, chosen, 100)))
    assert game.over
    assert plays <= 2 * 36
    at_game = [team for team, s in enumerate(game.scores) if s == rules.points_to_win]
    if game.reason == "points":
        assert game.winners == at_game
    elif game.reason == "forfeit":
        assert rules.players == 4
        assert len(game.winners) == 1
        assert game.scores[1 - game.winners[0]] == 0
    elif game.reason == "truncated":
        assert (game.winners, game.deal, episode) == ([], 1, "game")
        assert at_game == []
    else:
        assert (game.reason, game.deal, episode) == ("deal", 0, "deal")
        assert len(game.winners) <= 1


@settings(max_examples=20)
@given(rules_of_games, seeds, choices)
def test_undo_gives_back_every_position(rules: Rules, seed: int, chosen: list[int]) -> None:
    game = begin(rules, seed)
    positions = [(bytes_of(game.state), str(game), list(game.actions))]
    for _ in play(game, chosen, 40):
        positions.append((bytes_of(game.state), str(game), list(game.actions)))
    while len(positions) > 1:
        assert (bytes_of(game.state), str(game), game.actions) == positions.pop()
        game.undo()
    assert (bytes_of(game.state), str(game), game.actions) == positions.pop()
    with pytest.raises(ValueError, match="no play to take back"):
        game.undo()


@settings(max_examples=20)
@given(rules_of_games, seeds, choices, st.integers(0, 40))
def test_a_copy_goes_on_identically_and_apart(
    rules: Rules, seed: int, chosen: list[int], split: int
) -> None:
    game = begin(rules, seed)
    list(play(game, chosen, split))
    twin = game.copy()
    before = bytes_of(game.state)
    assert bytes_of(twin.state) == before
    list(play(twin, chosen, 20))
    assert bytes_of(game.state) == before
    list(play(game, chosen, 20))
    assert bytes_of(game.state) == bytes_of(twin.state)
    assert game.actions == twin.actions


@settings(max_examples=25)
@given(rules_of_games, seeds, choices, st.sampled_from(("outcome", "points")))
def test_rewards_sum_to_zero_after_every_step(
    rules: Rules, seed: int, chosen: list[int], reward: str
) -> None:
    games = Games(3, rules, seed, start_scores="random", max_deals=1, reward=reward)
    total: NDArray[np.float64] = np.zeros((3, rules.teams))
    began = games.states["scores"][:, : rules.teams].astype(int)
    steps = 0
    while (games.to_play >= 0).any():
        games.step(legal_choices(games.masks, chosen[steps % len(chosen)]))
        assert games.rewards.shape == (3, rules.teams)
        np.testing.assert_allclose(games.rewards.sum(axis=1), 0, atol=1e-6)
        total += games.rewards
        steps += 1
    change = games.states["scores"][:, : rules.teams].astype(int) - began
    if reward == "points":
        others = (change.sum(axis=1, keepdims=True) - change) / (rules.teams - 1)
        np.testing.assert_allclose(total, (change - others) / rules.points_to_win, atol=1e-5)
    else:
        for row, winners in zip(total, games.states["winners"], strict=True):
            np.testing.assert_allclose(row, outcome(int(winners), rules.teams), atol=1e-6)


def legal_choices(masks: NDArray[np.int8], choice: int) -> list[int]:
    """A legal action of each game, 0 where it is over."""
    legal = [np.flatnonzero(mask) for mask in masks]
    return [int(actions[choice % len(actions)]) if len(actions) else 0 for actions in legal]


def outcome(winners: int, teams: int) -> list[float]:
    """What a game is worth to each team: winners share, losers share the loss."""
    number = winners.bit_count()
    if number in (0, teams):
        return [0.0] * teams
    if teams == 2:
        return [1.0 if winners >> team & 1 else -1.0 for team in range(2)]
    winner, loser = {1: (1.0, -0.5), 2: (0.25, -0.5)}[number]
    return [winner if winners >> team & 1 else loser for team in range(teams)]

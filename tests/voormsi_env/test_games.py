"""Games: N games side by side are N games one by one."""

from __future__ import annotations

import copy
import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numba
import numpy as np
import pytest
from helpers import SIZES, TWO_WITH_FIVE, bytes_of, play_tricks, tricks_of
from numpy.typing import NDArray

from voormsi_env import Game, Games, IllegalPlayError, Rules
from voormsi_env.cards import parse_cards
from voormsi_env.engine.randomness import game_seed

Actions = NDArray[np.int64]


def some_actions(games: Games) -> Actions:
    """A legal action of each game that follows from the game's seed and course alone."""
    count = np.maximum(games.masks.sum(axis=1), 1)
    mixed = games.states["seed"] % 1_009 + 31 * games.states["ply"]
    ranks = games.masks.cumsum(axis=1) * games.masks
    return (ranks == (mixed % count + 1)[:, None]).argmax(axis=1)


def play_out(games: Games, steps: int = 10_000) -> None:
    """Play until all games are over, or for some steps."""
    for _ in range(steps):
        if not (games.to_play >= 0).any():
            return
        games.step(some_actions(games))


def outputs(games: Games) -> list[bytes]:
    """All that a batch holds, as bytes."""
    arrays = (games.to_play, games.masks, games.observations, games.rewards, games.ended)
    return [
        bytes_of(games.states),
        bytes_of(games.finals),
        *(np.ascontiguousarray(array).tobytes() for array in arrays),
    ]


# The same games, however they are batched


@pytest.mark.parametrize("rules", SIZES, ids=["two", "three", "four"])
def test_the_same_games_come_out_of_a_batch_of_one_or_a_thousand(rules: Rules) -> None:
    arguments: dict[str, Any] = {"start_scores": "random", "max_deals": 3, "observe": True}
    many = Games(1_000, rules, seed=7, **arguments)
    few = Games(10, rules, seed=7, **arguments)
    assert few.states["seed"].tolist() == many.states["seed"][:10].tolist()
    play_out(many)
    play_out(few)
    assert bytes_of(many.states[:10]) == bytes_of(few.states)
    for index in (0, 9, 500, 999):
        one = Games(1, rules, seeds=[int(many.states["seed"][index])], **arguments)
        play_out(one)
        assert bytes_of(one.states[0]) == bytes_of(many.states[index])
        assert (one.observations[0] == many.observations[index]).all()


def test_a_game_of_a_batch_is_the_game_of_its_seed() -> None:
    games = Games(5, Rules.two(), seed=3, max_deals=2)
    singles = [Game(Rules.two(), seed=game_seed(3, index), max_deals=2) for index in range(5)]
    while (games.to_play >= 0).any():
        actions = some_actions(games)
        for index, single in enumerate(singles):
            assert bytes_of(single.state) == bytes_of(games.states[index])
            assert games.to_play[index] == (-1 if single.over else single.to_play)
            assert np.flatnonzero(games.masks[index]).tolist() == single.legal_actions()
            if not single.over:
                single.play_action(int(actions[index]))
        games.step(actions)


@pytest.mark.parametrize("threads", [2, 3])
def test_threads_change_nothing(threads: int) -> None:
    arguments: dict[str, Any] = {
        "n": 50,
        "seed": 1,
        "max_deals": 1,
        "observe": True,
        "auto_reset": True,
    }
    alone, shared = Games(**arguments), Games(**arguments, threads=threads)
    for _ in range(60):
        assert outputs(alone) == outputs(shared)
        alone.step(some_actions(alone))
        shared.step(some_actions(shared))


def test_more_threads_than_games_and_no_threads() -> None:
    games = Games(1, seed=1, threads=4)
    games.step(some_actions(games))
    assert games.states["ply"].tolist() == [1]
    with pytest.raises(ValueError, match="threads is 0; allowed are whole numbers from 1"):
        Games(1, threads=0)


def test_threads_of_the_rest_of_the_program_stay_as_they_are() -> None:
    threads = numba.get_num_threads()
    games = Games(4, seed=1, threads=2)
    games.step(games.random_actions(1))
    assert numba.get_num_threads() == threads


FORKED = """
import os
from voormsi_env import Games
games = Games(4, seed=1, threads=2)
games.step(games.random_actions(1))
child = os.fork()
games.step(games.random_actions(2))
if child == 0:
    os._exit(int(games.states["ply"].sum()))
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), games.states["ply"].sum())
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_a_forked_process_goes_on_without_threads() -> None:
    done = subprocess.run(
        [sys.executable, "-c", FORKED], capture_output=True, text=True, check=False
    )
    assert done.stdout.split() == ["8", "8"], done.stderr


def test_random_actions_are_legal_uniform_and_follow_from_the_key() -> None:
    games = Games(3_000, seeds=np.full(3_000, 5))
    legal = np.flatnonzero(games.masks[0])
    actions = games.random_actions(key=1)
    assert actions.tolist() == games.random_actions(key=1).tolist()
    assert actions.tolist() != games.random_actions(key=2).tolist()
    counts = np.bincount(actions, minlength=15)
    assert set(np.flatnonzero(counts)) == set(legal)
    expected = 3_000 / len(legal)
    assert (abs(counts[legal] - expected) < 5 * np.sqrt(expected)).all()


# Ends and beginnings


def test_a_game_that_is_over_stays_as_it_is() -> None:
    games = Games(20, seed=2, episode="deal", observe=True)
    play_out(games)
    before = outputs(games)[0]
    assert games.to_play.tolist() == [-1] * 20
    assert not games.masks.any()
    games.step(np.full(20, 99))  # what is said for a game that is over is not looked at
    assert outputs(games)[0] == before
    assert not games.ended.any()
    assert not games.rewards.any()
    # the observation is that of seat 0
    again = Games(20, seed=2, episode="deal", observe=True)
    play_out(again)
    assert (again.observations == games.observations).all()


@pytest.mark.parametrize("reward", ["outcome", "points"])
def test_auto_reset_begins_the_slots_next_game_in_the_step_that_ends_one(reward: str) -> None:
    games = Games(4, seed=9, episode="deal", auto_reset=True, reward=reward)
    begun = [games.states["seed"].tolist()]
    number = np.zeros(4, int)
    finals: dict[int, bytes] = {}
    for _ in range(150):
        games.step(some_actions(games))
        assert (games.to_play >= 0).all()
        assert games.masks.any(axis=1).all()
        for slot in np.flatnonzero(games.ended):
            number[slot] += 1
            first = begun[0][slot]
            assert games.states["seed"][slot] == game_seed(first, int(number[slot]))
            assert games.states["ply"][slot] == 0
            alone = Games(1, seeds=[int(games.finals["seed"][slot])], episode="deal")
            play_out(alone)
            finals[slot] = bytes_of(games.finals[slot])
            assert finals[slot] == bytes_of(alone.states[0])
        for slot, final in finals.items():
            assert bytes_of(games.finals[slot]) == final  # until the slot's next game ends
    assert number.min() >= 3


def test_reset_begins_the_next_game_of_the_slots_chosen() -> None:
    games = Games(3, seed=4, observe=True)
    seeds = games.states["seed"].tolist()
    games.step(some_actions(games))
    kept = bytes_of(games.states[[0, 2]])
    games.reset(np.array([False, True, False]))
    assert bytes_of(games.states[[0, 2]]) == kept
    assert games.states["seed"].tolist() == [seeds[0], game_seed(seeds[1], 1), seeds[2]]
    assert games.states["ply"].tolist() == [1, 0, 1]
    games.reset()
    assert games.states["seed"].tolist() == [
        game_seed(seeds[0], 1),
        game_seed(seeds[1], 2),
        game_seed(seeds[2], 1),
    ]
    fresh = Games(1, seeds=[game_seed(seeds[1], 2)], observe=True)
    assert bytes_of(fresh.states[0]) == bytes_of(games.states[1])
    assert (fresh.observations[0] == games.observations[1]).all()
    assert (fresh.masks[0] == games.masks[1]).all()


@pytest.mark.parametrize("which", [[True], [0, 1], [[True, False]], [1.0, 0.0]])
def test_what_to_reset_is_checked(which: list[Any]) -> None:
    games = Games(2, seed=1)
    before = outputs(games)
    with pytest.raises(ValueError, match=r"which is .*; allowed are 2 truth values"):
        games.reset(np.array(which))
    assert outputs(games) == before


# Rewards


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


# Illegal actions


@pytest.mark.parametrize("action", [-1, 15, 14, 10**9])
def test_an_illegal_action_in_one_slot_changes_nothing_anywhere(action: int) -> None:
    games = Games(6, seed=3, observe=True, auto_reset=True)
    for _ in range(5):
        games.step(some_actions(games))
    before, twin = outputs(games), copy.deepcopy(games)
    actions = some_actions(games)
    right = actions.copy()
    actions[4] = action
    assert not (0 <= action < 15 and games.masks[4, action])
    with pytest.raises(IllegalPlayError, match=rf"^game 4: action {action} .*legal plays are"):
        games.step(actions)
    assert outputs(games) == before
    games.step(right)
    twin.step(right)
    assert outputs(games) == outputs(twin)


def test_an_illegal_action_is_told_with_its_cards_and_the_legal_plays() -> None:
    deck = play_tricks("KH 5C 6C 6S", held={1: ["JC", "9C", "9S"]}, plays=0).deck()
    decks = np.array([[[name_to_card(name) for name in deck]]])
    games = Games(1, seed=1, decks=decks, first_dealers=3)
    games.step([action_of(games, ["KH"])])
    says = r"game 0: action 5 \(9C 9S\) is not legal for seat 1 holding JC 9C 9S 5C; "
    with pytest.raises(IllegalPlayError, match=says + "legal plays are JC$"):
        games.step([5])


@pytest.mark.parametrize(
    "actions", [[0], [0, 0, 0], [[0, 0]], [0.0, 0.0], ["a", "b"], [True, False], 0, [None, 0]]
)
def test_what_are_no_actions_is_refused(actions: Any) -> None:
    games = Games(2, seed=1)
    before = outputs(games)
    with pytest.raises(ValueError, match=r"actions are .*; allowed are whole numbers \(2,\)"):
        games.step(actions)
    assert outputs(games) == before


def test_actions_of_any_whole_type_will_do() -> None:
    for kind in (np.int8, np.uint8, np.int32, np.uint64, list):
        games = Games(2, seed=1)
        games.step(np.zeros(2, kind) if kind is not list else [0, 0])
        assert games.states["ply"].tolist() == [1, 1]


# Copies


def restored(games: Games) -> Games:
    twin = pickle.loads(pickle.dumps(games))
    assert isinstance(twin, Games)
    return twin


@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy, restored])
@pytest.mark.parametrize("threads", [1, 2])
def test_copies_go_on_identically_and_apart(
    duplicate: Callable[[Games], Games], threads: int
) -> None:
    games = Games(8, seed=6, episode="deal", auto_reset=True, observe=True, threads=threads)
    for _ in range(30):
        games.step(some_actions(games))
    twin = duplicate(games)
    before = outputs(games)
    assert outputs(twin) == before
    for _ in range(40):
        twin.step(some_actions(twin))
    assert outputs(games) == before
    for _ in range(40):
        games.step(some_actions(games))
    assert outputs(games) == outputs(twin)


# Views


def test_views_are_those_of_the_seats_asked_for() -> None:
    rules = Rules.three()
    games = Games(6, rules, seed=8)
    singles = [Game(rules, seed=int(seed)) for seed in games.states["seed"]]
    for _ in range(9):
        actions = some_actions(games)
        games.step(actions)
        for single, action in zip(singles, actions, strict=True):
            single.play_action(int(action))
    for view, single in zip(games.views(), singles, strict=True):
        assert bytes_of(view) == bytes_of(single.view(single.to_play or 0))
    for view, single in zip(games.views(2), singles, strict=True):
        assert bytes_of(view) == bytes_of(single.view(2))
    seats = [0, 1, 2, 0, 1, 2]
    for view, single, seat in zip(games.views(seats), singles, seats, strict=True):
        assert bytes_of(view) == bytes_of(single.view(seat))
    for wrong in (3, -1, [0, 1], [0, 1, 2, 0, 1, 3], 0.5):
        with pytest.raises(ValueError, match=r"seats are .*; allowed are 0 to 2"):
            games.views(wrong)


def test_views_of_a_game_that_is_over_are_those_of_seat_0() -> None:
    games = Games(2, seed=2, episode="deal")
    play_out(games)
    assert bytes_of(games.views()) == bytes_of(games.views(0))

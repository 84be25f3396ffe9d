"""Games: N games side by side are N games one by one."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from helpers import SIZES, bytes_of, play_tricks
from numpy.typing import NDArray

from voormsi_env import Game, Games, IllegalPlayError, Rules
from voormsi_env.cards import CARD_OF_NAME
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
    game = play_tricks("KH 5C 6C 6S", held={1: ["JC", "9C", "9S"]}, plays=1)
    decks = np.array([[[CARD_OF_NAME[name] for name in game.deck()]]])
    games = Games(1, seed=1, decks=decks, first_dealers=3)
    games.step(game.actions)
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

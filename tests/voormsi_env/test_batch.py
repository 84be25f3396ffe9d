"""The engine over arrays of games: what is illegal, what is chosen at random, and slices."""

from __future__ import annotations

import numpy as np
import pytest
from helpers import bytes_of

from voormsi_env import Games
from voormsi_env.batch import choose_random, first_illegal, nth_place, write_views
from voormsi_env.engine.state import VIEW


@pytest.mark.parametrize("wrong", [-1, 0, 3, 15, 16, 10**9])
def test_the_first_slot_with_an_illegal_action_is_found(wrong: int) -> None:
    legal_sets = np.array([0b110, 0, 0b110, 0b110], np.int16)
    assert first_illegal(np.array([1, 99, 2, 1]), legal_sets) == -1
    assert first_illegal(np.array([1, 99, wrong, wrong]), legal_sets) == 2


def test_the_places_of_a_set_are_counted_from_the_lowest() -> None:
    for bits in (1, 1 << 14, 0b101_0000_0110_1001, (1 << 15) - 1):
        places = [place for place in range(16) if bits >> place & 1]
        assert [nth_place(bits, n) for n in range(len(places))] == places


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


def test_a_slice_is_chosen_for_as_the_whole_is_and_nothing_beside_it() -> None:
    legal_sets = np.array([0b111_1111] * 40 + [0], np.int16)
    whole, part = np.full(41, -7), np.full(41, -7)
    choose_random(0, 41, legal_sets, 5, whole)
    choose_random(10, 20, legal_sets, 5, part)
    assert part[10:20].tolist() == whole[10:20].tolist()
    assert set(part[:10]) | set(part[20:]) == {-7}
    assert whole[40] == 0
    assert len(set(whole[:40])) > 3


def test_views_are_written_for_a_slice_and_a_seat_each() -> None:
    games = Games(3, seed=8)
    views = np.zeros(3, VIEW)
    write_views(1, 3, games.states, np.array([0, 2, -1], np.int8), views)
    assert not any(bytes_of(views[:1]))
    assert bytes_of(views[1]) == bytes_of(games.views(2)[1])
    assert bytes_of(views[2]) == bytes_of(games.views(0)[2])

"""Threads: sharing a batch among them changes nothing, in the batch or around it."""

from __future__ import annotations

import os
import subprocess
import sys

import numba
import numpy as np
import pytest
from helpers import bytes_of

from voormsi_env import Games
from voormsi_env.threads import numba_threads, usable_threads


@pytest.mark.parametrize("threads", [2, 3])
def test_threads_change_nothing(threads: int) -> None:
    alone, shared = (
        Games(50, seed=1, max_deals=1, observe=True, auto_reset=True, threads=number)
        for number in (1, threads)
    )
    for step in range(60):
        assert bytes_of(alone.states) == bytes_of(shared.states)
        assert bytes_of(alone.finals) == bytes_of(shared.finals)
        for name in ("to_play", "masks", "observations", "rewards", "ended"):
            assert np.array_equal(getattr(alone, name), getattr(shared, name)), name
        actions = alone.random_actions(step)
        assert actions.tolist() == shared.random_actions(step).tolist()
        alone.step(actions)
        shared.step(actions)


def test_more_threads_than_games_and_no_threads() -> None:
    games = Games(1, seed=1, threads=4)
    games.step(games.random_actions(1))
    assert games.states["ply"].tolist() == [1]
    with pytest.raises(ValueError, match="threads is 0; allowed are whole numbers from 1"):
        Games(1, threads=0)


def test_threads_of_the_rest_of_the_program_stay_as_they_are() -> None:
    threads = numba.get_num_threads()
    games = Games(4, seed=1, threads=2)
    games.step(games.random_actions(1))
    assert numba.get_num_threads() == threads


def test_no_more_threads_are_used_than_numba_has() -> None:
    assert usable_threads(1) == 1
    assert usable_threads(10_000) == numba.config.NUMBA_NUM_THREADS


def test_the_number_of_threads_is_put_back_after_an_error_too() -> None:
    before = numba.get_num_threads()
    within = []

    def fail() -> None:
        with numba_threads(1):
            within.append(numba.get_num_threads())
            raise KeyError

    with pytest.raises(KeyError):
        fail()
    assert within == [1]
    assert numba.get_num_threads() == before


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

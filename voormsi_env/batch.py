"""The engine over arrays of games: one compiled pass per call, nothing allocated.

Rows of different games never touch, so that threads can share a batch: the functions
`..._in_threads` cut it into slices, games `first` to `last` - 1.

The arrays are handed over one by one: in a tuple with names, whose type has to be worked out at
every call, a dozen of them cost a microsecond more, a fifth of a step of a single game.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import prange
from numpy.typing import NDArray

from voormsi_env.actions import NUM_ACTIONS
from voormsi_env.aliases import StartRecords, StateRecord, StateRecords, ViewRecords
from voormsi_env.engine.bits import count, spread
from voormsi_env.engine.jit import compiled, compiled_for_threads
from voormsi_env.engine.legal import legal
from voormsi_env.engine.play import start_game
from voormsi_env.engine.randomness import below, combine
from voormsi_env.engine.step import play_for_reward
from voormsi_env.engine.view import write_sight, write_view
from voormsi_env.observation import encode_view


@compiled
def start_games(
    first: int,
    last: int,
    games: StateRecords,
    starts: StartRecords,
    decks: NDArray[np.int8],
    which: NDArray[np.bool_],
) -> None:
    """Begin a game in every slot for which `which` (bool) is set."""
    for i in range(first, last):
        if which[i]:
            start_game(games[i], starts[i], decks[i])


@compiled
def first_illegal(actions: NDArray[np.int64], legal_sets: NDArray[np.int16]) -> int:
    """The first slot whose action is not legal, or -1; slots whose game is over do not count."""
    for i in range(len(actions)):
        action = actions[i]
        if legal_sets[i] != 0 and (
            action < 0 or action >= NUM_ACTIONS or legal_sets[i] >> action & 1 == 0
        ):
            return i
    return -1


@compiled
def step_games(
    games: StateRecords,
    starts: StartRecords,
    decks: NDArray[np.int8],
    actions: NDArray[np.int64],
    reward_kind: int,
    auto_reset: bool,
    rewards: NDArray[Any],
    ended: NDArray[np.bool_],
    finals: StateRecords,
    to_play: NDArray[np.int8],
    legal_sets: NDArray[np.int16],
    masks: NDArray[np.int8],
    layout_starts: NDArray[np.int64],
    scratch: NDArray[np.void],
    observations: NDArray[np.int8],
) -> int:
    """Make one play in each game that is not over, and write what its next seat gets.

    It is long because each array is named twice, once a line: where it comes in and goes on.

    Args:
        games: STATE (n,). starts: START (n,). decks: int8 (n, given, 36). actions: int64 (n,).
        reward_kind: REWARD_...
        auto_reset: begin the slot's next game at once when one ends.
        rewards: float32 (n, 3), overwritten: what the play was worth to each team.
        ended: bool (n,), overwritten: the play ended the game.
        finals: STATE (n,): where the record of a game that ended is copied to.
        to_play, legal_sets, masks, layout_starts, observations: as for `write_outputs`; the legal
            sets are also what the actions are checked against.
        scratch: VIEW (threads, 2), to work in; a thread's second one keeps it out of the next one's
            cache lines.

    Returns:
        -1; or the first slot whose action is not legal, and no game has changed.
    """
    illegal = first_illegal(actions, legal_sets)
    if illegal < 0:
        _step_slice(
            0,
            len(games),
            games,
            starts,
            decks,
            actions,
            reward_kind,
            auto_reset,
            rewards,
            ended,
            finals,
            to_play,
            legal_sets,
            masks,
            layout_starts,
            scratch[0],
            observations,
        )
    return illegal


@compiled_for_threads
def step_games_in_threads(
    threads: int,
    games: StateRecords,
    starts: StartRecords,
    decks: NDArray[np.int8],
    actions: NDArray[np.int64],
    reward_kind: int,
    auto_reset: bool,
    rewards: NDArray[Any],
    ended: NDArray[np.bool_],
    finals: StateRecords,
    to_play: NDArray[np.int8],
    legal_sets: NDArray[np.int16],
    masks: NDArray[np.int8],
    layout_starts: NDArray[np.int64],
    scratch: NDArray[np.void],
    observations: NDArray[np.int8],
) -> int:
    """`step_games`, a slice of the batch a thread; `threads` says how many slices."""
    illegal = first_illegal(actions, legal_sets)
    n = len(games) if illegal < 0 else 0
    for thread in prange(threads):
        _step_slice(
            n * thread // threads,
            n * (thread + 1) // threads,
            games,
            starts,
            decks,
            actions,
            reward_kind,
            auto_reset,
            rewards,
            ended,
            finals,
            to_play,
            legal_sets,
            masks,
            layout_starts,
            scratch[thread],
            observations,
        )
    return illegal


@compiled
def _step_slice(
    first: int,
    last: int,
    games: StateRecords,
    starts: StartRecords,
    decks: NDArray[np.int8],
    actions: NDArray[np.int64],
    reward_kind: int,
    auto_reset: bool,
    rewards: NDArray[Any],
    ended: NDArray[np.bool_],
    finals: StateRecords,
    to_play: NDArray[np.int8],
    legal_sets: NDArray[np.int16],
    masks: NDArray[np.int8],
    layout_starts: NDArray[np.int64],
    scratch: ViewRecords,
    observations: NDArray[np.int8],
) -> None:
    for i in range(first, last):
        game = games[i]
        ended[i] = False
        if game.over:
            rewards[i, :] = 0.0
        else:
            play_for_reward(game, actions[i], decks[i], reward_kind, rewards[i])
            if game.over:
                ended[i] = True
                finals[i] = game
                if auto_reset:
                    start_game(game, starts[i], decks[i])
        _write_output(game, i, to_play, legal_sets, masks, layout_starts, scratch, observations)


@compiled
def write_outputs(
    first: int,
    last: int,
    games: StateRecords,
    to_play: NDArray[np.int8],
    legal_sets: NDArray[np.int16],
    masks: NDArray[np.int8],
    layout_starts: NDArray[np.int64],
    scratch: ViewRecords,
    observations: NDArray[np.int8],
) -> None:
    """Write what the seat to play of each game gets; seat 0 where the game is over.

    Args:
        games: STATE (n,).
        to_play: int8 (n,), overwritten: the seat to play.
        legal_sets: int16 (n,), overwritten: its legal actions as bits.
        masks: int8 (n, 15), overwritten: its legal actions as a mask.
        layout_starts: `Layout.starts` of the observation.
        scratch: VIEW (1 or more,), to work in.
        observations: int8 (n, size), overwritten; no observation is made when size is 0.
    """
    for i in range(first, last):
        _write_output(games[i], i, to_play, legal_sets, masks, layout_starts, scratch, observations)


@compiled
def _write_output(
    game: StateRecord,
    slot: int,
    to_play: NDArray[np.int8],
    legal_sets: NDArray[np.int16],
    masks: NDArray[np.int8],
    layout_starts: NDArray[np.int64],
    scratch: ViewRecords,
    observations: NDArray[np.int8],
) -> None:
    seat = int(game.to_play)
    actions = legal(game)
    to_play[slot] = seat
    legal_sets[slot] = actions
    spread(actions, NUM_ACTIONS, masks[slot], 0)
    if observations.shape[1] != 0:
        write_sight(game, max(0, seat), scratch[0])
        encode_view(scratch[0], layout_starts, observations[slot])


@compiled
def write_views(
    first: int, last: int, games: StateRecords, seats: NDArray[np.int8], views: ViewRecords
) -> None:
    """Write what seat seats[i] may know of game i into views[i]; a seat of -1 is taken as 0."""
    for i in range(first, last):
        write_view(games[i], max(0, int(seats[i])), views[i])


@compiled
def choose_random(
    first: int, last: int, legal_sets: NDArray[np.int16], key: int, actions: NDArray[np.int64]
) -> None:
    """Choose uniformly among the legal actions of each game, by a key (0 to 2**63 - 1).

    Args:
        legal_sets: int16 (n,), sets of legal actions.
        actions: int64 (n,), overwritten; 0 where nothing is legal.
    """
    for i in range(first, last):
        choices = int(legal_sets[i])
        actions[i] = 0
        if choices != 0:
            actions[i] = nth_place(choices, below(combine(key, i), 0, count(choices)))


@compiled_for_threads
def choose_random_in_threads(
    threads: int, legal_sets: NDArray[np.int16], key: int, actions: NDArray[np.int64]
) -> None:
    """`choose_random` for a whole batch, a slice a thread."""
    n = len(legal_sets)
    for thread in prange(threads):
        choose_random(n * thread // threads, n * (thread + 1) // threads, legal_sets, key, actions)


@compiled
def nth_place(bits: int, n: int) -> int:
    """The place of set bit number n, from 0 at the lowest, of a set of up to 16 bits."""
    place = 0
    width = 8
    while width != 0:
        lower = count((bits >> place) & ((1 << width) - 1))
        if n >= lower:
            n -= lower
            place += width
        width >>= 1
    return place

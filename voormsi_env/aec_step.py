"""The AEC environment's way into the engine: one game, one compiled call a step.

Calling compiled code costs by the argument, and a record costs several times what plain bytes
do. So the game and the scratch memory of its steps lie in one WORKSPACE record, which these
functions are handed as bytes; a copy or a pickle of the bytes is a copy of the game. And compiling
costs by the function called from Python, so that all of a step's work stands in one of them.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from voormsi_env.actions import NUM_ACTIONS
from voormsi_env.aliases import Action, Decks, Seat
from voormsi_env.engine.jit import compiled
from voormsi_env.engine.legal import legal
from voormsi_env.engine.play import start_game
from voormsi_env.engine.state import MAX_TEAMS, START, STATE, VIEW
from voormsi_env.engine.step import play_for_reward
from voormsi_env.engine.stock import settle_deck
from voormsi_env.engine.view import write_view
from voormsi_env.full_state import encode_state
from voormsi_env.observation import encode_view

WORKSPACE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("game", STATE),  # the game; its options are set
                ("start", START),  # how the game begins
                ("reward_kind", np.int8),  # REWARD_...
                ("rewards", np.float64, (MAX_TEAMS,)),  # what the last play was worth, by team
                ("seen", VIEW),  # what the seat looked at last may know
            ],
            align=True,
        ),
    )
)
"""One game and the scratch memory of its steps."""

_SIZE = WORKSPACE.itemsize


def new_workspace(layout_starts: NDArray[np.int64]) -> NDArray[np.uint8]:
    """A WORKSPACE's bytes, all 0, and behind them where the fields of the observation start.

    Args:
        layout_starts: `Layout.starts` of the observation.
    """
    return np.concatenate([np.zeros(_SIZE, np.uint8), layout_starts.view(np.uint8)])


def part_of(workspace: NDArray[np.uint8], field: str) -> NDArray[Any]:
    """A field of the workspace in these bytes, not a copy: an array of one record or number, or
    of the field's numbers."""
    assert WORKSPACE.fields is not None
    dtype, offset = WORKSPACE.fields[field][:2]
    part: NDArray[Any] = workspace[offset : offset + dtype.itemsize].view(dtype.base)
    return part


BEGIN = -1
LOOK = -2

ILLEGAL = -1
SEAT_BITS = 3
REWARDED = 4
OVER = 8


@compiled
def advance(
    workspace: NDArray[np.uint8],
    decks: Decks,
    action: Action,
    seat: Seat,
    observation: NDArray[np.int8],
    mask: NDArray[np.int8],
) -> int:
    """Make a play or begin a game, then write what the seat to play sees; or write what any sees.

    Args:
        workspace: of `new_workspace`.
        decks: int8 (given, 36), decks of the first deals.
        action: 0 to 14; or BEGIN, to begin a game; or LOOK, to do nothing.
        seat: who looks, with LOOK.
        observation: int8 (size,), overwritten with the observation of the seat.
        mask: int8 (15,), overwritten with its action mask, all 0 when it is not to move.

    Returns:
        ILLEGAL, nothing having changed; or OVER, `observation` and `mask` being left alone; or
        the seat that was written of. With REWARDED added if some reward is not 0.
    """
    work = workspace[:_SIZE].view(WORKSPACE)[0]
    game = work.game
    looker = int(seat)
    outcome = 0
    if action != LOOK:
        if action == BEGIN:
            start_game(game, work.start, decks)
        elif legal(game) >> action & 1 == 0:
            return ILLEGAL
        else:
            outcome = _play_and_pay(work, action, decks)
            if game.over:
                return outcome | OVER
        looker = int(game.to_play)
    write_view(game, looker, work.seen)
    encode_view(work.seen, workspace[_SIZE:].view(np.int64), observation)
    for choice in range(NUM_ACTIONS):
        mask[choice] = work.seen.legal >> choice & 1
    return outcome | looker


@compiled
def _play_and_pay(work: np.record, action: Action, decks: Decks) -> int:
    """Make a legal play and write the rewards; REWARDED if some is not 0, else 0."""
    play_for_reward(work.game, action, decks, work.reward_kind, work.rewards)
    for team in range(MAX_TEAMS):
        if work.rewards[team] != 0.0:
            return REWARDED
    return 0


@compiled
def reveal(
    workspace: NDArray[np.uint8], layout_starts: NDArray[np.int64], state: NDArray[np.int8]
) -> None:
    """Write the full state into int8 (size,).

    The deck is settled to its last place in doing so, which changes nothing that can be seen.

    Args:
        workspace: of `new_workspace`.
        layout_starts: `Layout.starts` of the full state.
        state: int8 (size,), overwritten.
    """
    game = workspace[:_SIZE].view(WORKSPACE)[0].game
    settle_deck(game)
    encode_state(game, layout_starts, state)

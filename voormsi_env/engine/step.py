"""A play and what it was worth: the step of every environment."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from voormsi_env.aliases import Action, Decks, StateRecord
from voormsi_env.engine.jit import inlined
from voormsi_env.engine.play import play
from voormsi_env.engine.rewards import REWARD_POINTS, write_outcome, write_points
from voormsi_env.engine.state import MAX_TEAMS


@inlined
def play_for_reward(
    game: StateRecord,
    action: Action,
    decks: Decks,
    reward_kind: int,
    rewards: NDArray[Any],
) -> None:
    """Make a legal play and write what it was worth to each team.

    Args:
        game: a STATE record whose game is not over.
        action: a legal action; its legality is not checked.
        decks: int8 (given, 36), as for `start_game`.
        reward_kind: REWARD_...
        rewards: float (3,), overwritten; its place serves as the note of the ladder before.
    """
    by_points = reward_kind == REWARD_POINTS
    for team in range(MAX_TEAMS):
        rewards[team] = game.scores[team] if by_points else 0.0
    play(game, action, decks)
    if by_points:
        write_points(game, rewards, rewards)
    elif game.over:
        write_outcome(game, rewards)

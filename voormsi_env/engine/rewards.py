"""What a play is worth to each team: sums to zero over the teams."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from voormsi_env.aliases import StateRecord
from voormsi_env.engine.bits import count
from voormsi_env.engine.jit import compiled
from voormsi_env.engine.state import MAX_TEAMS

REWARD_OUTCOME, REWARD_POINTS = range(2)
REWARDS: tuple[str, ...] = ("outcome", "points")


@compiled
def write_outcome(game: StateRecord, out: NDArray[Any]) -> None:
    """At the end of a game: 1 to the winner, the others share -1; winners share; 0 for a draw.

    Args:
        game: a STATE record.
        out: float32 (3,), a reward a team; zeros while the game is not over or has no winner.
    """
    teams = int(game.teams)
    winners = count(int(game.winners))
    for team in range(MAX_TEAMS):
        out[team] = 0.0
        if winners > 0 and team < teams:
            share = 1.0 / winners if game.winners >> team & 1 else 0.0
            out[team] = (teams * share - 1.0) / (teams - 1)


@compiled
def write_points(game: StateRecord, before: NDArray[Any], out: NDArray[Any]) -> None:
    """Each team's change on the ladder less the mean of the others', by `game_points`.

    Args:
        game: a STATE record.
        before: numbers (3,), the ladder before the play.
        out: float32 (3,), a reward a team; may be the same array as `before`.
    """
    teams = int(game.teams)
    total = 0.0
    for team in range(teams):
        total += float(game.scores[team]) - float(before[team])
    for team in range(MAX_TEAMS):
        if team < teams:
            change = float(game.scores[team]) - float(before[team])
            others = (total - change) / (teams - 1)
            out[team] = (change - others) / float(game.game_points)
        else:
            out[team] = 0.0

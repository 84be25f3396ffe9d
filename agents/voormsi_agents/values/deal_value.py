"""What the end of a deal is worth: the chance that a team wins the game."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from voormsi_agents.values.win_probability import win_table
from voormsi_env.engine.bits import count
from voormsi_env.engine.jit import compiled
from voormsi_env.engine.state import REASON_DEAL
from voormsi_env.engine.table import next_seat, team_of
from voormsi_env.rules import Rules


class Judge:
    """The win table of some rules, as compiled code takes it.

    Attributes:
        values: `WinTable.values`.
        ladder: int64 (3,): score of rung 0, number of rungs, and how far scores are moved up.
    """

    def __init__(self, rules: Rules) -> None:
        """Take the table of the rules."""
        table = win_table(rules)
        self.values: NDArray[np.float32] = table.values
        self.ladder = np.array(
            [table.lowest, table.highest - table.lowest, rules.points_to_win - table.highest],
            np.int64,
        )


@compiled
def value_of_end(game: Any, team: int, whole_game: bool, values: Any, ladder: Any) -> float:
    """The chance that a team wins, where play of a world has ended.

    Args:
        game: a STATE record that is over, played with `single_deal` set.
        team: whose chance.
        whole_game: the deal is one of a game; else what counts is who gained most in the deal.
        values, ladder: of a `Judge`.
    """
    teams = int(game.teams)
    if game.reason == REASON_DEAL and whole_game:
        if game.deal + 1 >= game.max_deals:
            return 1.0 / teams
        third = _rung(game.scores[(team + 2) % teams], ladder) if teams == 3 else 0
        return float(
            values[
                _rung(game.scores[team], ladder),
                _rung(game.scores[(team + 1) % teams], ladder),
                third,
                (team_of(game, next_seat(game, game.dealer)) + teams - team) % teams,
            ]
        )
    winners = count(int(game.winners))
    if winners == 0:
        return 1.0 / teams
    return 1.0 / winners if int(game.winners) >> team & 1 != 0 else 0.0


@compiled
def _rung(score: int, ladder: Any) -> int:
    rung: int = min(max(int(score) - ladder[2] - ladder[0], 0), ladder[1] - 1)
    return rung

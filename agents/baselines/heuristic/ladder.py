"""The race up the ladder: the chance to win the game from any score.

The table is worked out beforehand, like the match equity tables of backgammon: a game is taken
for a series of deals that each bring points by chance, the same chances for both teams.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from voormsi_env.engine.jit import compiled
from voormsi_env.engine.state import BUST_DEDUCT, BUST_OFF, BUST_REBOUND

FARTHEST = 24
"""Needs are told apart up to this many points."""

DEAL_POINTS: dict[tuple[int, int], float] = {
    (0, 0): 0.02,
    (1, 0): 0.17,
    (2, 0): 0.12,
    (3, 0): 0.07,
    (4, 0): 0.03,
    (5, 0): 0.01,
    (1, 1): 0.05,
    (1, 2): 0.04,
    (2, 1): 0.02,
}
"""How often a deal brings a team and its rivals so many points; the mirror image as often."""


@compiled
def need_after(bust: int, need: int, points: int) -> int:
    """How many points are needed after a sum has gone on the ladder (RULES.md section 7)."""
    if points <= need:
        return need - points
    if bust == BUST_REBOUND:
        return points - need
    if bust == BUST_DEDUCT:
        return points
    return 0


def _win_chances() -> NDArray[np.float64]:
    table = np.zeros((3, FARTHEST + 1, FARTHEST + 1))
    total = sum(DEAL_POINTS.values()) * 2
    side = FARTHEST + 1
    for bust in (BUST_REBOUND, BUST_DEDUCT, BUST_OFF):
        matrix = np.eye(side * side)
        known = np.zeros(side * side)
        for need in range(side):
            for rival in range(side):
                here = need * side + rival
                if need == 0 or rival == 0:
                    known[here] = 0.5 if need == rival else float(need == 0)
                    continue
                for (points, rival_points), share in DEAL_POINTS.items():
                    for mine, theirs in ((points, rival_points), (rival_points, points)):
                        a = min(FARTHEST, need_after(bust, need, mine))
                        b = min(FARTHEST, need_after(bust, rival, theirs))
                        matrix[here, a * side + b] -= share / total
        table[bust] = np.linalg.solve(matrix, known).reshape(side, side)
    return table


WIN_CHANCES = _win_chances()
"""WIN_CHANCES[bust, need, rival_need]: a team's chance to win the game from points needed."""


def _five_chances() -> NDArray[np.float64]:
    side = FARTHEST + 1
    table = np.zeros((3, side, side, 2))
    for bust in range(3):
        for need in range(side):
            for rival in range(side):
                e = lambda k: WIN_CHANCES[bust, min(FARTHEST, need_after(bust, need, k)), rival]
                table[bust, need, rival, 0] = (
                    e(2) / 2 + e(3) / 4 + e(4) / 8 + e(5) / 16 + WIN_CHANCES[bust, need, rival] / 16
                )
                table[bust, need, rival, 1] = e(1)
    return table


FIVE_CHANCES = _five_chances()
"""FIVE_CHANCES[bust, need, rival_need, beaten]: the same when the team has just won five."""

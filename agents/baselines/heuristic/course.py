"""The race to five tricks: what a trick is worth in chances to win the game."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.baselines.heuristic.ladder import FARTHEST, FIVE_CHANCES, WIN_CHANCES, need_after
from voormsi_env.engine.jit import compiled
from voormsi_env.engine.scoring import MAJORITY

NUM_COURSES = 6


@cache
def _courses(teams: int, tricks: tuple[int, int, int]) -> NDArray[np.float64]:
    out = np.zeros(NUM_COURSES)
    total = 9 if teams == 2 else 12
    for team in range(teams):
        if tricks[team] >= MAJORITY:
            out[2 * team + (0 if sum(tricks) == tricks[team] else 1)] = 1
            return out
    if sum(tricks) >= total:
        return out
    for team in range(teams):
        after = list(tricks)
        after[team] += 1
        out += _courses(teams, (after[0], after[1], after[2])) / teams
    return out


@cache
def _lasting(teams: int, tricks: tuple[int, int, int]) -> NDArray[np.float64]:
    """Chances that the deal goes on for at least 1, 2, 3, 4 tricks more."""
    out = np.zeros(4)
    total = 9 if teams == 2 else 12
    if max(tricks) >= MAJORITY or sum(tricks) >= total:
        if max(tricks) == sum(tricks) < total:
            out[:] = [1, 0.5, 0.25, 0.125]
        return out
    out[0] = 1
    for team in range(teams):
        after = list(tricks)
        after[team] += 1
        out[1:] += _lasting(teams, (after[0], after[1], after[2]))[:3] / teams
    return out


def _table(function: Any, size: int) -> NDArray[np.float64]:
    out = np.zeros((2, 5, 5, 5, size))
    for teams in (2, 3):
        for a in range(5):
            for b in range(5):
                for c in range(5 if teams == 3 else 1):
                    out[teams - 2, a, b, c] = function(teams, (a, b, c))
    return out


COURSES = _table(_courses, NUM_COURSES)
"""COURSES[teams - 2, a, b, c, 2 * team + beaten]: chance that a team is first with five tricks."""

LASTING = _table(_lasting, 4)
"""LASTING[teams - 2, a, b, c, i]: chance that at least i + 1 more tricks are played."""


@compiled
def chance_against(
    view: Any, rival: int, t0: int, t1: int, t2: int, need: int, rival_need: int
) -> float:
    """The chance to win against one rival."""
    bust = int(view.bust)
    need = min(FARTHEST, max(0, need))
    rival_need = min(FARTHEST, max(0, rival_need))
    if t0 < MAJORITY and t1 < MAJORITY and t2 < MAJORITY:
        row = COURSES[int(view.teams) - 2, t0, t1, t2]
        mine = FIVE_CHANCES[bust, need, rival_need]
        theirs = FIVE_CHANCES[bust, rival_need, need]
        a = row[0]
        b = row[1]
        c = row[2 * rival]
        d = row[2 * rival + 1]
        return (
            a * mine[0]
            + b * mine[1]
            + c * (1.0 - theirs[0])
            + d * (1.0 - theirs[1])
            + (1.0 - a - b - c - d) * WIN_CHANCES[bust, need, rival_need]
        )
    rival_tricks = t1 if rival == 1 else t2
    if t0 >= MAJORITY:
        return chance_with_five(view, t0, t0 + t1 + t2, need, rival_need)
    if rival_tricks >= MAJORITY:
        return 1.0 - chance_with_five(view, rival_tricks, t0 + t1 + t2, rival_need, need)
    return WIN_CHANCES[bust, need, rival_need]


@compiled
def chance_with_five(view: Any, tricks: int, played: int, need: int, rival_need: int) -> float:
    """The chance of a team with five tricks or more."""
    bust = int(view.bust)
    total = 12 if view.teams == 3 else 9
    if tricks < played:
        return WIN_CHANCES[
            bust, min(FARTHEST, need_after(bust, need, 1 + tricks - MAJORITY)), rival_need
        ]
    worth = 0.0
    chance = 1.0
    while tricks < total:
        chance *= 0.5
        worth += (
            chance
            * WIN_CHANCES[
                bust, min(FARTHEST, need_after(bust, need, 2 + tricks - MAJORITY)), rival_need
            ]
        )
        tricks += 1
    return worth + chance * WIN_CHANCES[bust, need, rival_need]


@compiled
def chance_of_game(view: Any, t0: int, t1: int, t2: int, n0: int, n1: int, n2: int) -> float:
    chance = chance_against(view, 1, t0, t1, t2, n0, n1)
    if view.teams == 3:
        chance = 0.5 * (chance + chance_against(view, 2, t0, t1, t2, n0, n2))
    return chance

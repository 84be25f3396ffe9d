"""The race up the ladder: how likely a team is to win the game from any score.

The table is worked out when this module is first imported, as the match equity tables of
backgammon are: a game is taken for a series of deals that bring points by chance, the same
chances for either team. The chances of a deal are part of this version of the player: measuring
them anew would change how it plays.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from voormsi_env.engine.jit import compiled
from voormsi_env.engine.state import BUST_DEDUCT, BUST_OFF, BUST_REBOUND

DEAL_POINTS: dict[tuple[int, int], float] = {
    (0, 0): 0.040,  # most of these are annulled deals
    (1, 0): 0.584,
    (2, 0): 0.240,
    (3, 0): 0.066,
    (4, 0): 0.029,
    (5, 0): 0.014,
    (1, 1): 0.011,
    (2, 1): 0.016,
}
"""How often a deal of this player against itself brings one team and the other these points."""

FARTHEST = 24
"""The table tells needs apart up to this many points; who needs more counts as needing so many."""


def _need_after(bust: int, need: int, points: int) -> int:
    """How many points are needed once a sum has gone on the ladder (docs/rules.md section 7)."""
    if points <= need:
        return need - points
    if bust == BUST_REBOUND:
        return points - need
    if bust == BUST_DEDUCT:
        return points
    return 0


need_after = compiled(_need_after)


def _win_chances(bust: int) -> NDArray[np.float64]:
    """Solve the chances of all pairs of needs together: each is a mean of others."""
    side = FARTHEST + 1
    mean = np.eye(side * side)
    settled = np.zeros(side * side)
    for need in range(side):
        for rival_need in range(side):
            here = need * side + rival_need
            if need == 0 or rival_need == 0:
                settled[here] = 0.5 if need == rival_need else float(need == 0)
                continue
            for points, share in DEAL_POINTS.items():
                for mine, theirs in (points, points[::-1]):
                    after = min(FARTHEST, _need_after(bust, need, mine))
                    rival_after = min(FARTHEST, _need_after(bust, rival_need, theirs))
                    mean[here, after * side + rival_after] -= share / 2
    chances = np.asarray(np.linalg.solve(mean, settled), np.float64).reshape(side, side)
    return chances


WIN_CHANCES = np.stack([_win_chances(bust) for bust in (BUST_REBOUND, BUST_DEDUCT, BUST_OFF)])
"""WIN_CHANCES[bust, need, rival_need]: the chance to be the first to make the points needed."""


def _run_chances(bust: int) -> NDArray[np.float64]:
    """The chances of a team with five tricks, unbeaten, that goes on to toss for the other four."""
    chances: NDArray[np.float64] = WIN_CHANCES[bust] / 16  # all nine: annulled
    for points, share in ((2, 1 / 2), (3, 1 / 4), (4, 1 / 8), (5, 1 / 16)):
        after = [_need_after(bust, need, points) for need in range(FARTHEST + 1)]
        chances = chances + share * WIN_CHANCES[bust][after]
    return chances


RUN_CHANCES = np.stack([_run_chances(bust) for bust in (BUST_REBOUND, BUST_DEDUCT, BUST_OFF)])
"""RUN_CHANCES[bust, need, rival_need]: the same for a team that has just won its first five tricks
before any other won one (section 6)."""

"""How likely a team is to win from a given ladder, before a deal.

The points of a deal are taken to fall as measured in deals that an agent played against itself
(`deal_outcomes.json`, made by `benchmarks/deal_outcomes.py`), whatever the ladder; the chance of
winning the game then follows for any length of ladder and any way of going bust, by value
iteration.

It is what the end of a deal is worth: to search as the value of a rollout, in learning for shaping.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from voormsi_env.engine.jit import compiled
from voormsi_env.engine.state import BUST_DEDUCT, BUST_REBOUND
from voormsi_env.rules import BUSTS, MAX_GAME_POINTS, Rules

OUTCOMES_FILE = Path(__file__).with_name("deal_outcomes.json")

# One way in which a deal can go, a row of int64. Teams are relative to the dealer's: 0 is his.
FORFEITED, BONUS_TEAM, BONUS_POINTS, BONUS_TIME, ANNULLED, POINTS = range(6)
COLUMNS = POINTS + 3  # the points for tricks of three teams
TIME_NONE, TIME_BEFORE_RUN, TIME_IN_RUN, TIME_AT_END = range(4)

LONGEST_LADDER = {2: MAX_GAME_POINTS, 3: 12}
"""By number of teams: a longer ladder is taken as this long, all scores moved up alike."""

Values: TypeAlias = NDArray[np.float32]
"""float32 (rungs, rungs, rungs or 1, teams), see `WinTable`."""
Scores: TypeAlias = NDArray[np.int64]
"""int64 (3,), one a team."""

MAX_SWEEPS = 100
TOLERANCE = 1e-4


class Ladder(NamedTuple):
    """What scores may be, and how points are put on them.

    Attributes:
        lowest, highest: the score of rung 0, and the score that wins.
        bust: BUST_...
        settle_at_end: bonuses are settled with the deal.
    """

    lowest: int
    highest: int
    bust: int
    settle_at_end: bool


class WinTable:
    """The chance of winning, for every ladder and next dealer.

    Attributes:
        values: float32 (rungs, rungs, rungs or 1, teams): the chance that team 0 wins, a draw
            counting as a share, at `values[a - lowest, b - lowest, c - lowest, d]` with the
            scores a, b, c of the teams 0, 1, 2 and d the team that deals next.
        lowest: the score of rung 0; lower scores count as this one.
        highest: scores are moved so that `game_points` of the rules is this.
    """

    def __init__(self, rules: Rules) -> None:
        """Work it out; `win_table` does so once for each rules."""
        self.highest = min(rules.points_to_win, LONGEST_LADDER[rules.teams])
        self.lowest = min(-self.highest, self.highest - 10)
        self._moved_up = rules.points_to_win - self.highest
        outcomes, chances = deal_outcomes(rules.players)
        rungs = self.highest - self.lowest
        last = rungs if rules.teams == 3 else 1
        self.values: Values = np.full(
            (rungs, rungs, last, rules.teams), 1 / rules.teams, np.float32
        )
        ladder = Ladder(
            self.lowest, self.highest, BUSTS.index(rules.bust), rules.settlement == "deal"
        )
        for _ in range(MAX_SWEEPS):
            change = _sweep(self.values, outcomes, chances, ladder)
            if change < TOLERANCE:
                break
        self.values.setflags(write=False)

    def chance(self, scores: list[int], next_dealer: int) -> float:
        """The chance that team 0 wins.

        Args:
            scores: one a team, below `game_points`, team 0 first.
            next_dealer: the team whose player deals next.
        """
        rungs = [_rung(score - self._moved_up, self) for score in scores] + [0]
        return float(self.values[rungs[0], rungs[1], rungs[2], next_dealer])


def _rung(score: int, table: WinTable) -> int:
    return min(max(score, table.lowest), table.highest - 1) - table.lowest


@cache
def win_table(rules: Rules) -> WinTable:
    """The table for given rules; worked out once."""
    return WinTable(rules)


@compiled
def _sweep(
    values: Values, outcomes: NDArray[np.int64], chances: NDArray[np.float64], ladder: Ladder
) -> float:
    """Bring every value up to date from the others, high scores first; the largest change."""
    change = 0.0
    scores = np.zeros(3, np.int64)
    after = np.zeros(3, np.int64)
    for a in range(values.shape[0] - 1, -1, -1):
        for b in range(values.shape[1] - 1, -1, -1):
            for c in range(values.shape[2] - 1, -1, -1):
                scores[0] = a + ladder.lowest
                scores[1] = b + ladder.lowest
                scores[2] = c + ladder.lowest
                for dealer in range(values.shape[3]):
                    value = 0.0
                    for row in range(len(chances)):
                        for team in range(3):
                            after[team] = scores[team]
                        value += chances[row] * _value_after(
                            values, outcomes[row], after, dealer, ladder
                        )
                    change = max(change, abs(value - values[a, b, c, dealer]))
                    values[a, b, c, dealer] = value
    return change


@compiled
def _value_after(
    values: Values, outcome: NDArray[np.int64], scores: Scores, dealer: int, ladder: Ladder
) -> float:
    """What a deal that went in a given way is worth to team 0; `scores` becomes the new ladder."""
    teams = values.shape[3]
    if outcome[FORFEITED] >= 0:
        return 0.0 if (outcome[FORFEITED] + dealer) % teams == 0 else 1.0 / (teams - 1)
    winner = _settle(outcome, scores, teams, dealer, ladder)
    if winner >= 0:
        return 1.0 if winner == 0 else 0.0
    winners = 0
    for team in range(teams):
        if scores[team] == ladder.highest:
            winners += 1
    if winners > 0:
        return 1.0 / winners if scores[0] == ladder.highest else 0.0
    third = max(scores[2], ladder.lowest) - ladder.lowest if teams == 3 else 0
    return float(
        values[
            max(scores[0], ladder.lowest) - ladder.lowest,
            max(scores[1], ladder.lowest) - ladder.lowest,
            third,
            (dealer + 1) % teams,
        ]
    )


@compiled
def _settle(
    outcome: NDArray[np.int64], scores: Scores, teams: int, dealer: int, ladder: Ladder
) -> int:
    """Put on the ladder what a deal brought; the team whose bonus ended the game first, or -1."""
    before = (scores[0], scores[1], scores[2])
    at_end = 0
    bonus_team = -1
    if outcome[BONUS_TIME] != TIME_NONE:
        bonus_team = (outcome[BONUS_TEAM] + dealer) % teams
        if ladder.settle_at_end or outcome[BONUS_TIME] == TIME_AT_END:
            at_end = outcome[BONUS_POINTS]
        else:
            scores[bonus_team] = _score_after(scores[bonus_team], outcome[BONUS_POINTS], ladder)
            if outcome[BONUS_TIME] == TIME_BEFORE_RUN and scores[bonus_team] == ladder.highest:
                return int(bonus_team)
    if outcome[ANNULLED] != 0:
        for team in range(3):
            scores[team] = before[team]
        return -1
    for team in range(teams):
        points = outcome[POINTS + (team - dealer) % teams]
        if team == bonus_team:
            points += at_end
        scores[team] = _score_after(scores[team], points, ladder)
    return -1


@compiled
def _score_after(score: int, points: int, ladder: Ladder) -> int:
    excess = score + points - ladder.highest
    if excess <= 0:
        return score + points
    if ladder.bust == BUST_REBOUND:
        return ladder.highest - excess
    if ladder.bust == BUST_DEDUCT:
        return score - excess
    return ladder.highest


@cache
def deal_outcomes(players: int) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Ways in which a deal can go, int64 (ways, COLUMNS), and their chances, float64 (ways,)."""
    measured = json.loads(OUTCOMES_FILE.read_text(encoding="utf-8"))[str(players)]
    rows = np.array(measured["outcomes"], np.int64)
    return np.ascontiguousarray(rows[:, 1:]), rows[:, 0] / rows[:, 0].sum()

"""How likely a team is to win from a given ladder, before a deal.

The points of a deal are taken to fall as measured in deals that an agent played against itself
(`deal_outcomes.json`), whatever the ladder; the chance of winning the game then follows for any
length of ladder and any way of going bust, by value iteration. To measure them anew:

    python -m voormsi_agents.values.win_probability --agent heuristic --deals 40000

Used to judge the end of a deal: by search as the value of a playout, in learning for shaping.
"""

from __future__ import annotations

import argparse
import json
import os
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from voormsi_agents.matches.lockstep import play_to_end
from voormsi_agents.registry import UnknownAgentError, make_agent
from voormsi_env.engine.jit import compiled
from voormsi_env.engine.scoring import POINTS_OF_BONUS
from voormsi_env.engine.state import (
    BONUS_NONE,
    BUST_DEDUCT,
    BUST_REBOUND,
    REASON_FORFEIT,
    SEAT_SHIFT,
)
from voormsi_env.games import Games
from voormsi_env.rules import BUSTS, MAX_GAME_POINTS, Rules

OUTCOMES_FILE = Path(__file__).with_name("deal_outcomes.json")

# One way in which a deal can go, a row of int64. Teams are relative to the dealer's: 0 is his.
FORFEITED, BONUS_TEAM, BONUS_POINTS, BONUS_TIME, ANNULLED, POINTS = range(6)
COLUMNS = POINTS + 3  # the points for tricks of three teams
TIME_NONE, TIME_BEFORE_RUN, TIME_IN_RUN, TIME_AT_END = range(4)

LONGEST_LADDER = {2: MAX_GAME_POINTS, 3: 12}
"""By number of teams: a longer ladder is taken as this long, all scores moved up alike."""


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
        self.values: NDArray[np.float32] = np.full(
            (rungs, rungs, last, rules.teams), 1 / rules.teams, np.float32
        )
        for _ in range(MAX_SWEEPS):
            change = _sweep(
                self.values,
                outcomes,
                chances,
                self.lowest,
                self.highest,
                BUSTS.index(rules.bust),
                rules.settlement == "deal",
            )
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


MAX_SWEEPS = 100
TOLERANCE = 1e-4


def _rung(score: int, table: WinTable) -> int:
    return min(max(score, table.lowest), table.highest - 1) - table.lowest


@cache
def win_table(rules: Rules) -> WinTable:
    """The table for given rules; worked out once."""
    return WinTable(rules)


@compiled
def _sweep(
    values: Any,
    outcomes: Any,
    chances: Any,
    lowest: int,
    highest: int,
    bust: int,
    settle_at_end: bool,
) -> float:
    """Bring every value up to date from the others, high scores first; the largest change."""
    teams = values.shape[3]
    change = 0.0
    scores = np.zeros(3, np.int64)
    after = np.zeros(3, np.int64)
    for a in range(values.shape[0] - 1, -1, -1):
        for b in range(values.shape[1] - 1, -1, -1):
            for c in range(values.shape[2] - 1, -1, -1):
                scores[0] = a + lowest
                scores[1] = b + lowest
                scores[2] = c + lowest
                for dealer in range(teams):
                    value = 0.0
                    for row in range(len(chances)):
                        for team in range(3):
                            after[team] = scores[team]
                        value += chances[row] * _value_after(
                            values,
                            outcomes[row],
                            after,
                            dealer,
                            lowest,
                            highest,
                            bust,
                            settle_at_end,
                        )
                    change = max(change, abs(value - values[a, b, c, dealer]))
                    values[a, b, c, dealer] = value
    return change


@compiled
def _value_after(
    values: Any,
    outcome: Any,
    scores: Any,
    dealer: int,
    lowest: int,
    highest: int,
    bust: int,
    settle_at_end: bool,
) -> float:
    """What a deal that went in a given way is worth to team 0; `scores` becomes the new ladder."""
    teams = values.shape[3]
    if outcome[FORFEITED] >= 0:
        return 0.0 if (outcome[FORFEITED] + dealer) % teams == 0 else 1.0 / (teams - 1)
    a = scores[0]
    b = scores[1]
    c = scores[2]
    at_end = 0
    bonus_team = -1
    if outcome[BONUS_TIME] != TIME_NONE:
        bonus_team = (outcome[BONUS_TEAM] + dealer) % teams
        if settle_at_end or outcome[BONUS_TIME] == TIME_AT_END:
            at_end = outcome[BONUS_POINTS]
        else:
            scores[bonus_team] = _score_after(
                scores[bonus_team], outcome[BONUS_POINTS], highest, bust
            )
            if outcome[BONUS_TIME] == TIME_BEFORE_RUN and scores[bonus_team] == highest:
                return 1.0 if bonus_team == 0 else 0.0
    if outcome[ANNULLED] != 0:
        scores[0] = a
        scores[1] = b
        scores[2] = c
    else:
        for team in range(teams):
            points = outcome[POINTS + (team - dealer) % teams]
            if team == bonus_team:
                points += at_end
            scores[team] = _score_after(scores[team], points, highest, bust)
    winners = 0
    for team in range(teams):
        if scores[team] == highest:
            winners += 1
    if winners > 0:
        return 1.0 / winners if scores[0] == highest else 0.0
    third = max(scores[2], lowest) - lowest if teams == 3 else 0
    return float(
        values[
            max(scores[0], lowest) - lowest,
            max(scores[1], lowest) - lowest,
            third,
            (dealer + 1) % teams,
        ]
    )


@compiled
def _score_after(score: int, points: int, highest: int, bust: int) -> int:
    excess = score + points - highest
    if excess <= 0:
        return score + points
    if bust == BUST_REBOUND:
        return highest - excess
    if bust == BUST_DEDUCT:
        return score - excess
    return highest


# The measured outcomes of deals


@cache
def deal_outcomes(players: int) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Ways in which a deal can go, int64 (ways, COLUMNS), and their chances, float64 (ways,)."""
    measured = json.loads(OUTCOMES_FILE.read_text(encoding="utf-8"))[str(players)]
    rows = np.array(measured["outcomes"], np.int64)
    return np.ascontiguousarray(rows[:, 1:]), rows[:, 0] / rows[:, 0].sum()


def measure(agent: str, players: int, deals: int, seed: int) -> dict[str, Any]:
    """Let an agent play deals against itself and count the ways in which they went."""
    rules = Rules(players=players, game_points=MAX_GAME_POINTS)
    games = Games(deals, rules, seed, episode="deal")
    play_to_end(games, [make_agent(agent, rules)], np.zeros((deals, players), np.int64), seed)
    ways = Counter(_outcome_of(record) for record in games.states)
    return {
        "agent": agent,
        "deals": deals,
        "seed": seed,
        "outcomes": [[number, *way] for way, number in ways.most_common()],
    }


def _outcome_of(record: Any) -> tuple[int, ...]:
    """A deal's row, from the STATE record at its end."""
    teams = int(record["teams"])
    own = int(record["dealer"]) % teams
    if record["reason"] == REASON_FORFEIT:
        loser = next(t for t in range(teams) if not record["winners"] >> t & 1)
        return ((loser - own) % teams, -1, 0, TIME_NONE, 0, 0, 0, 0)
    way = [-1, -1, 0, TIME_NONE, int(record["annulled_deals"] > 0), 0, 0, 0]
    for team in range(teams):
        points = int(record["scores"][team]) - int(record["scores_before"][team])
        if team == record["bonus_team"] and not way[ANNULLED]:
            points -= int(POINTS_OF_BONUS[record["bonus"]])
        way[POINTS + (team - own) % teams] = points
    if record["bonus"] != BONUS_NONE:
        way[BONUS_TEAM] = (int(record["bonus_team"]) - own) % teams
        way[BONUS_POINTS] = int(POINTS_OF_BONUS[record["bonus"]])
        way[BONUS_TIME] = _bonus_time(record)
    return tuple(way)


def _bonus_time(record: Any) -> int:
    """When in the deal its bonus was paid."""
    if record["bonus_trick"] == record["tricks_begun"] - 1:
        return TIME_AT_END
    won = np.zeros(3, np.int64)
    entry = 0
    for trick in range(int(record["bonus_trick"]) + 1):
        size = int(record["trick_sizes"][trick])
        entry += size * int(record["plays_per_trick"])
        winner = int(record["history"][entry]) >> SEAT_SHIFT  # he led to the next trick
        won[winner % int(record["teams"])] += size
    return TIME_IN_RUN if won.max() >= 5 and won.sum() == won.max() else TIME_BEFORE_RUN


def main() -> None:
    """Measure how deals go and write `deal_outcomes.json`."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--agent", default="heuristic", help="who plays the deals")
    parser.add_argument("--deals", type=int, default=40_000, help="how many for each table")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    try:
        measured = {
            str(players): measure(arguments.agent, players, arguments.deals, arguments.seed)
            for players in (2, 3, 4)
        }
    except (UnknownAgentError, ValueError) as error:
        parser.error(str(error))
    lines = ",\n".join(f'"{players}": {json.dumps(m)}' for players, m in measured.items())
    part = OUTCOMES_FILE.with_suffix(".part")
    part.write_text("{\n" + lines + "\n}\n", encoding="utf-8")
    os.replace(part, OUTCOMES_FILE)


if __name__ == "__main__":
    main()

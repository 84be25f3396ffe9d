"""The race to five tricks: what a trick is worth, in chances to win the game.

Every trick to come is taken for a toss-up between the teams, so how a deal goes on from the
tricks won so far can be worked out beforehand.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from voormsi_agents.baselines.heuristic.ladder import FARTHEST, RUN_CHANCES, WIN_CHANCES, need_after
from voormsi_env.aliases import ViewRecord
from voormsi_env.engine.jit import compiled
from voormsi_env.engine.scoring import MAJORITY
from voormsi_env.engine.state import PLAY_ON_STREAK, SETTLE_TRICK
from voormsi_env.rules import HAND_SIZE, PACK_SIZE

Tricks = tuple[int, int, int]  # won by each team, own first
Needs = tuple[int, int, int]  # points each team needs to win the game
Chances: TypeAlias = NDArray[np.float64]
UNBEATEN, BEATEN = range(2)

TRICKS_OF_TEAMS = {2: 9, 3: 12}  # by number of teams (sections 3 and 8)


@cache
def _first_with_five(teams: int, tricks: Tricks) -> NDArray[np.float64]:
    chances = np.zeros((3, 2))
    if max(tricks) >= MAJORITY:
        chances[int(np.argmax(tricks)), int(sum(tricks) > max(tricks))] = 1
    elif sum(tricks) < TRICKS_OF_TEAMS[teams]:
        for after in _next_tricks(teams, tricks):
            chances += _first_with_five(teams, after) / teams
    return chances


@cache
def _lasts(teams: int, tricks: Tricks) -> NDArray[np.float64]:
    chances = np.zeros(HAND_SIZE)
    if sum(tricks) >= TRICKS_OF_TEAMS[teams] or sum(tricks) > max(tricks) >= MAJORITY:
        return chances
    if max(tricks) >= MAJORITY:
        return np.array(0.5 ** np.arange(HAND_SIZE))  # a run goes on till the first trick lost
    chances[0] = 1
    for after in _next_tricks(teams, tricks):
        chances[1:] += _lasts(teams, after)[:-1] / teams
    return chances


def _next_tricks(teams: int, tricks: Tricks) -> list[Tricks]:
    a, b, c = tricks
    return [(a + 1, b, c), (a, b + 1, c), (a, b, c + 1)][:teams]


def _table(function: Callable[[int, Tricks], Chances], side: int) -> NDArray[np.float64]:
    """The values of a function of the number of teams and of their tricks, below `side` each."""
    return np.array(
        [
            [
                [
                    [function(teams, (a, b, c if teams == 3 else 0)) for c in range(side)]
                    for b in range(side)
                ]
                for a in range(side)
            ]
            for teams in (2, 3)
        ],
        np.float64,
    )


FIRST_WITH_FIVE = _table(_first_with_five, MAJORITY)
"""FIRST_WITH_FIVE[teams - 2, a, b, c, team, beaten]: the chance that a team is the first with five
tricks, before (0) or after (1) another has won one, from so many tricks won by each team."""

LASTS = _table(_lasts, MAJORITY + 1)
"""LASTS[teams - 2, a, b, c, i]: the chance that more than i tricks are still played; five tricks
stand for any more."""


@compiled
def lasts(view: ViewRecord, tricks: Tricks) -> Chances:
    """The row of `LASTS`, float64 (4,), for the tricks won by each team."""
    row: Chances = LASTS[
        int(view.teams) - 2,
        min(MAJORITY, tricks[0]),
        min(MAJORITY, tricks[1]),
        min(MAJORITY, tricks[2]),
    ]
    return row


@compiled
def tricks_won(view: ViewRecord) -> Tricks:
    """The tricks won by each team."""
    return int(view.tricks[0]), int(view.tricks[1]), int(view.tricks[2])


@compiled
def with_more(tricks: Tricks, team: int, size: int) -> Tricks:
    """The tricks won by each team when a team wins so many more."""
    return (
        tricks[0] + (size if team == 0 else 0),
        tricks[1] + (size if team == 1 else 0),
        tricks[2] + (size if team == 2 else 0),
    )


@compiled
def needs_with(view: ViewRecord, team: int, bonus: int) -> Needs:
    """The points each team needs when a team gets a bonus; points not settled yet count as made."""
    return (
        _need(view, 0, bonus if team == 0 else 0),
        _need(view, 1, bonus if team == 1 else 0),
        _need(view, 2, bonus if team == 2 else 0),
    )


@compiled
def _need(view: ViewRecord, team: int, bonus: int) -> int:
    need = int(view.game_points) - int(view.scores[team])
    return need_after(int(view.bust), need, int(view.unsettled[team]) + bonus)


@compiled
def chance_of_game(view: ViewRecord, tricks: Tricks, last: int, needs: Needs) -> float:
    """The chance to win the game: with three teams, the mean of the chances against either rival.

    Args:
        tricks: won by each team. last: the team that won the last of them. needs: points needed.
    """
    chance = 0.0
    for rival in range(1, int(view.teams)):
        chance += _chance_against(view, rival, tricks, last, needs[0], needs[rival])
    return chance / (int(view.teams) - 1)


@compiled
def _chance_against(
    view: ViewRecord, rival: int, tricks: Tricks, last: int, need: int, rival_need: int
) -> float:
    bust = int(view.bust)
    need = min(FARTHEST, need)
    rival_need = min(FARTHEST, rival_need)
    neither = float(WIN_CHANCES[bust, need, rival_need])
    if tricks[0] >= MAJORITY or tricks[rival] >= MAJORITY:
        team = 0 if tricks[0] >= MAJORITY else rival
        mine = need if team == 0 else rival_need
        theirs = rival_need if team == 0 else need
        chance = _chance_with_five(view, tricks, team, last, mine, theirs)
        return chance if team == 0 else 1.0 - chance
    if tricks[1] >= MAJORITY or tricks[2] >= MAJORITY:
        return neither
    if need * rival_need == 0 and view.settlement == SETTLE_TRICK:
        return neither  # a bonus ends the game at once
    first = FIRST_WITH_FIVE[int(view.teams) - 2, tricks[0], tricks[1], tricks[2]]
    return float(
        first[0, UNBEATEN] * RUN_CHANCES[bust, need, rival_need]
        + first[0, BEATEN] * WIN_CHANCES[bust, need_after(bust, need, 1), rival_need]
        + first[rival, UNBEATEN] * (1.0 - RUN_CHANCES[bust, rival_need, need])
        + first[rival, BEATEN] * WIN_CHANCES[bust, need, need_after(bust, rival_need, 1)]
        + (1.0 - first[0, 0] - first[0, 1] - first[rival, 0] - first[rival, 1]) * neither
    )


@compiled
def _chance_with_five(
    view: ViewRecord, tricks: Tricks, team: int, last: int, need: int, rival_need: int
) -> float:
    """The chance of a team with five tricks: its deal is over, or it is on a run (section 6)."""
    bust = int(view.bust)
    won = tricks[team]
    lost = tricks[0] + tricks[1] + tricks[2] - won
    streak = view.play_on == PLAY_ON_STREAK
    unbeaten = lost == 0 or (last != team and not streak)
    points = won - MAJORITY + (2 if unbeaten else 1)
    chance = 0.0
    share = 1.0
    if last == team and (lost == 0 or streak):
        for _ in range(PACK_SIZE // int(view.plays_per_trick) - won - lost):
            share *= 0.5
            chance += share * WIN_CHANCES[bust, need_after(bust, need, points), rival_need]
            points += 1
        if lost == 0:
            return float(chance + share * WIN_CHANCES[bust, need, rival_need])  # annulled
    return float(chance + share * WIN_CHANCES[bust, need_after(bust, need, points), rival_need])

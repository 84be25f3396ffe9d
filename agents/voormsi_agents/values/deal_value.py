"""What a position between two tricks, or the end of a deal, is worth: the chance to win the game.

At the end of a deal that is what the win table says of the ladder. Before it, the heuristic
player's own count is taken: the race to five tricks, and what the hands promise for it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

import voormsi_agents.baselines.heuristic.trick_race as race
from voormsi_agents.baselines.heuristic.hand_value import Worths, worths_of
from voormsi_agents.baselines.heuristic.position import NO_TEAM
from voormsi_agents.values.win_probability import Values, win_table
from voormsi_env.aliases import StateRecord
from voormsi_env.cards import ALL_CARDS
from voormsi_env.engine.bits import count
from voormsi_env.engine.jit import compiled
from voormsi_env.engine.play import all_gone
from voormsi_env.engine.state import REASON_DEAL
from voormsi_env.engine.table import next_seat, team_of
from voormsi_env.rules import HAND_SIZE, Rules

SHARE_OF_HANDS = 0.8  # of the tricks that the cards held promise, those that they bring


class LadderChances:
    """The win table of some rules, as compiled code takes it.

    Attributes:
        values: `WinTable.values`.
        ladder: int64 (3,): score of rung 0, number of rungs, and how far scores are moved up.
    """

    def __init__(self, rules: Rules) -> None:
        """Take the table of the rules."""
        table = win_table(rules)
        self.values: Values = table.values
        self.ladder = np.array(
            [table.lowest, table.highest - table.lowest, rules.points_to_win - table.highest],
            np.int64,
        )


@compiled
def value_of(
    game: StateRecord, team: int, whole_game: bool, values: Values, ladder: NDArray[np.int64]
) -> float:
    """The chance that a team wins, where play of a world has stopped.

    Args:
        game: a STATE record, over or between two tricks, all cards known.
        team, whole_game, values, ladder: as for `value_of_end`.
    """
    if game.over:
        return value_of_end(game, team, whole_game, values, ladder)
    teams = int(game.teams)
    tricks = _from(team, teams, race.tricks_won(game))
    needs = _from(team, teams, race.needs_with(game, NO_TEAM, 0))
    winner = (team_of(game, game.to_play) + teams - team) % teams
    chance = race.chance_of_game(game, tricks, winner, needs)
    trick = _worth_of_a_trick(game, tricks, needs)
    return chance + SHARE_OF_HANDS * trick * _tricks_promised(game, team, tricks)


@compiled
def _from(team: int, teams: int, numbers: race.Tricks) -> race.Tricks:
    """Numbers of the teams, in order of team, as numbers in order from a team on."""
    if team == 0:
        return numbers
    if teams == 2:
        return numbers[1], numbers[0], numbers[2]
    if team == 1:
        return numbers[1], numbers[2], numbers[0]
    return numbers[2], numbers[0], numbers[1]


@compiled
def _worth_of_a_trick(game: StateRecord, tricks: race.Tricks, needs: race.Needs) -> float:
    """How much more the chance is with the next trick won than with it lost, by half."""
    won = race.chance_of_game(game, race.with_more(tricks, 0, 1), 0, needs)
    lost = 0.0
    for rival in range(1, int(game.teams)):
        lost += race.chance_of_game(game, race.with_more(tricks, rival, 1), rival, needs)
    return 0.5 * (won - lost / (int(game.teams) - 1))


@compiled
def _tricks_promised(game: StateRecord, team: int, tricks: race.Tricks) -> float:
    """How many tricks a team's cards promise beyond those of the others, by the heuristic's
    count; with three teams, beyond the mean of the others."""
    gone = all_gone(game)
    still_played = race.lasts(game, tricks)
    promised = 0.0
    for seat in range(game.players):
        hand = int(game.hands[seat])
        promise = _promise(worths_of(hand, ALL_CARDS & ~hand & ~gone), still_played)
        if team_of(game, seat) == team:
            promised += promise
        else:
            promised -= promise / (int(game.teams) - 1)
    return promised


@compiled
def _promise(worths: Worths, still_played: NDArray[np.float64]) -> float:
    """What a hand promises: its best card counts as much as it is likely that one more trick is
    played, and so on."""
    total = 0.0
    for slot in range(HAND_SIZE):
        better = 0
        for other in range(HAND_SIZE):
            if worths[other] > worths[slot] or (worths[other] == worths[slot] and other < slot):
                better += 1
        total += worths[slot] * still_played[better]
    return total


@compiled
def value_of_end(
    game: StateRecord, team: int, whole_game: bool, values: Values, ladder: NDArray[np.int64]
) -> float:
    """The chance that a team wins, where play of a world has ended.

    Args:
        game: a STATE record that is over, played with `single_deal` set.
        team: whose chance.
        whole_game: the deal is one of a game; else what counts is who gained most in the deal.
        values, ladder: of `LadderChances`.
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
def _rung(score: int, ladder: NDArray[np.int64]) -> int:
    rung: int = min(max(int(score) - ladder[2] - ladder[0], 0), ladder[1] - 1)
    return rung

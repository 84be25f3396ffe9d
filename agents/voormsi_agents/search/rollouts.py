"""Playing a world on, and what the place where it stops is worth.

The policy is the heuristic player's, for all seats: it looks only at what its seat may know, so
search does not learn to count on what nobody at the table could see.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from voormsi_agents.baselines.heuristic import heuristic_action
from voormsi_agents.baselines.heuristic.hand_value import Worths, worths_of
from voormsi_agents.baselines.heuristic.position import NO_TEAM
from voormsi_agents.baselines.heuristic.trick_race import (
    Needs,
    Tricks,
    chance_of_game,
    lasts,
    needs_with,
    tricks_won,
    with_more,
)
from voormsi_agents.values.deal_value import value_of_end
from voormsi_env.aliases import ActionSet, Decks, StateRecord, StateRecords, ViewRecord
from voormsi_env.cards import ALL_CARDS
from voormsi_env.engine.bits import lowest
from voormsi_env.engine.jit import compiled
from voormsi_env.engine.play import all_gone, legal, play
from voormsi_env.engine.table import team_of
from voormsi_env.engine.view import write_sight
from voormsi_env.rules import HAND_SIZE

SHARE_OF_HANDS = 0.8  # of the tricks that the cards held promise, those that they bring
WHOLE_DEAL = 12  # more tricks than a deal can have after the one on the table


@compiled
def play_on(game: StateRecord, sight: ViewRecord, tricks: int, decks: Decks) -> None:
    """Finish the trick on the table and play some more, or to the end of the game.

    Args:
        game: a STATE record; with `single_deal` set its game ends with the deal.
        sight: a VIEW record to work in, the game's options written.
        tricks: how many more.
        decks: as for `play`.
    """
    last = int(game.tricks_begun) + tricks
    while not game.over and (game.plays_made > 0 or game.tricks_begun < last):
        play(game, heuristic_play(game, legal(game), sight), decks)


@compiled
def make_plays(
    games: StateRecords, rows: NDArray[np.int64], actions: NDArray[np.int64], decks: Decks
) -> None:
    """Make a play in each of some games: actions[i] in games[rows[i]]."""
    for index in range(len(rows)):
        play(games[rows[index]], actions[index], decks)


@compiled
def heuristic_play(game: StateRecord, actions: ActionSet, sight: ViewRecord) -> int:
    """What the heuristic player plays.

    Args:
        game: a STATE record that is not over.
        actions: the legal actions of the seat to play.
        sight: as for `play_on`.
    """
    if actions & (actions - 1) == 0:
        return lowest(actions)
    write_sight(game, int(game.to_play), sight)
    sight.legal = actions
    return heuristic_action(sight, 0)


@compiled
def value_of(game: Any, team: int, whole_game: bool, values: Any, ladder: Any) -> float:
    """The chance that a team wins, where play of a world has stopped.

    Args:
        game: a STATE record, over or between two tricks, all cards known.
        team, whole_game, values, ladder: as for `value_of_end`.
    """
    if game.over:
        return value_of_end(game, team, whole_game, values, ladder)
    teams = int(game.teams)
    tricks = _from(team, teams, tricks_won(game))
    needs = _from(team, teams, needs_with(game, NO_TEAM, 0))
    winner = (team_of(game, game.to_play) + teams - team) % teams
    chance = chance_of_game(game, tricks, winner, needs)
    trick = _worth_of_a_trick(game, tricks, needs)
    return chance + SHARE_OF_HANDS * trick * _tricks_promised(game, team, tricks)


@compiled
def _from(team: int, teams: int, numbers: Tricks) -> Tricks:
    """Numbers of the teams, in order of team, as numbers in order from a team on."""
    if team == 0:
        return numbers
    if teams == 2:
        return numbers[1], numbers[0], numbers[2]
    if team == 1:
        return numbers[1], numbers[2], numbers[0]
    return numbers[2], numbers[0], numbers[1]


@compiled
def _worth_of_a_trick(game: Any, tricks: Tricks, needs: Needs) -> float:
    """How much more the chance is with the next trick won than with it lost, by half."""
    won = chance_of_game(game, with_more(tricks, 0, 1), 0, needs)
    lost = 0.0
    for rival in range(1, int(game.teams)):
        lost += chance_of_game(game, with_more(tricks, rival, 1), rival, needs)
    return 0.5 * (won - lost / (int(game.teams) - 1))


@compiled
def _tricks_promised(game: Any, team: int, tricks: Tricks) -> float:
    """How many tricks a team's cards promise beyond those of the others, by the heuristic's
    count; with three teams, beyond the mean of the others."""
    gone = all_gone(game)
    still_played = lasts(game, tricks)
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
def _promise(worths: Worths, still_played: Any) -> float:
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

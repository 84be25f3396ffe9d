"""Playing a world on.

The policy is the heuristic player's, for all seats: it looks only at what its seat may know, so
search does not learn to count on what nobody at the table could see.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from voormsi_agents.baselines.heuristic.action_value import heuristic_action
from voormsi_env.aliases import ActionSet, Decks, StateRecord, StateRecords, ViewRecord
from voormsi_env.engine.bits import lowest
from voormsi_env.engine.jit import compiled
from voormsi_env.engine.legal import legal
from voormsi_env.engine.play import play
from voormsi_env.engine.view import write_sight

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

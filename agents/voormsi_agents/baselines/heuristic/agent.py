"""The heuristic player as an agent."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from voormsi_agents.base import Agent
from voormsi_agents.baselines.heuristic.action_value import heuristic_action
from voormsi_env.aliases import ViewRecords
from voormsi_env.engine.jit import compiled

HEURISTIC_VERSION = 1
"""Raised whenever the player would play anything differently; the registry keeps each version."""


@compiled
def _choose(views: ViewRecords, keys: NDArray[np.int64], actions: NDArray[np.int64]) -> None:
    for row in range(len(views)):
        actions[row] = heuristic_action(views[row], keys[row])


class HeuristicAgent(Agent):
    """A player that knows the game: version 1, fixed for good.

    It looks one trick ahead. For every legal play it counts how likely its team is to win the
    trick, what winning or losing it does to the chance of winning the *game*, and what the cards
    kept back will still be worth; it makes the play that promises most. It plays all three sizes
    of the game under all options, deterministically, by its VIEW alone. What experienced players
    do, it does for these reasons:

    - *It counts cards* (`counting.py`). Of the cards it has not seen it knows which ones can
      beat a play, and so how likely each player still to come holds one. It leads a Seven or a
      multiple because few cards beat it, and knows when its Ace has become the best card left.
    - *It wins cheaply, and not where its side has won already.* A card spent is a card less for
      the tricks to come (`hand_value.py`), so of two plays that win alike the cheaper is better,
      and what cannot win, or need not since the partner does, may as well be the worst card held.
    - *Playing last it knows, playing first it guesses.* Nobody after it means nothing to fear:
      the lowest winning card is enough. With players to come it weighs what they may hold.
    - *It keeps special cards for their use*: the 3D, which beats everything but only when
      added; KC while Sevens are out for it to take, and KS while KC is (it plays KS straight
      after KC because nothing beats it there).
    - *It plays for the matadors' bonuses* (`matadors.py`): Voormsi goes out when no opponent
      still to play is likely to hold Toqutsit, because it is gone, or held by its own side, or
      shown; the 3D takes Voormsi, or the Toqutsit that took it, when that pays.
    - *It scores no own goal it can avoid*, plays no Voormsi to a partner who might have no
      choice but Toqutsit, and gets rid of a matador rather than keep it as the very last card.
    - *It knows the race to five* (`trick_race.py`): the ninth trick at four all is worth everything
      and the first little; once five are won unbeaten a run is on, which it prolongs while the
      points are of use. Losers of eight tricks are better off losing the ninth, since that
      annuls the deal, and the winners better off giving one away.
    - *It knows the ladder* (`ladder.py`): points are worth what they add to the chance to stand
      at exactly `game_points`. A team that needs one point will rather win its five tricks late,
      for one, than unbeaten, for two, and go bust.

    Not in it: inference from how others have played, plans over several tricks, signals.
    """

    name = "heuristic"

    def act(self, views: ViewRecords, keys: NDArray[np.int64]) -> NDArray[np.int64]:
        """See `Agent.act`."""
        actions = np.empty(len(views), np.int64)
        _choose(views, keys, actions)
        return actions

"""The player that takes every trick it can, with the best it has."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from voormsi_agents.base import Agent
from voormsi_env.actions import NUM_ACTIONS
from voormsi_env.aliases import Action, CardSet, ViewRecord, ViewRecords
from voormsi_env.cards import THREE
from voormsi_env.engine.beating import play_beats
from voormsi_env.engine.bits import count
from voormsi_env.engine.jit import compiled
from voormsi_env.engine.play import cards_of_action, situation
from voormsi_env.engine.scoring import is_own_goal


@compiled
def greedy_action(view: ViewRecord, key: int) -> Action:
    """What `GreedyAgent` plays.

    Args:
        view: VIEW record of a seat that is to play.
        key: not used; the function is called like that of any other baseline.
    """
    if view.plays_made == 0:
        return _largest_lead(view)
    return _strongest_follow(view)


@compiled
def _largest_lead(view: ViewRecord) -> Action:
    """The lead of most cards; of several, the one of the strongest cards."""
    best = -1
    best_cards = 0
    for action in range(NUM_ACTIONS):
        if int(view.legal) >> action & 1 != 0:
            cards = cards_of_action(view.hand, action)
            larger = count(cards) - count(best_cards)
            if larger > 0 or (larger == 0 and _stronger(cards, best_cards)):
                best = action
                best_cards = cards
    return best


@compiled
def _strongest_follow(view: ViewRecord) -> Action:
    """The strongest play that takes the trick; the weakest of all when none does."""
    heading = view.trick[view.heading]
    best = -1
    best_cards = 0
    best_rank = -1
    for action in range(NUM_ACTIONS):
        if int(view.legal) >> action & 1 == 0:
            continue
        cards = cards_of_action(view.hand, action)
        takes = play_beats(cards, heading, situation(view))
        # An own goal comes after every other play.
        rank = 1 + takes if not (takes and is_own_goal(view, 0, cards, heading)) else 0
        if rank > best_rank or (
            rank == best_rank and _stronger(_three_first(cards), _three_first(best_cards)) == takes
        ):
            best = action
            best_cards = cards
            best_rank = rank
    return best


@compiled
def _stronger(cards: CardSet, others: CardSet) -> bool:
    """Whether, strongest card first, the first card in which two masks differ is in the first."""
    difference = cards ^ others
    return cards & difference & -difference != 0


@compiled
def _three_first(cards: CardSet) -> CardSet:
    """A mask with the `3D` moved before all other cards: added to a trick it cannot be beaten."""
    return (cards << 1) & ((1 << (THREE + 1)) - 1) | cards >> THREE


@compiled
def _choose(views: ViewRecords, keys: NDArray[np.int64], actions: NDArray[np.int64]) -> None:
    for row in range(len(views)):
        actions[row] = greedy_action(views[row], keys[row])


class GreedyAgent(Agent):
    """Takes every trick it can, even its partner's, with the strongest cards that do.

    It leads as many cards as it can, of the strongest rank that has so many. It follows with the
    strongest cards that beat the heading play, a `3D` before all others, and with its weakest
    cards when none do. "Strongest" is by the order of docs/rules.md section 4, strongest first. It
    looks neither at the cards gone nor at the score, and saves nothing for later. The one thing
    it never does while it can play something else is to score an own goal (section 5).
    """

    name = "greedy"

    def act(self, views: ViewRecords, keys: NDArray[np.int64]) -> NDArray[np.int64]:
        """See `Agent.act`."""
        actions = np.empty(len(views), np.int64)
        _choose(views, keys, actions)
        return actions

"""PIMC: every legal play tried in sampled worlds, each played out to the end of the deal.

Perfect-information Monte Carlo (Levy 1989; Ginsberg's GIB, JAIR 14, 2001), except that the
playouts are by a policy that does not look at hidden cards.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.base import Agent
from agents.search.judge import Judge, value_of_end
from agents.search.playouts import BONUS, WORTH, play_out
from agents.search.worlds import Sampler, draw_world, first_world
from voormsi_env.actions import NUM_ACTIONS
from voormsi_env.cards import NUM_CARDS
from voormsi_env.engine.bits import lowest
from voormsi_env.engine.jit import compiled
from voormsi_env.engine.play import play
from voormsi_env.engine.randomness import combine
from voormsi_env.engine.state import GAME
from voormsi_env.rules import Rules

NO_DECKS = np.zeros((0, NUM_CARDS), np.int8)


@compiled
def try_plays(
    view: Any,
    key: int,
    worlds: int,
    knowledge: Any,
    base: Any,
    start: Any,
    deck: Any,
    room: Any,
    no_decks: Any,
    worth: Any,
    bonus: float,
    win_values: Any,
    ladder: Any,
    totals: Any,
) -> None:
    """Add up over worlds what each legal play of a VIEW leads to.

    Args:
        room: GAME (2,), to work in.
        totals: float64 (15,), overwritten: sums of chances of winning, by action.
    """
    totals[:] = 0.0
    first_world(view, key, knowledge, base, start, deck)
    whole_game = not view.single_deal
    for index in range(worlds):
        draw_world(view, knowledge, base[0], combine(key, index), room, 0)
        room[0].single_deal = True
        rest = int(view.legal)
        while rest != 0:
            action = lowest(rest)
            rest &= rest - 1
            room[1] = room[0]
            play(room[1], action, no_decks)
            play_out(room[1], no_decks, worth, bonus)
            totals[action] += value_of_end(room[1], whole_game, win_values, ladder)


@compiled
def _value_plays(
    views: Any,
    keys: Any,
    worlds: int,
    knowledge: Any,
    base: Any,
    start: Any,
    deck: Any,
    room: Any,
    no_decks: Any,
    worth: Any,
    bonus: float,
    win_values: Any,
    ladder: Any,
    totals: Any,
    values: Any,
) -> None:
    for row in range(len(views)):
        legal = int(views[row].legal)
        for action in range(NUM_ACTIONS):
            values[row, action] = -np.inf
        if legal & (legal - 1) == 0:
            values[row, lowest(legal)] = 0.5
            continue
        try_plays(
            views[row],
            keys[row],
            worlds,
            knowledge[0],
            base,
            start[0],
            deck,
            room,
            no_decks,
            worth,
            bonus,
            win_values,
            ladder,
            totals,
        )
        for action in range(NUM_ACTIONS):
            if legal >> action & 1:
                values[row, action] = totals[action] / worlds


class PimcAgent(Agent):
    """Perfect-information Monte Carlo."""

    name = "pimc"

    def __init__(self, rules: Rules, worlds: int = 64) -> None:
        """Make ready.

        Args:
            rules: of the games it will play.
            worlds: how many worlds to sample for each decision.
        """
        if worlds < 1:
            raise ValueError(f"worlds is {worlds}; allowed are whole numbers from 1")
        self._worlds = worlds
        self._judge = Judge(rules)
        self._sampler = Sampler()
        self._room = np.zeros(2, GAME)
        self._totals = np.zeros(NUM_ACTIONS)

    def act(self, views: NDArray[np.void], keys: NDArray[np.int64]) -> NDArray[np.int64]:
        """See `Agent.act`."""
        actions: NDArray[np.int64] = self.values(views, keys).argmax(1)
        return actions

    def values(self, views: NDArray[np.void], keys: NDArray[np.int64]) -> NDArray[np.float32]:
        """What each action is worth: the estimated chance of winning the game.

        Args:
            views: VIEW (n,), each of a seat that is to play.
            keys: int64 (n,), 0 to 2**63 - 1: each row's randomness.

        Returns:
            float32 (n, 15), 0 to 1 for legal actions, minus infinity for others; 0.5 without
            search where there is one legal action only.
        """
        values = np.empty((len(views), NUM_ACTIONS), np.float32)
        room = self._sampler
        _value_plays(
            views,
            keys,
            self._worlds,
            room.knowledge,
            room.base,
            room.start,
            room.deck,
            self._room,
            NO_DECKS,
            WORTH,
            BONUS,
            self._judge.values,
            self._judge.ladder,
            self._totals,
            values,
        )
        return values

"""The slots in which a stream's games are played, and the compiled steps that take them on."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from voormsi_agents.matches.lockstep import decision_key
from voormsi_agents.matches.outcome import FAILED_CRASH, OutcomeRecords
from voormsi_agents.matches.tally import fail, play_and_count
from voormsi_agents.values.card_luck import count_draws
from voormsi_env.aliases import StartRecords, StateRecords, ViewRecords
from voormsi_env.engine.jit import compiled
from voormsi_env.engine.play import start_game
from voormsi_env.engine.state import NO_DECKS, STATE, VIEW
from voormsi_env.engine.table import team_of
from voormsi_env.engine.view import write_view
from voormsi_env.episode import blank_games
from voormsi_env.rules import Rules

CRASHED = -1
"""Stands for the action of an agent that crashed."""


class Slots(NamedTuple):
    """The games in the slots, and all that is kept of them between plays; n slots.

    Attributes:
        games: STATE (n,).
        numbers: int64 (n,), place in the list of the slot's game, -1 when the list has no more.
        counted: int64 (n, 2), see `card_luck.count_draws`.
        order: int64 (n,), slots of the decisions that wait, agent after agent.
        views: VIEW (n,), of each decision in `order`.
        keys, legal, actions: int64 (n,), key, legal actions and action of each.
        bounds: int64 (agents + 1,): agent a has the decisions bounds[a] up to bounds[a + 1].
        before: STATE (1,), scratch memory of `play_and_count`.
    """

    games: StateRecords
    numbers: NDArray[np.int64]
    counted: NDArray[np.int64]
    order: NDArray[np.int64]
    views: ViewRecords
    keys: NDArray[np.int64]
    legal: NDArray[np.int64]
    actions: NDArray[np.int64]
    bounds: NDArray[np.int64]
    before: StateRecords


def make_slots(width: int, rules: Rules, max_deals: int, agents: int) -> Slots:
    """So many slots, all free, for games among a number of agents."""
    return Slots(
        games=blank_games(width, rules, max_deals=max_deals),
        numbers=np.full(width, -1, np.int64),
        counted=np.full((width, 2), -1, np.int64),
        order=np.zeros(width, np.int64),
        views=np.zeros(width, VIEW),
        keys=np.zeros(width, np.int64),
        legal=np.zeros(width, np.int64),
        actions=np.zeros(width, np.int64),
        bounds=np.zeros(agents + 1, np.int64),
        before=np.zeros(1, STATE),
    )


@compiled
def fill(slots: Slots, starts: StartRecords, begun: int, outcomes: OutcomeRecords) -> int:
    """Begin the next games of the list in the slots whose game is over; how many have begun."""
    for slot in range(len(slots.games)):
        game = slots.games[slot]
        if game.over:
            slots.numbers[slot] = -1
            if begun < len(starts):
                start_game(game, starts[begun], NO_DECKS)
                slots.numbers[slot] = begun
                slots.counted[slot, 0] = -1
                count_draws(game, slots.counted[slot], outcomes[begun])
                begun += 1
    return begun


@compiled
def gather(slots: Slots, seatings: NDArray[np.int64], ids: NDArray[np.int64], key: int) -> None:
    """Write the VIEWs, keys and legal actions of all decisions that wait, agent after agent.

    Args:
        slots: `bounds`, `order`, `views`, `keys` and `legal` are overwritten.
        seatings, ids, key: of the `GameList`.
    """
    bounds = slots.bounds
    _count_decisions(slots, seatings)
    for slot in range(len(slots.games)):
        number = slots.numbers[slot]
        if number >= 0:
            game = slots.games[slot]
            agent = seatings[number, game.to_play]
            place = bounds[agent]
            bounds[agent] += 1
            slots.order[place] = slot
            slots.keys[place] = decision_key(key, ids[number], game.ply)
            write_view(game, int(game.to_play), slots.views[place])
            slots.legal[place] = slots.views[place].legal
    for agent in range(len(bounds) - 1, 0, -1):
        bounds[agent] = bounds[agent - 1]
    bounds[0] = 0


@compiled
def _count_decisions(slots: Slots, seatings: NDArray[np.int64]) -> None:
    """Write into `bounds` where the decisions of each agent begin."""
    bounds = slots.bounds
    for agent in range(len(bounds)):
        bounds[agent] = 0
    for slot in range(len(slots.games)):
        if slots.numbers[slot] >= 0:
            bounds[seatings[slots.numbers[slot], slots.games[slot].to_play]] += 1
    first = 0
    for agent in range(len(bounds)):
        first += bounds[agent]
        bounds[agent] = first - bounds[agent]


@compiled
def advance(slots: Slots, outcomes: OutcomeRecords) -> int:
    """Make the plays decided on; how many of them were illegal."""
    illegal = 0
    for place in range(slots.bounds[-1]):
        slot = slots.order[place]
        game = slots.games[slot]
        outcome = outcomes[slots.numbers[slot]]
        action = int(slots.actions[place])
        if action == CRASHED:
            fail(game, team_of(game, game.to_play), FAILED_CRASH, outcome)
        else:
            legal = int(slots.legal[place])
            illegal += play_and_count(game, action, legal, NO_DECKS, slots.before[0], outcome)
            count_draws(game, slots.counted[slot], outcome)
    return illegal

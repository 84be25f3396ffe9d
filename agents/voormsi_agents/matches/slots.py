"""The tables at which a stream's games are played, and the compiled steps of their course."""

from __future__ import annotations

from typing import Any

import numpy as np

from voormsi_agents.matches.lockstep import decision_key
from voormsi_agents.matches.outcome import FAILED_CRASH
from voormsi_agents.matches.tally import fail, play_and_count
from voormsi_agents.values.card_luck import count_draws
from voormsi_env.cards import NUM_CARDS
from voormsi_env.engine.jit import compiled
from voormsi_env.engine.play import start_game
from voormsi_env.engine.state import STATE, VIEW
from voormsi_env.engine.table import team_of
from voormsi_env.engine.view import write_view
from voormsi_env.episode import blank_games
from voormsi_env.rules import Rules

CRASHED = -1
"""Stands for the action of an agent that crashed."""

NO_DECKS = np.zeros((0, NUM_CARDS), np.int8)


class Slots:
    """The games on the tables, and all that is kept of them between plays; n = width."""

    def __init__(self, width: int, rules: Rules, max_deals: int, agents: int) -> None:
        """Make room for `width` games."""
        self.games = blank_games(width, rules, max_deals=max_deals)
        self.numbers = np.full(width, -1, np.int64)
        """Place in the list of the slot's game, -1 when the list has no more."""
        self.counted = np.full((width, 2), -1, np.int64)
        """See `card_luck.count_draws`."""
        self.order = np.zeros(width, np.int64)
        """Slots of the decisions that wait, agent after agent."""
        self.views = np.zeros(width, VIEW)
        self.keys = np.zeros(width, np.int64)
        self.legal = np.zeros(width, np.int64)
        self.actions = np.zeros(width, np.int64)
        """VIEW, key, legal actions and action of each decision in `order`."""
        self.bounds = np.zeros(agents + 1, np.int64)
        """Agent a has the decisions bounds[a] up to bounds[a + 1]."""
        self.asked = np.zeros(agents, np.bool_)
        """Whether agent a has been asked before."""
        self.room = np.zeros(1, STATE)


@compiled
def fill(games: Any, starts: Any, numbers: Any, counted: Any, begun: int, outcomes: Any) -> int:
    """Begin the next games of the list in the slots whose game is over; how many have begun."""
    for slot in range(len(games)):
        if games[slot].over:
            numbers[slot] = -1
            if begun < len(starts):
                start_game(games[slot], starts[begun], NO_DECKS)
                numbers[slot] = begun
                counted[slot, 0] = -1
                count_draws(games[slot], counted[slot], outcomes[begun])
                begun += 1
    return begun


@compiled
def gather(
    games: Any,
    numbers: Any,
    seating: Any,
    ids: Any,
    key: int,
    views: Any,
    keys: Any,
    legal: Any,
    order: Any,
    bounds: Any,
) -> None:
    """Write the VIEWs, keys and legal actions of all decisions that wait, agent after agent.

    Args:
        order: int64 (width,), overwritten: the slot that each decision belongs to.
        bounds: int64 (agents + 1,), overwritten: agent a has the decisions bounds[a] up to
            bounds[a + 1].
    """
    for agent in range(len(bounds)):
        bounds[agent] = 0
    for slot in range(len(games)):
        if numbers[slot] >= 0:
            bounds[seating[numbers[slot], games[slot].to_play]] += 1
    first = 0
    for agent in range(len(bounds)):
        first += bounds[agent]
        bounds[agent] = first - bounds[agent]
    for slot in range(len(games)):
        number = numbers[slot]
        if number >= 0:
            game = games[slot]
            agent = seating[number, game.to_play]
            place = bounds[agent]
            bounds[agent] += 1
            order[place] = slot
            keys[place] = decision_key(key, ids[number], game.ply)
            write_view(game, int(game.to_play), views[place])
            legal[place] = views[place].legal
    for agent in range(len(bounds) - 1, 0, -1):
        bounds[agent] = bounds[agent - 1]
    bounds[0] = 0


@compiled
def advance(
    games: Any,
    numbers: Any,
    counted: Any,
    order: Any,
    actions: Any,
    legal: Any,
    room: Any,
    outcomes: Any,
) -> int:
    """Make the plays decided on; how many of them were illegal."""
    illegal = 0
    for place in range(len(order)):
        slot = order[place]
        game = games[slot]
        outcome = outcomes[numbers[slot]]
        if actions[place] == CRASHED:
            fail(game, team_of(game, game.to_play), FAILED_CRASH, outcome)
        else:
            illegal += play_and_count(
                game, int(actions[place]), int(legal[place]), NO_DECKS, room[0], outcome
            )
            count_draws(game, counted[slot], outcome)
    return illegal

"""Many games played side by side: a fixed number of slots, each refilled when its game ends.

A step asks each agent once, with all the VIEWs that wait for it, so that slow and fast agents
alike work on large batches, and only the last games of all are played in small ones. What comes
of a game depends on its seed, its id, its seating and the agents alone, not on the slots.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.arena.outcome import FAILED_CRASH, blank_outcomes
from agents.arena.tally import fail, play_and_count
from agents.base import Agent
from agents.match import decision_key
from voormsi_env.cards import NUM_CARDS
from voormsi_env.engine.jit import compiled
from voormsi_env.engine.play import start_game
from voormsi_env.engine.state import GAME, VIEW
from voormsi_env.engine.table import team_of
from voormsi_env.engine.view import write_view
from voormsi_env.episode import blank_games, start_records
from voormsi_env.rules import Rules

DEFAULT_SLOTS = 1024
CRASHED = -1
NO_DECKS = np.zeros((0, NUM_CARDS), np.int8)


@dataclass
class Stream:
    """What came of a list of games.

    Attributes:
        outcomes: OUTCOME (n,), in the order of the list.
        seconds: for each agent, the time spent in its `act`.
        decisions: for each agent, the decisions it made in that time.
        crashes: what an agent raised, by the place of the game in the list.
    """

    outcomes: Any
    seconds: NDArray[np.float64]
    decisions: NDArray[np.int64]
    crashes: dict[int, str] = field(default_factory=dict)


def play_games(
    rules: Rules,
    agents: Sequence[Agent],
    seeds: NDArray[np.int64],
    seatings: NDArray[np.integer[Any]],
    ids: NDArray[np.int64],
    key: int,
    *,
    slots: int = DEFAULT_SLOTS,
    max_deals: int = 100,
    forgive: bool = False,
) -> Stream:
    """Play a list of games to their ends.

    Args:
        rules: of all games.
        agents: the players.
        seeds: int64 (n,), the seed of each game.
        seatings: whole numbers (n, players), which agent decides for each seat of each game.
        ids: int64 (n,), names of the games for the agents' randomness.
        key: seed of that randomness, 0 to 2**63 - 1.
        slots: how many games are played side by side.
        max_deals: deals after which a game without a winner is truncated.
        forgive: an agent that crashes loses its game, instead of raising its error here.

    Returns:
        What came of the games; an illegal play loses its game.
    """
    total = len(seeds)
    width = max(1, min(slots, total))
    stream = Stream(blank_outcomes(total), np.zeros(len(agents)), np.zeros(len(agents), np.int64))
    games = blank_games(width, rules, max_deals=max_deals)
    starts = start_records(seeds, rules)
    seating = np.ascontiguousarray(seatings, np.int64)
    numbers = np.full(width, -1, np.int64)
    views = np.zeros(width, VIEW)
    keys = np.zeros(width, np.int64)
    order = np.zeros(width, np.int64)
    actions = np.zeros(width, np.int64)
    room = np.zeros(1, GAME)
    bounds = np.zeros(len(agents) + 1, np.int64)
    begun = 0
    while True:
        begun = _fill(games, starts, numbers, begun)
        _gather(games, numbers, seating, ids, key, views, keys, order, bounds)
        waiting = int(bounds[-1])
        if waiting == 0:
            return stream
        for index, agent in enumerate(agents):
            first, last = int(bounds[index]), int(bounds[index + 1])
            if first < last:
                began = time.perf_counter()
                actions[first:last] = _decide(
                    agent, views[first:last], keys[first:last], numbers[order[first:last]],
                    stream.crashes if forgive else None,
                )  # fmt: skip
                stream.seconds[index] += time.perf_counter() - began
                stream.decisions[index] += last - first
        _advance(games, numbers, order[:waiting], actions, NO_DECKS, room, stream.outcomes)


def _decide(
    agent: Agent,
    views: NDArray[np.void],
    keys: NDArray[np.int64],
    numbers: NDArray[np.int64],
    crashes: dict[int, str] | None,
) -> NDArray[np.int64]:
    """An agent's actions; where it crashes, CRASHED, unless `crashes` is None.

    A batch that crashes is asked again row by row, to find out which games are to blame.
    """
    try:
        return _asked(agent, views, keys)
    except Exception as error:
        if crashes is None:
            raise
        if len(views) == 1:
            crashes[int(numbers[0])] = f"{type(error).__name__}: {error}"
            return np.array([CRASHED])
    rows = [slice(row, row + 1) for row in range(len(views))]
    return np.concatenate(
        [_decide(agent, views[row], keys[row], numbers[row], crashes) for row in rows]
    )


def _asked(agent: Agent, views: NDArray[np.void], keys: NDArray[np.int64]) -> NDArray[np.int64]:
    actions = np.asarray(agent.act(views, keys))
    if actions.shape != (len(views),) or not np.issubdtype(actions.dtype, np.integer):
        raise ValueError(
            f"agent {agent.name!r} returned actions of shape {actions.shape} and type "
            f"{actions.dtype}; allowed are whole numbers of shape ({len(views)},)"
        )
    return actions.astype(np.int64, copy=False)


@compiled
def _fill(games: Any, starts: Any, numbers: Any, begun: int) -> int:
    """Begin the next games of the list in the slots whose game is over; how many have begun."""
    for slot in range(len(games)):
        if games[slot].over:
            numbers[slot] = -1
            if begun < len(starts):
                start_game(games[slot], starts[begun], NO_DECKS)
                numbers[slot] = begun
                begun += 1
    return begun


@compiled
def _gather(
    games: Any,
    numbers: Any,
    seating: Any,
    ids: Any,
    key: int,
    views: Any,
    keys: Any,
    order: Any,
    bounds: Any,
) -> None:
    """Write the VIEWs and keys of all decisions that wait, agent after agent.

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
    for agent in range(len(bounds) - 1, 0, -1):
        bounds[agent] = bounds[agent - 1]
    bounds[0] = 0


@compiled
def _advance(
    games: Any, numbers: Any, order: Any, actions: Any, decks: Any, room: Any, outcomes: Any
) -> None:
    """Make the plays decided on."""
    for place in range(len(order)):
        slot = order[place]
        game = games[slot]
        outcome = outcomes[numbers[slot]]
        if actions[place] == CRASHED:
            fail(game, team_of(game, game.to_play), FAILED_CRASH, outcome)
        else:
            play_and_count(game, int(actions[place]), decks, room[0], outcome)

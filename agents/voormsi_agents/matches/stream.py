"""Many games played side by side: a fixed number of slots, each refilled when its game ends.

A step asks each agent once, with all the VIEWs that wait for it, so that slow and fast agents
alike work on large batches, and only the last games of all are played in small ones. What comes
of a game depends on its seed, its id, its seating and the agents alone, not on the slots.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from voormsi_agents.base import Agent, ask
from voormsi_agents.matches.outcome import Failure, OutcomeRecords, blank_outcomes
from voormsi_agents.matches.pairings import GameList
from voormsi_agents.matches.slots import CRASHED, Slots, advance, fill, gather, make_slots
from voormsi_env.episode import DEFAULT_MAX_DEALS, start_records
from voormsi_env.illegal import illegal_play_text
from voormsi_env.rules import Rules

DEFAULT_SLOTS = 1024


@dataclass(frozen=True)
class StreamOptions:
    """How a list of games is played.

    Attributes:
        slots: how many games are played side by side.
        max_deals: deals after which a game without a winner is truncated.
        forgive: an agent that crashes loses its game, instead of raising its error here.
        keep_actions: keep what was played.
        thinking: told the number of an agent before it is asked, and -1 when it has answered.
    """

    slots: int = DEFAULT_SLOTS
    max_deals: int = DEFAULT_MAX_DEALS
    forgive: bool = False
    keep_actions: bool = False
    thinking: Callable[[int], None] | None = None


USUAL = StreamOptions()


@dataclass
class Stream:
    """What came of a list of games.

    Attributes:
        outcomes: OUTCOME (n,), in the order of the list.
        seconds: for each agent, the time spent in its `act`, without the first call, which may
            have had to compile or load something.
        decisions: for each agent, the decisions it made in that time.
        failures: why a game could not be finished, by its place in the list.
        actions: int8 (plies,) of each game, by its place in the list, if they were to be kept.
    """

    outcomes: OutcomeRecords
    seconds: NDArray[np.float64]
    decisions: NDArray[np.int64]
    failures: dict[int, Failure] = field(default_factory=dict)
    actions: dict[int, NDArray[np.int8]] = field(default_factory=dict)


def play_games(
    rules: Rules, agents: Sequence[Agent], games: GameList, options: StreamOptions = USUAL
) -> Stream:
    """Play a list of games to their ends.

    Args:
        rules: of all games.
        agents: the players that the games number.
        games: which; n of them.
        options: how.

    Returns:
        What came of the games; an illegal play loses its game.
    """
    total = len(games.seeds)
    starts = start_records(games.seeds, rules)
    slots = make_slots(
        max(1, min(options.slots, total)), rules, options.max_deals, agents=len(agents)
    )
    stream = Stream(blank_outcomes(total), np.zeros(len(agents)), np.zeros(len(agents), np.int64))
    plays: list[tuple[NDArray[np.int64], NDArray[np.int8]]] = []
    asked = np.zeros(len(agents), np.bool_)
    begun = 0
    while True:
        begun = fill(slots, starts, begun, stream.outcomes)
        gather(slots, games.seatings, games.ids, games.key)
        waiting = int(slots.bounds[-1])
        if waiting == 0:
            stream.actions = _actions_by_game(plays, total)
            return stream
        _ask_all(agents, slots, stream, options, asked)
        if options.keep_actions:
            numbers = slots.numbers[slots.order[:waiting]]
            plays.append((numbers, slots.actions[:waiting].astype(np.int8)))
        if advance(slots, stream.outcomes):
            _note_illegal(agents, slots, stream)


def _note_illegal(agents: Sequence[Agent], slots: Slots, stream: Stream) -> None:
    """Say what was illegal in the games that an illegal play has just ended."""
    for place in range(int(slots.bounds[-1])):
        number = int(slots.numbers[slots.order[place]])
        if number not in stream.failures and (stream.outcomes["failed"][number] != 0).any():
            view = slots.views[place]
            stream.failures[number] = Failure(
                agents[int(np.searchsorted(slots.bounds, place, side="right")) - 1].name,
                illegal_play_text(
                    f"action {slots.actions[place]}", int(view["hand"]), int(view["legal"])
                ),
            )


def _actions_by_game(
    plays: list[tuple[NDArray[np.int64], NDArray[np.int8]]], total: int
) -> dict[int, NDArray[np.int8]]:
    """What was played in each game, in order, from what was played in each step."""
    if not plays:
        return {}
    numbers = np.concatenate([step[0] for step in plays])
    actions = np.concatenate([step[1] for step in plays])
    by_game = np.argsort(numbers, kind="stable")
    counts = np.bincount(numbers, minlength=total)
    parts = np.split(actions[by_game], np.cumsum(counts)[:-1])
    return dict(enumerate(parts))


def _ask_all(
    agents: Sequence[Agent],
    slots: Slots,
    stream: Stream,
    options: StreamOptions,
    asked: NDArray[np.bool_],
) -> None:
    """Ask each agent once for all its decisions that wait.

    Args:
        asked: whether each agent has been asked before; updated.
    """
    failures = stream.failures if options.forgive else None
    for index, agent in enumerate(agents):
        mine = slice(int(slots.bounds[index]), int(slots.bounds[index + 1]))
        if mine.start == mine.stop:
            continue
        if options.thinking is not None:
            options.thinking(index)
        began = time.perf_counter()
        slots.actions[mine] = _decide(agent, slots, mine, failures)
        if asked[index]:
            stream.seconds[index] += time.perf_counter() - began
            stream.decisions[index] += mine.stop - mine.start
        asked[index] = True
        if options.thinking is not None:
            options.thinking(-1)


def _decide(
    agent: Agent, slots: Slots, places: slice, failures: dict[int, Failure] | None
) -> NDArray[np.int64]:
    """An agent's actions at some places; where it crashes, CRASHED, unless `failures` is None.

    A batch that crashes is asked again row by row, to find out which games are to blame.
    """
    try:
        return _asked(agent, slots, places)
    except Exception as error:
        if failures is None:
            raise
        if places.stop - places.start == 1:
            number = int(slots.numbers[slots.order[places.start]])
            failures[number] = Failure(agent.name, f"{type(error).__name__}: {error}")
            return np.array([CRASHED])
    each = [slice(place, place + 1) for place in range(places.start, places.stop)]
    return np.concatenate([_decide(agent, slots, place, failures) for place in each])


def _asked(agent: Agent, slots: Slots, places: slice) -> NDArray[np.int64]:
    """An agent's actions at some places, checked to be whole numbers, one a place."""
    rows, views, keys = slots.order[places], slots.views[places], slots.keys[places]
    actions = np.asarray(ask(agent, slots.games, rows, views, keys))
    if actions.shape != (len(views),) or not np.issubdtype(actions.dtype, np.integer):
        raise ValueError(
            f"agent {agent.name!r} returned actions of shape {actions.shape} and type "
            f"{actions.dtype}; allowed are whole numbers of shape ({len(views)},)"
        )
    return actions.astype(np.int64, copy=False)

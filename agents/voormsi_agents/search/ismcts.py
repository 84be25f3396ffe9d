"""ISMCTS: one tree over what the seat can see, grown in a fresh world each time.

Single-observer information-set Monte Carlo tree search (Cowling, Powley and Whitehouse, IEEE
TCIAIG 4, 2012). A node is what has been played since the decision; an edge is the cards of a play,
which everybody sees. An iteration draws a world, goes down the tree by the plays that are legal
in it, adds one node, and lets the world be played on from there and judged. Every seat looks after
its own team's chance to win: so partners play together, and of three players each for himself.
"""

from __future__ import annotations

import time
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from voormsi_agents.base import ActionValueAgent
from voormsi_agents.search.rollouts import WHOLE_DEAL, heuristic_play, play_on
from voormsi_agents.search.trials import Scratch, look, make_scratch
from voormsi_agents.search.worlds import action_of, draw_world
from voormsi_agents.values.deal_value import value_of
from voormsi_env.actions import NUM_ACTIONS
from voormsi_env.engine.bits import lowest
from voormsi_env.engine.jit import compiled
from voormsi_env.engine.legal import legal
from voormsi_env.engine.play import cards_of_action, play
from voormsi_env.engine.randomness import combine
from voormsi_env.engine.state import MAX_TEAMS
from voormsi_env.engine.table import team_of
from voormsi_env.rules import Rules

MOST_ITERATIONS = 100_000
BATCH = 64  # iterations between two looks at the clock, or for an interrupt
MAX_DEPTH = 36
ROOT, NONE = 0, -1


class Tree(NamedTuple):
    """A tree as arrays; a node is a number, the root 0.

    Attributes:
        cards: int64 (nodes,), the play that led to the node, a mask.
        first, following: int32 (nodes,), its first child, and the next child of its parent, or -1.
        team: int8 (nodes,), whose play that was.
        visits: int32 (nodes,). available: int32 (nodes,), how often it could have been chosen.
        total: float64 (nodes,), sum of its team's chances to win.
        path: int64 (36,), nodes of the present iteration. worths: float64 (3,), by team.
        size: int64 (1,), how many nodes there are.
    """

    cards: NDArray[np.int64]
    first: NDArray[np.int32]
    following: NDArray[np.int32]
    team: NDArray[np.int8]
    visits: NDArray[np.int32]
    available: NDArray[np.int32]
    total: NDArray[np.float64]
    path: NDArray[np.int64]
    worths: NDArray[np.float64]
    size: NDArray[np.int64]


def make_tree(nodes: int) -> Tree:
    """Scratch for a tree."""
    return Tree(
        np.zeros(nodes, np.int64),
        np.zeros(nodes, np.int32),
        np.zeros(nodes, np.int32),
        np.zeros(nodes, np.int8),
        np.zeros(nodes, np.int32),
        np.zeros(nodes, np.int32),
        np.zeros(nodes),
        np.zeros(MAX_DEPTH + 1, np.int64),
        np.zeros(MAX_TEAMS),
        np.zeros(1, np.int64),
    )


class IsmctsAgent(ActionValueAgent):
    """Grows a tree over what it can see, and makes the play it has looked at most."""

    name = "ismcts"

    def __init__(
        self,
        rules: Rules,
        iterations: int = 500,
        ms: float = 0.0,
        explore: float = 0.3,
        tricks: int = 1,
    ) -> None:
        """Make ready.

        Args:
            rules: of the games it will play.
            iterations: how often to go down the tree for a decision.
            ms: milliseconds to think, instead; what is played then depends on the machine.
            explore: how much it is drawn to plays seldom looked at, in chances to win.
            tricks: how many tricks are played on after the one in which the tree is left.
        """
        if not 1 <= iterations <= MOST_ITERATIONS:
            raise ValueError(
                f"iterations is {iterations}; allowed are whole numbers from 1 to {MOST_ITERATIONS}"
            )
        if not (0.0 <= ms < float("inf") and 0.0 <= explore < float("inf")):
            raise ValueError(f"ms is {ms}, explore is {explore}; allowed are numbers from 0")
        if not 0 <= tricks <= WHOLE_DEAL:
            raise ValueError(
                f"tricks is {tricks}; allowed are whole numbers from 0 to {WHOLE_DEAL}"
            )
        self._iterations = MOST_ITERATIONS if ms else iterations
        self._seconds = ms / 1000.0
        self._explore = explore
        self._tricks = tricks
        self._room = make_scratch(rules)
        self._tree = make_tree(self._iterations + 1)

    def act(self, views: NDArray[np.void], keys: NDArray[np.int64]) -> NDArray[np.int64]:
        """See `Agent.act`: the play that was looked at most."""
        actions = np.empty(len(views), np.int64)
        for row in range(len(views)):
            actions[row] = self.looks_and_values(views, row, int(keys[row]))[0].argmax()
        return actions

    def values(self, views: NDArray[np.void], keys: NDArray[np.int64]) -> NDArray[np.float32]:
        """See `ActionValueAgent.values`; a play never looked at is worth 0."""
        values = np.empty((len(views), NUM_ACTIONS), np.float32)
        for row in range(len(views)):
            values[row] = self.looks_and_values(views, row, int(keys[row]))[1]
        return values

    def looks_and_values(
        self, views: NDArray[np.void], row: int, key: int
    ) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Grow a tree for a row of VIEWs.

        Returns:
            How often each action was looked at, int64 (15,), -1 for illegal ones; and what it is
            worth, float64 (15,), minus infinity for illegal ones.
        """
        visits = np.full(NUM_ACTIONS, -1, np.int64)
        values = np.full(NUM_ACTIONS, -np.inf)
        actions = int(views["legal"][row])
        if actions == 0:
            raise ValueError("a view has no legal play; allowed are views of the seat to play")
        if actions & (actions - 1) == 0:
            visits[actions.bit_length() - 1] = 0
            values[actions.bit_length() - 1] = 0.5
            return visits, values
        deadline = time.perf_counter() + self._seconds
        tricks = WHOLE_DEAL if views["single_deal"][row] else self._tricks
        look(views, row, key, self._room)
        _plant(self._tree)
        for first in range(0, self._iterations, BATCH):
            last = min(first + BATCH, self._iterations)
            _grow(views, row, key, first, last, tricks, self._explore, self._room, self._tree)
            if self._seconds and time.perf_counter() >= deadline:
                break
        _read(views, row, self._tree, visits, values)
        return visits, values


@compiled
def _plant(tree: Tree) -> None:
    """Begin with the root alone."""
    tree.size[0] = 0
    _add_node(tree, 0, 0)


@compiled
def _add_node(tree: Tree, cards: int, team: int) -> int:
    node = int(tree.size[0])
    tree.size[0] += 1
    tree.cards[node] = cards
    tree.team[node] = team
    tree.first[node] = NONE
    tree.following[node] = NONE
    tree.visits[node] = 0
    tree.available[node] = 0
    tree.total[node] = 0.0
    return node


@compiled
def _grow(
    views: Any,
    row: int,
    key: int,
    first: int,
    last: int,
    tricks: int,
    explore: float,
    room: Scratch,
    tree: Tree,
) -> None:
    """Go down the tree in the worlds `first` to `last` - 1."""
    view = views[row]
    whole_game = not view.single_deal
    world = room.games[0]
    for index in range(first, last):
        draw_world(view, room.knowledge[0], room.base[0], combine(key, index), room.games, 0)
        world.single_deal = True
        depth = _descend(world, explore, room, tree)
        play_on(world, room.sight[0], tricks, room.no_decks)
        for team in range(world.teams):
            tree.worths[team] = value_of(world, team, whole_game, room.win_values, room.ladder)
        for place in range(depth + 1):
            node = tree.path[place]
            tree.visits[node] += 1
            tree.total[node] += tree.worths[tree.team[node]]


@compiled
def _descend(world: Any, explore: float, room: Scratch, tree: Tree) -> int:
    """Go down the tree in a world until a node is added or the deal is over; the depth reached.

    The nodes passed are left in `tree.path`.
    """
    node = ROOT
    depth = 0
    tree.path[0] = ROOT
    added = False
    while not (world.over or added or depth == MAX_DEPTH):
        actions = legal(world)
        hand = world.hands[world.to_play]
        new = _new_plays(actions, hand, node, tree)
        if new != 0:
            action = heuristic_play(world, actions, room.sight[0])
            if new >> action & 1 == 0:
                action = lowest(new)
            child = _add_node(tree, cards_of_action(hand, action), team_of(world, world.to_play))
            tree.available[child] = 1
            tree.following[child] = tree.first[node]
            tree.first[node] = child
            added = True
        else:
            child = _choose(actions, hand, node, explore, tree)
            action = _action_to(actions, hand, tree.cards[child])
        play(world, action, room.no_decks)
        node = child
        depth += 1
        tree.path[depth] = node
    return depth


@compiled
def _new_plays(actions: int, hand: int, node: int, tree: Tree) -> int:
    """Those of the legal actions that no child stands for; the others' children were available."""
    new = actions
    child = int(tree.first[node])
    while child != NONE:
        action = _action_to(actions, hand, tree.cards[child])
        if action >= 0:
            new &= ~(1 << action)
            tree.available[child] += 1
        child = int(tree.following[child])
    return new


@compiled
def _action_to(actions: int, hand: int, cards: int) -> int:
    """The action that plays some cards, or -1 when it is not among the legal ones."""
    if cards & ~hand != 0:
        return NONE
    action = action_of(cards, hand)
    return action if actions >> action & 1 != 0 else NONE


@compiled
def _choose(actions: int, hand: int, node: int, explore: float, tree: Tree) -> int:
    """The child with the highest upper confidence bound, of those that are legal."""
    best = NONE
    best_bound = 0.0
    child = int(tree.first[node])
    while child != NONE:
        if _action_to(actions, hand, tree.cards[child]) >= 0:
            visits = float(tree.visits[child])
            bound = tree.total[child] / visits
            bound += explore * np.sqrt(np.log(float(tree.available[child])) / visits)
            if best == NONE or bound > best_bound:
                best = child
                best_bound = bound
        child = int(tree.following[child])
    return best


@compiled
def _read(views: Any, row: int, tree: Tree, visits: Any, values: Any) -> None:
    """Write how often each legal action of a VIEW was looked at and what it is worth."""
    rest = int(views[row].legal)
    while rest != 0:
        action = lowest(rest)
        rest &= rest - 1
        visits[action] = 0
        values[action] = 0.0
        cards = cards_of_action(views[row].hand, action)
        child = int(tree.first[ROOT])
        while child != NONE:
            if tree.cards[child] == cards:
                visits[action] = tree.visits[child]
                values[action] = tree.total[child] / max(1, tree.visits[child])
            child = int(tree.following[child])

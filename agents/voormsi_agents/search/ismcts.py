"""ISMCTS: one tree over what the seat can see, grown in a fresh world each time.

Single-observer information-set Monte Carlo tree search (Cowling, Powley and Whitehouse, IEEE
TCIAIG 4, 2012). A node is what has been played since the decision; an edge is the cards of a play,
which everybody sees. An iteration draws a world, goes down the tree by the plays that are legal
in it, adds one node, and lets the world be played on from there and valued. Every seat looks after
its own team's chance to win: so partners play together, and of three players each for himself.
"""

from __future__ import annotations

import time
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from voormsi_agents.base import ActionValueAgent
from voormsi_agents.search.limits import checked_number, checked_weight
from voormsi_agents.search.replay import action_of
from voormsi_agents.search.rollouts import WHOLE_DEAL, heuristic_play, play_on
from voormsi_agents.search.trials import Scratch, look, make_scratch
from voormsi_agents.search.worlds import draw_world
from voormsi_agents.values.deal_value import value_of
from voormsi_env.actions import NUM_ACTIONS
from voormsi_env.aliases import ActionSet, CardSet, StateRecord, ViewRecords
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


NODE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("cards", np.int64),  # the play that led to the node, a mask
                ("total", np.float64),  # sum of its team's chances to win
                ("first", np.int32),  # its first child, or NONE
                ("following", np.int32),  # the next child of its parent, or NONE
                ("visits", np.int32),  # how often it was gone through
                ("available", np.int32),  # how often it could have been chosen
                ("team", np.int8),  # whose play it was
            ],
            align=True,
        ),
    )
)
"""A node of a tree."""


class Tree(NamedTuple):
    """A tree as arrays; a node is a number, the root 0.

    Attributes:
        nodes: NODE (most,).
        path: int64 (37,), the nodes of the present iteration.
        chances: float64 (3,), what the present iteration came to, by team.
        size: int64 (1,), how many nodes there are.
    """

    nodes: NDArray[np.void]
    path: NDArray[np.int64]
    chances: NDArray[np.float64]
    size: NDArray[np.int64]


def make_tree(nodes: int) -> Tree:
    """Scratch for a tree of so many nodes."""
    return Tree(
        nodes=np.zeros(nodes, NODE),
        path=np.zeros(MAX_DEPTH + 1, np.int64),
        chances=np.zeros(MAX_TEAMS),
        size=np.zeros(1, np.int64),
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
        checked_number("iterations", iterations, 1, MOST_ITERATIONS)
        self._seconds = checked_weight("ms", ms) / 1000.0
        self._iterations = MOST_ITERATIONS if self._seconds else iterations
        self._explore = checked_weight("explore", explore)
        self._tricks = checked_number("tricks", tricks, 0, WHOLE_DEAL)
        self._scratch = make_scratch(rules)
        self._tree = make_tree(self._iterations + 1)

    def act(self, views: ViewRecords, keys: NDArray[np.int64]) -> NDArray[np.int64]:
        """See `Agent.act`: the play that was looked at most."""
        actions = np.empty(len(views), np.int64)
        for row in range(len(views)):
            actions[row] = self.looks_and_values(views, row, int(keys[row]))[0].argmax()
        return actions

    def values(self, views: ViewRecords, keys: NDArray[np.int64]) -> NDArray[np.float32]:
        """See `ActionValueAgent.values`; a play never looked at is worth 0."""
        values = np.empty((len(views), NUM_ACTIONS), np.float32)
        for row in range(len(views)):
            values[row] = self.looks_and_values(views, row, int(keys[row]))[1]
        return values

    def looks_and_values(
        self, views: ViewRecords, row: int, key: int
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
        look(views, row, key, self._scratch)
        _plant(self._tree)
        for first in range(0, self._iterations, BATCH):
            last = min(first + BATCH, self._iterations)
            _grow(key, first, last, tricks, self._explore, self._scratch, self._tree)
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
def _add_node(tree: Tree, cards: CardSet, team: int) -> int:
    """Add a node without children, which nobody has gone through; its number is returned."""
    number = int(tree.size[0])
    tree.size[0] += 1
    node = tree.nodes[number]
    node.cards = cards
    node.total = 0.0
    node.first = NONE
    node.following = NONE
    node.visits = 0
    node.available = 0
    node.team = team
    return number


@compiled
def _grow(
    key: int,
    first: int,
    last: int,
    tricks: int,
    explore: float,
    scratch: Scratch,
    tree: Tree,
) -> None:
    """Go down the tree in the worlds `first` to `last` - 1 of the VIEW that `look` has read."""
    view = scratch.own_view[0]
    whole_game = not view.single_deal
    world = scratch.games[0]
    for index in range(first, last):
        draw_world(view, scratch.sampler, combine(key, index), scratch.games, 0)
        world.single_deal = True
        depth = _descend(world, explore, scratch, tree)
        play_on(world, scratch.sight[0], tricks, scratch.no_decks)
        for team in range(world.teams):
            tree.chances[team] = value_of(
                world, team, whole_game, scratch.win_values, scratch.ladder
            )
        for place in range(depth + 1):
            node = tree.nodes[tree.path[place]]
            node.visits += 1
            node.total += tree.chances[node.team]


@compiled
def _descend(world: StateRecord, explore: float, scratch: Scratch, tree: Tree) -> int:
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
            action = heuristic_play(world, actions, scratch.sight[0])
            if new >> action & 1 == 0:
                action = lowest(new)
            child = _add_node(tree, cards_of_action(hand, action), team_of(world, world.to_play))
            tree.nodes[child].available = 1
            tree.nodes[child].following = tree.nodes[node].first
            tree.nodes[node].first = child
            added = True
        else:
            child = _choose(actions, hand, node, explore, tree)
            action = _action_to(actions, hand, tree.nodes[child].cards)
        play(world, action, scratch.no_decks)
        node = child
        depth += 1
        tree.path[depth] = node
    return depth


@compiled
def _new_plays(actions: ActionSet, hand: CardSet, node: int, tree: Tree) -> int:
    """Those of the legal actions that no child stands for; the others' children were available."""
    new = actions
    child = int(tree.nodes[node].first)
    while child != NONE:
        action = _action_to(actions, hand, tree.nodes[child].cards)
        if action >= 0:
            new &= ~(1 << action)
            tree.nodes[child].available += 1
        child = int(tree.nodes[child].following)
    return new


@compiled
def _action_to(actions: ActionSet, hand: CardSet, cards: CardSet) -> int:
    """The action that plays some cards, or -1 when it is not among the legal ones."""
    if cards & ~hand != 0:
        return NONE
    action = action_of(cards, hand)
    return action if actions >> action & 1 != 0 else NONE


@compiled
def _choose(actions: ActionSet, hand: CardSet, node: int, explore: float, tree: Tree) -> int:
    """The child with the highest upper confidence bound, of those that are legal."""
    best = NONE
    best_bound = 0.0
    child = int(tree.nodes[node].first)
    while child != NONE:
        if _action_to(actions, hand, tree.nodes[child].cards) >= 0:
            visits = float(tree.nodes[child].visits)
            bound = tree.nodes[child].total / visits
            bound += explore * np.sqrt(np.log(float(tree.nodes[child].available)) / visits)
            if best == NONE or bound > best_bound:
                best = child
                best_bound = bound
        child = int(tree.nodes[child].following)
    return best


@compiled
def _read(
    views: ViewRecords, row: int, tree: Tree, visits: NDArray[np.int64], values: NDArray[np.float64]
) -> None:
    """Write how often each legal action of a VIEW was looked at and what it is worth."""
    rest = int(views[row].legal)
    while rest != 0:
        action = lowest(rest)
        rest &= rest - 1
        visits[action] = 0
        values[action] = 0.0
        cards = cards_of_action(views[row].hand, action)
        child = int(tree.nodes[ROOT].first)
        while child != NONE:
            if tree.nodes[child].cards == cards:
                visits[action] = tree.nodes[child].visits
                values[action] = tree.nodes[child].total / max(1, tree.nodes[child].visits)
            child = int(tree.nodes[child].following)

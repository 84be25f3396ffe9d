"""Trying plays in sampled worlds, and racing them: what falls behind is tried no more.

All plays are tried in the same worlds, so that what is common to them cancels out. After each
round a play is dropped when it is behind the best by `BEHIND` standard errors of their difference
in the same worlds, or has done as well as the best in every single one (two fives, say); the
trials saved go to more worlds for those left (Maron and Moore's racing, 1997).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from voormsi_agents.baselines.heuristic.action_value import heuristic_worth
from voormsi_agents.search.endgame import Solver, forget, make_solver, solve
from voormsi_agents.search.rollouts import play_on
from voormsi_agents.search.worlds import Sampler, draw_world, first_world
from voormsi_agents.values.deal_value import LadderChances, value_of
from voormsi_env.actions import NUM_ACTIONS, legal_actions
from voormsi_env.cards import NUM_CARDS
from voormsi_env.engine.bits import lowest
from voormsi_env.engine.jit import compiled
from voormsi_env.engine.play import play
from voormsi_env.engine.randomness import combine
from voormsi_env.engine.state import STATE, VIEW
from voormsi_env.engine.view import write_view
from voormsi_env.rules import Rules

NO_DECKS: NDArray[np.int8] = np.zeros((0, NUM_CARDS), np.int8)

BEHIND = 2.0


class Scratch(NamedTuple):
    """What a thread works in.

    Attributes:
        knowledge: KNOWLEDGE (1,), of the view.
        base: STATE (1,), a world of the view.
        start: START (1,). deck: int8 (1, 36). games: STATE (2,). sight: VIEW (1,).
        no_decks: int8 (0, 36).
        solver: for endings.
        win_values, ladder: of `LadderChances`.
    """

    knowledge: NDArray[np.void]
    base: NDArray[np.void]
    start: NDArray[np.void]
    deck: NDArray[np.int8]
    games: NDArray[np.void]
    sight: NDArray[np.void]
    no_decks: NDArray[np.int8]
    solver: Solver
    win_values: NDArray[np.float32]
    ladder: NDArray[np.int64]


def make_scratch(rules: Rules) -> Scratch:
    """Scratch for one thread."""
    sampler, chances = Sampler(), LadderChances(rules)
    return Scratch(
        sampler.knowledge,
        sampler.base,
        sampler.start,
        sampler.deck,
        np.zeros(2, STATE),
        np.zeros(1, VIEW),
        NO_DECKS,
        make_solver(rules),
        chances.values,
        chances.ladder,
    )


@compiled
def look(views: Any, row: int, key: int, room: Scratch) -> None:
    """Read a VIEW, so that worlds can be drawn and played on."""
    first_world(views[row], key, room.knowledge[0], room.base, room.start[0], room.deck)
    write_view(room.base[0], 0, room.sight[0])


@compiled
def write_priors(views: Any, priors: Any) -> None:
    """Write what the heuristic player thinks of the legal plays of VIEWs into float64 (n, 15)."""
    for row in range(len(views)):
        rest = int(views[row].legal)
        while rest != 0:
            priors[row, lowest(rest)] = heuristic_worth(views[row], lowest(rest))
            rest &= rest - 1


@compiled
def try_plays(
    views: Any,
    row: int,
    key: int,
    first: int,
    last: int,
    actions: int,
    tricks: int,
    endings: int,
    room: Scratch,
    values: Any,
) -> None:
    """Try plays of a VIEW that `look` has read in the worlds `first` to `last` - 1.

    Args:
        key: random number that the worlds follow from.
        actions: bit a: try action a.
        tricks: played on after the trick on the table.
        endings: the most cards a hand may hold for worlds without a stock to be solved instead.
        values: float64 (last - first, 15), overwritten: the chance that team 0 wins.
    """
    view = views[row]
    solved = _is_solved(view, endings)
    for index in range(first, last):
        draw_world(view, room.knowledge[0], room.base[0], combine(key, index), room.games, 0)
        room.games[0].single_deal = True
        whole_game = not view.single_deal
        if solved:
            _solve_in_world(whole_game, actions, room, values[index - first])
        else:
            try_in_world(room.games, 0, whole_game, actions, tricks, room, values[index - first])


@compiled
def try_in_world(
    games: Any, team: int, whole_game: bool, actions: int, tricks: int, room: Scratch, values: Any
) -> None:
    """Try plays of a team in the world games[0], by way of games[1]; see `try_plays`."""
    rest = actions
    while rest != 0:
        action = lowest(rest)
        rest &= rest - 1
        games[1] = games[0]
        play(games[1], action, room.no_decks)
        play_on(games[1], room.sight[0], tricks, room.no_decks)
        values[action] = value_of(games[1], team, whole_game, room.win_values, room.ladder)


@compiled
def _is_solved(view: Any, endings: int) -> bool:
    """Whether the worlds of a VIEW are solved. Those of three players are not: what one of them can
    be sure of, with the two others against him, is less than what they will leave him."""
    most = 0
    for seat in range(view.players):
        most = max(most, int(view.hand_sizes[seat]))
    return view.stock == 0 and view.teams == 2 and most <= endings


@compiled
def _solve_in_world(whole_game: bool, actions: int, room: Scratch, values: Any) -> None:
    """Write what plays in the world room.games[0] come to if all then play as well as can be."""
    forget(room.solver)
    rest = actions
    while rest != 0:
        action = lowest(rest)
        rest &= rest - 1
        room.solver.games[0] = room.games[0]
        play(room.solver.games[0], action, room.no_decks)
        values[action] = solve(room.solver, whole_game)


class Race:
    """How the plays of a decision have done so far.

    Attributes:
        alive: bit a: action a is still tried.
        worlds: in how many worlds those alive have been tried.
    """

    def __init__(self, legal: int, prior: NDArray[np.float64], weight: float) -> None:
        """Begin.

        Args:
            legal: the legal actions, one or more.
            prior: float64 (15,), what they are thought to be worth beforehand; only the
                differences count.
            weight: how many worlds that counts as much as.
        """
        self.alive = legal
        self.worlds = 0
        self._prior = weight * prior
        self._weight = weight
        self._sums = np.zeros(NUM_ACTIONS)
        self._products = np.zeros((NUM_ACTIONS, NUM_ACTIONS))
        self._dropped: list[tuple[int, int, float]] = []

    def add(self, values: NDArray[np.float64]) -> None:
        """Take in what the plays alive have done in some more worlds, float64 (worlds, 15)."""
        _add_up(values, self.alive, self._sums, self._products)
        self.worlds += len(values)

    def drop(self) -> None:
        """Drop the plays that have fallen behind."""
        totals = self._sums + self._prior
        best, behind = _lagging(
            self.worlds, self._weight, self.alive, totals, self._sums, self._products
        )
        for action in range(NUM_ACTIONS):
            if behind >> action & 1:
                loss = (totals[best] - totals[action]) / (self.worlds + self._weight)
                self._dropped.append((action, best, loss))
        self.alive &= ~behind

    def values(self) -> NDArray[np.float64]:
        """The mean value of each action; of those dropped, by how far each was behind the one
        that was best then, float64 (15,); minus infinity for those that are not legal."""
        values = np.full(NUM_ACTIONS, -np.inf)
        totals = self._sums + self._prior
        best = max(legal_actions(self.alive), key=lambda action: float(totals[action]))
        level = self._sums[best] / self.worlds
        for action in legal_actions(self.alive):
            behind = (totals[best] - totals[action]) / (self.worlds + self._weight)
            values[action] = level - behind
        for action, best, loss in reversed(self._dropped):
            values[action] = values[best] - loss
        return values


@compiled
def _add_up(values: Any, alive: int, sums: Any, products: Any) -> None:
    for world in range(len(values)):
        rest = alive
        while rest != 0:
            action = lowest(rest)
            sums[action] += values[world, action]
            others = rest
            while others != 0:
                other = lowest(others)
                products[action, other] += values[world, action] * values[world, other]
                others &= others - 1
            rest &= rest - 1


@compiled
def _lagging(
    worlds: int, weight: float, alive: int, totals: Any, sums: Any, products: Any
) -> tuple[int, int]:
    """The best play, and those behind it as the module says.

    Args:
        totals: float64 (15,), sums of values with what was thought beforehand, as so many worlds
            as `weight` says. sums, products: of the values alone, and of pairs of them.
    """
    best = lowest(alive)
    rest = alive
    while rest != 0:
        if totals[lowest(rest)] > totals[best]:
            best = lowest(rest)
        rest &= rest - 1
    behind = 0
    rest = alive & ~(1 << best)
    while rest != 0:
        action = lowest(rest)
        rest &= rest - 1
        loss = totals[best] - totals[action]
        mean = (sums[best] - sums[action]) / worlds
        both = products[min(best, action), max(best, action)]
        squares = products[best, best] + products[action, action] - 2.0 * both
        variance = max(0.0, squares / worlds - mean * mean) * worlds * worlds / max(1, worlds - 1)
        if loss * loss > BEHIND * BEHIND * variance or squares < SAME:
            behind |= 1 << action
    return best, behind


SAME = 1e-9  # sums of squared differences below this are rounding

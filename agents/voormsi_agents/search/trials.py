"""Trying plays in sampled worlds: each made, played on, and valued where that stops."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from voormsi_agents.baselines.heuristic.action_value import heuristic_worth
from voormsi_agents.search.endgame import Solver, forget, make_solver, solve
from voormsi_agents.search.rollouts import play_on
from voormsi_agents.search.worlds import Sampler, draw_world, first_world, make_sampler
from voormsi_agents.values.deal_value import LadderChances, value_of
from voormsi_env.aliases import ActionSet, Decks, StateRecords, ViewRecord, ViewRecords
from voormsi_env.engine.bits import lowest
from voormsi_env.engine.jit import compiled
from voormsi_env.engine.play import play
from voormsi_env.engine.randomness import combine
from voormsi_env.engine.state import NO_DECKS, STATE, VIEW
from voormsi_env.engine.view import write_view
from voormsi_env.rules import Rules


class Scratch(NamedTuple):
    """What a thread works in.

    Attributes:
        own_view: VIEW (1,), of the seat that decides.
        sampler: for worlds of the view.
        win_values, ladder: of `LadderChances`.
        games: STATE (2,), a world and a copy of it in which a play is tried.
        sight: VIEW (1,), what the seat to play in a world sees.
        no_decks: int8 (0, 36), no decks given: all follow from the worlds' seeds.
        solver: for worlds at the endgame.
    """

    own_view: ViewRecords
    sampler: Sampler
    win_values: NDArray[np.float32]
    ladder: NDArray[np.int64]
    games: StateRecords
    sight: ViewRecords
    no_decks: Decks
    solver: Solver


def make_scratch(rules: Rules) -> Scratch:
    """Scratch for one thread."""
    chances = LadderChances(rules)
    return Scratch(
        own_view=np.zeros(1, VIEW),
        sampler=make_sampler(),
        win_values=chances.values,
        ladder=chances.ladder,
        games=np.zeros(2, STATE),
        sight=np.zeros(1, VIEW),
        no_decks=NO_DECKS,
        solver=make_solver(rules),
    )


@compiled
def look(views: ViewRecords, row: int, key: int, scratch: Scratch) -> None:
    """Read a VIEW, so that worlds can be drawn and played on.

    Args:
        views: VIEW (n,). row: the one to read.
        key: random number that a first world follows from.
        scratch: overwritten.
    """
    scratch.own_view[0] = views[row]
    first_world(views[row], key, scratch.sampler)
    write_view(scratch.sampler.base[0], 0, scratch.sight[0])


@compiled
def write_priors(views: ViewRecords, priors: NDArray[np.float64]) -> None:
    """Write what the heuristic player thinks of the legal plays of VIEWs into float64 (n, 15)."""
    for row in range(len(views)):
        rest = int(views[row].legal)
        while rest != 0:
            priors[row, lowest(rest)] = heuristic_worth(views[row], lowest(rest))
            rest &= rest - 1


@compiled
def try_plays(
    key: int,
    first: int,
    last: int,
    actions: ActionSet,
    tricks: int,
    endgame: int,
    scratch: Scratch,
    values: NDArray[np.float64],
) -> None:
    """Try plays of the VIEW that `look` has read in the worlds `first` to `last` - 1.

    Args:
        key: random number that the worlds follow from.
        actions: bit a: try action a.
        tricks: played on after the trick on the table.
        endgame: the most cards a hand may hold for worlds without a stock to be solved instead.
        values: float64 (last - first, 15), overwritten: the chance that team 0 wins.
    """
    view = scratch.own_view[0]
    solved = _is_solved(view, endgame)
    for index in range(first, last):
        draw_world(view, scratch.sampler, combine(key, index), scratch.games, 0)
        scratch.games[0].single_deal = True
        whole_game = not view.single_deal
        if solved:
            _solve_in_world(whole_game, actions, scratch, values[index - first])
        else:
            try_in_world(
                scratch.games, 0, whole_game, actions, tricks, scratch, values[index - first]
            )


@compiled
def try_in_world(
    games: StateRecords,
    team: int,
    whole_game: bool,
    actions: ActionSet,
    tricks: int,
    scratch: Scratch,
    values: NDArray[np.float64],
) -> None:
    """Try plays of a team in the world games[0], by way of games[1]; see `try_plays`."""
    rest = actions
    while rest != 0:
        action = lowest(rest)
        rest &= rest - 1
        games[1] = games[0]
        play(games[1], action, scratch.no_decks)
        play_on(games[1], scratch.sight[0], tricks, scratch.no_decks)
        values[action] = value_of(games[1], team, whole_game, scratch.win_values, scratch.ladder)


@compiled
def _is_solved(view: ViewRecord, endgame: int) -> bool:
    """Whether the worlds of a VIEW are solved. Those of three players are not: what one of them can
    be sure of, with the two others against him, is less than what they will leave him."""
    most = 0
    for seat in range(view.players):
        most = max(most, int(view.hand_sizes[seat]))
    return view.stock == 0 and view.teams == 2 and most <= endgame


@compiled
def _solve_in_world(
    whole_game: bool, actions: ActionSet, scratch: Scratch, values: NDArray[np.float64]
) -> None:
    """Write what plays in the world scratch.games[0] come to if all then play as well as can be."""
    forget(scratch.solver)
    rest = actions
    while rest != 0:
        action = lowest(rest)
        rest &= rest - 1
        scratch.solver.games[0] = scratch.games[0]
        play(scratch.solver.games[0], action, scratch.no_decks)
        values[action] = solve(scratch.solver, whole_game)

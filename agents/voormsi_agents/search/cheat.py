"""The player that sees all cards: a ceiling for the others, who cannot reach it honestly."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from voormsi_agents.base import PerfectInformationAgent
from voormsi_agents.search.endgame import forget, is_endgame, solve
from voormsi_agents.search.limits import checked_number
from voormsi_agents.search.replay import replay_deal
from voormsi_agents.search.rollouts import heuristic_play
from voormsi_agents.search.trials import Scratch, make_scratch
from voormsi_agents.values.deal_value import value_of_end
from voormsi_env.aliases import StateRecord, StateRecords
from voormsi_env.engine.bits import lowest
from voormsi_env.engine.jit import compiled
from voormsi_env.engine.legal import legal
from voormsi_env.engine.play import play
from voormsi_env.engine.state import STATE
from voormsi_env.engine.stock import settle_deck
from voormsi_env.engine.table import team_of
from voormsi_env.engine.view import write_view
from voormsi_env.rules import PACK_SIZE, Rules

MOST_PLAYS = 6
LITTLE = 1e-3  # weight of how others usually play, among plays that are worth the same


class CheatAgent(PerfectInformationAgent):
    """Sees all hands and the stock, and searches with them.

    While there is a stock, it tries every sequence of the next plays of its own side, with the
    others playing as the heuristic player does, and so does it after that. Once the stock is empty
    it plays what is best whatever the others do, and of such plays the one that does best when
    they play as the heuristic player does.
    """

    name = "cheat"

    def __init__(self, rules: Rules, plays: int = 3) -> None:
        """Make ready.

        Args:
            rules: of the games it will play.
            plays: how many plays of its own side it tries in all ways.
        """
        self._plays = checked_number("plays", plays, 1, MOST_PLAYS)
        self._scratch = make_scratch(rules)
        self._line = np.zeros(MOST_PLAYS + 2, STATE)

    def act_on(self, games: StateRecords, keys: NDArray[np.int64]) -> NDArray[np.int64]:
        """See `PerfectInformationAgent.act_on`."""
        actions = np.empty(len(games), np.int64)
        for row in range(len(games)):
            actions[row] = _choose(games, row, self._plays, self._line, self._scratch)
        return actions


@compiled
def _choose(games: StateRecords, row: int, plays: int, line: StateRecords, scratch: Scratch) -> int:
    """The best play in games[row]."""
    actions = legal(games[row])
    if actions & (actions - 1) == 0:
        return lowest(actions)
    _take_seat(games[row], line, scratch)
    world = line[0]
    whole_game = not world.single_deal
    world.single_deal = True
    in_endgame = is_endgame(world)
    if in_endgame:
        forget(scratch.solver)
    best = -1
    best_value = -1.0
    while actions != 0:
        action = lowest(actions)
        actions &= actions - 1
        line[1] = world
        play(line[1], action, scratch.no_decks)
        value = _value_of_line(line, np.int64(1), plays - 1, whole_game, scratch)  # see `solve`
        if in_endgame:
            scratch.solver.games[0] = world
            play(scratch.solver.games[0], action, scratch.no_decks)
            value = solve(scratch.solver, whole_game) + LITTLE * value
        if value > best_value:
            best = action
            best_value = value
    return best


@compiled
def _take_seat(game: StateRecord, line: StateRecords, scratch: Scratch) -> None:
    """Write the STATE into line[0] as the seat to play sees it, seat 0, with the whole deck."""
    write_view(game, int(game.to_play), scratch.sight[0])
    line[1] = game
    settle_deck(line[1])
    deck = scratch.sampler.deck
    for place in range(PACK_SIZE):
        deck[0, place] = line[1].deck[place]
    replay_deal(scratch.sight[0], deck, scratch.sampler.start[0], line[0])


@compiled
def _value_of_line(
    line: StateRecords, depth: int | np.int64, plays: int, whole_game: bool, scratch: Scratch
) -> float:
    """What the best of the next `plays` plays of team 0 in line[depth] lead to."""
    game = line[depth]
    while not game.over:
        actions = legal(game)
        if plays > 0 and team_of(game, game.to_play) == 0 and actions & (actions - 1) != 0:
            break
        play(game, heuristic_play(game, actions, scratch.sight[0]), scratch.no_decks)
    if game.over:
        return value_of_end(game, 0, whole_game, scratch.win_values, scratch.ladder)
    best = -1.0
    rest = legal(game)
    while rest != 0:
        line[depth + 1] = game
        play(line[depth + 1], lowest(rest), scratch.no_decks)
        rest &= rest - 1
        best = max(best, _value_of_line(line, depth + 1, plays - 1, whole_game, scratch))
    return best

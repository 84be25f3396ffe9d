"""The player that sees all cards: a ceiling for the others, who cannot reach it honestly."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from voormsi_agents.base import PerfectInformationAgent
from voormsi_agents.search.endgame import forget, is_ending, solve
from voormsi_agents.search.rollouts import heuristic_play
from voormsi_agents.search.trials import Scratch, make_scratch
from voormsi_agents.search.worlds import replay_deal
from voormsi_agents.values.deal_value import value_of_end
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
        if not 1 <= plays <= MOST_PLAYS:
            raise ValueError(f"plays is {plays}; allowed are whole numbers from 1 to {MOST_PLAYS}")
        self._plays = plays
        self._room = make_scratch(rules)
        self._line = np.zeros(MOST_PLAYS + 2, STATE)

    def act_on(self, games: NDArray[np.void], keys: NDArray[np.int64]) -> NDArray[np.int64]:
        """See `PerfectInformationAgent.act_on`."""
        actions = np.empty(len(games), np.int64)
        for row in range(len(games)):
            actions[row] = _choose(games, row, self._plays, self._line, self._room)
        return actions


@compiled
def _choose(games: Any, row: int, plays: int, line: Any, room: Scratch) -> int:
    """The best play in games[row]."""
    actions = legal(games[row])
    if actions & (actions - 1) == 0:
        return lowest(actions)
    _take_seat(games[row], line, room)
    world = line[0]
    whole_game = not world.single_deal
    world.single_deal = True
    ending = is_ending(world)
    if ending:
        forget(room.solver)
    best = -1
    best_value = -1.0
    while actions != 0:
        action = lowest(actions)
        actions &= actions - 1
        line[1] = world
        play(line[1], action, room.no_decks)
        value = _value_of_line(line, np.int64(1), plays - 1, whole_game, room)  # see `solve`
        if ending:
            room.solver.games[0] = world
            play(room.solver.games[0], action, room.no_decks)
            value = solve(room.solver, whole_game) + LITTLE * value
        if value > best_value:
            best = action
            best_value = value
    return best


@compiled
def _take_seat(game: Any, line: Any, room: Scratch) -> None:
    """Write the STATE into line[0] as the seat to play sees it, seat 0, with the whole deck."""
    write_view(game, int(game.to_play), room.sight[0])
    line[1] = game
    settle_deck(line[1])
    for place in range(PACK_SIZE):
        room.deck[0, place] = line[1].deck[place]
    replay_deal(room.sight[0], room.deck, room.start[0], line[0])


@compiled
def _value_of_line(
    line: Any, depth: int | np.int64, plays: int, whole_game: bool, room: Scratch
) -> float:
    """What the best of the next `plays` plays of team 0 in line[depth] lead to."""
    game = line[depth]
    while not game.over:
        actions = legal(game)
        if plays > 0 and team_of(game, game.to_play) == 0 and actions & (actions - 1) != 0:
            break
        play(game, heuristic_play(game, actions, room.sight[0]), room.no_decks)
    if game.over:
        return value_of_end(game, 0, whole_game, room.win_values, room.ladder)
    best = -1.0
    rest = legal(game)
    while rest != 0:
        line[depth + 1] = game
        play(line[depth + 1], lowest(rest), room.no_decks)
        rest &= rest - 1
        best = max(best, _value_of_line(line, depth + 1, plays - 1, whole_game, room))
    return best

"""The endgame, solved exactly: what a deal comes to when the stock is empty, all hands are known,
and everybody plays as well as can be.

Alpha-beta over the engine's own records, with a table of the positions between tricks. Two teams
play against each other. Of three players, the two others are taken to play together against
team 0 (the *paranoid* reading): the value is what team 0 can be sure of, whatever they do.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from voormsi_agents.values.deal_value import LadderChances, value_of_end
from voormsi_env.aliases import Decks, StateRecord, StateRecords
from voormsi_env.cards import NUM_CARDS, RANK_OF_CARD
from voormsi_env.engine.beating import BEATEN, play_beats
from voormsi_env.engine.bits import lowest
from voormsi_env.engine.jit import compiled
from voormsi_env.engine.legal import legal
from voormsi_env.engine.play import cards_of_action, play, situation
from voormsi_env.engine.randomness import mix
from voormsi_env.engine.state import MAX_SEATS, NO_DECKS, STATE
from voormsi_env.engine.table import team_of
from voormsi_env.rules import HAND_SIZE, PACK_SIZE, Rules

MAX_PLAYS = MAX_SEATS * HAND_SIZE
TABLE_SIZE = 1 << 13
"""Places of the table of positions, a power of two; a new position replaces an old one."""
NOTHING, EXACT, AT_LEAST, AT_MOST = range(4)


def _twins() -> NDArray[np.int64]:
    """TWINS[card]: the mask of the cards above it that can do all that it can, and no more."""
    beats = BEATEN[:, :, None] >> np.arange(NUM_CARDS) & 1  # situation, later card, heading card
    twins = np.zeros(NUM_CARDS, np.int64)
    for card in range(NUM_CARDS):
        for above in range(card):
            if (
                RANK_OF_CARD[card] == RANK_OF_CARD[above]
                and (beats[:, card] == beats[:, above]).all()
                and (beats[:, :, card] == beats[:, :, above]).all()
            ):
                twins[card] |= 1 << above
    return twins


TWINS = _twins()


class Solver(NamedTuple):
    """What endgames are solved in; one a thread.

    Attributes:
        keys: int64 (TABLE_SIZE,), which position each place of the table holds.
        values: float64 (TABLE_SIZE,), what it is worth.
        kinds: int8 (TABLE_SIZE,), whether that is EXACT or a bound, or NOTHING is held.
        best: int8 (TABLE_SIZE,), the best play found.
        win_values, ladder: of `LadderChances`.
        games: STATE (plays + 1,), the line of play being looked at; the endgame goes into games[0].
        no_decks: int8 (0, 36).
    """

    keys: NDArray[np.int64]
    values: NDArray[np.float64]
    kinds: NDArray[np.int8]
    best: NDArray[np.int8]
    win_values: NDArray[np.float32]
    ladder: NDArray[np.int64]
    games: StateRecords
    no_decks: Decks


def make_solver(rules: Rules) -> Solver:
    """A solver for one thread."""
    chances = LadderChances(rules)
    return Solver(
        keys=np.zeros(TABLE_SIZE, np.int64),
        values=np.zeros(TABLE_SIZE),
        kinds=np.zeros(TABLE_SIZE, np.int8),
        best=np.zeros(TABLE_SIZE, np.int8),
        win_values=chances.values,
        ladder=chances.ladder,
        games=np.zeros(MAX_PLAYS + 1, STATE),
        no_decks=NO_DECKS,
    )


@compiled
def is_endgame(game: StateRecord) -> bool:
    """Whether a STATE can be solved: its stock is empty."""
    return bool(game.drawn == PACK_SIZE)


@compiled
def solve(solver: Solver, whole_game: bool) -> float:
    """What the endgame in solver.games[0] is worth: the chance that team 0 wins.

    Args:
        solver: games[0] is a STATE with an empty stock and `single_deal` set; the rest is
            overwritten, but for what the table holds of the same deal.
        whole_game: as for `value_of_end`.
    """
    # The depth is no literal: for one, Numba would compile the recursion a second time, whose call
    # to the first leads nowhere when it comes from the cache.
    return _search(solver, np.int64(0), whole_game, -1.0, 2.0)


@compiled
def forget(solver: Solver) -> None:
    """Empty the table: it holds good for one deal of cards to the hands, and one ladder."""
    for place in range(TABLE_SIZE):
        solver.kinds[place] = NOTHING


@compiled
def _search(
    solver: Solver, depth: int | np.int64, whole_game: bool, low: float, high: float
) -> float:
    """The value of games[depth], exact if it lies between `low` and `high`, else a bound."""
    game = solver.games[depth]
    if game.over:
        return value_of_end(game, 0, whole_game, solver.win_values, solver.ladder)
    between_tricks = game.plays_made == 0
    key = _key(game) if between_tricks else 0
    place = mix(key) & TABLE_SIZE - 1
    first = -1
    if between_tricks and solver.kinds[place] != NOTHING and solver.keys[place] == key:
        if _is_enough(solver, place, low, high):
            return float(solver.values[place])
        first = int(solver.best[place])
    ours = team_of(game, game.to_play) == 0
    best_value = -2.0 if ours else 3.0
    best = -1
    wanted_low, wanted_high = low, high
    plays = _worthwhile(game)
    while plays != 0 and low < high:
        action = _next_play(game, plays, first)
        first = -1
        plays &= ~(1 << action)
        solver.games[depth + 1] = game
        play(solver.games[depth + 1], action, solver.no_decks)
        value = _search(solver, depth + 1, whole_game, low, high)
        if (ours and value > best_value) or (not ours and value < best_value):
            best_value = value
            best = action
        if ours:
            low = max(low, value)
        else:
            high = min(high, value)
    if between_tricks:
        solver.keys[place] = key
        solver.best[place] = best
        solver.values[place] = best_value
        solver.kinds[place] = _kind_of(best_value, wanted_low, wanted_high)
    return best_value


@compiled
def _is_enough(solver: Solver, place: int, low: float, high: float) -> bool:
    """Whether what the table holds of a position settles its value between `low` and `high`."""
    known = float(solver.values[place])
    kind = int(solver.kinds[place])
    if kind == AT_LEAST:
        return known >= high
    return kind == EXACT or known <= low


@compiled
def _kind_of(value: float, low: float, high: float) -> int:
    """What a value found between `low` and `high` says: EXACT, AT_LEAST or AT_MOST."""
    if value >= high:
        return AT_LEAST
    return AT_MOST if value <= low else EXACT


@compiled
def _key(game: StateRecord) -> int:
    """What tells a position between tricks from the others of the same endgame: the cards still
    held, who leads, the tricks won, and the bonus paid."""
    held = 0
    for seat in range(game.players):
        held |= game.hands[seat]
    state = int(game.to_play)
    state = state << 3 | int(game.bonus)
    state = state << 2 | int(game.bonus_team) + 1
    state = state << 2 | int(game.five_unbeaten) + 1
    for team in range(game.teams):
        state = state << 4 | int(game.tricks[team])
    return held ^ state << 36


@compiled
def _worthwhile(game: StateRecord) -> int:
    """The legal plays, but of those that differ only by twins, one."""
    hand = game.hands[game.to_play]
    plays = 0
    rest = legal(game)
    while rest != 0:
        action = lowest(rest)
        rest &= rest - 1
        cards = cards_of_action(hand, action)
        left = cards
        needless = False
        while left != 0:
            if TWINS[lowest(left)] & hand & ~cards != 0:
                needless = True
            left &= left - 1
        if not needless:
            plays |= 1 << action
    return plays


@compiled
def _next_play(game: StateRecord, plays: int, first: int) -> int:
    """Which of some plays to look at next: the one known to be good, then those that beat the
    heading play, cheapest first, then the rest, cheapest first; leads dearest first."""
    if first >= 0 and plays >> first & 1 != 0:
        return first
    if game.plays_made == 0:
        return lowest(plays)
    hand = game.hands[game.to_play]
    heading = game.trick[game.heading]
    now = situation(game)
    chosen = -1
    chosen_beats = False
    rest = plays
    while rest != 0:
        action = lowest(rest)
        rest &= rest - 1
        beats = play_beats(cards_of_action(hand, action), heading, now)
        if beats or not chosen_beats:
            chosen = action
            chosen_beats = beats
    return chosen

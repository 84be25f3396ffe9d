"""The luck of the draw: how much better the cards were than the average of what was left.

Every card that leaves the pack is worth `CARD_VALUES` to the team that gets it; what is expected
beforehand is the mean over the cards still in the pack. The difference, times the `STAKES` of the
deal, is summed over a game for each team. Whatever the players do, that sum has the mean zero: it
is a control variate (Burch et al., AIVAT, AAAI 2018, uses the same sum with other values). The
values were fixed before any game that is evaluated with them, from deals of an earlier heuristic
player; `benchmarks/card_values.py` prints what today's come to.
"""

from __future__ import annotations

from math import cosh, exp
from typing import Any

import numpy as np
from numpy.typing import NDArray

from voormsi_env.cards import NUM_CARDS
from voormsi_env.engine.jit import compiled
from voormsi_env.engine.table import team_of

CARD_VALUES: NDArray[np.float64] = np.array(
    [
        *(0.82, 0.57, 0.28),  # JC KH 8S
        *(0.25, 0.21, 0.13, 0.10),  # 9C 9S 9H 9D
        *(0.00, -0.06, -0.04, -0.12),  # AC AS AH AD
        *(-0.12, -0.14, -0.10),  # JS JH JD
        *(-0.23, -0.17, -0.19, -0.17),  # 6C 6S 6H 6D
        *(-0.20, -0.21, -0.18, -0.22),  # 5C 5S 5H 5D
        *(-0.19, -0.19, -0.20),  # 8C 8H 8D
        *(-0.20, -0.20, -0.20, -0.18),  # QC QS QH QD
        *(0.14, -0.14),  # KC KS
        *(0.22, 0.10, 0.05, 0.02),  # 7C 7S 7H 7D
        0.78,  # 3D
    ]
)
"""Points on the ladder in a deal, less the opponents', that a card in the opening hand is worth."""

MOST_LEFT = 101
MOST_AHEAD = 128


def _stake(left: int, ahead: int) -> float:
    return round(1024 * exp(-left / 6) / cosh(ahead / 4) ** 2) / 1024


STAKES: NDArray[np.float64] = np.array(
    [[_stake(left, ahead) for ahead in range(MOST_AHEAD)] for left in range(MOST_LEFT)]
)
"""STAKES[left, ahead]: how much a point matters to who wins, when the leading team has `left`
points to make and is `ahead` of the next. Multiples of 1 / 1024, the same on every machine."""


@compiled
def stake(game: Any) -> float:
    """How much the points of the present deal matter to who wins the game."""
    top = -128
    second = -128
    for team in range(game.teams):
        score = int(game.scores_before[team])
        if score > top:
            second = top
            top = score
        elif score > second:
            second = score
    left = min(int(game.game_points) - top, MOST_LEFT - 1)
    return float(STAKES[max(left, 0), min(top - second, MOST_AHEAD - 1)])


@compiled
def count_draws(game: Any, counted: Any, outcome: Any) -> None:
    """Add the luck of the cards drawn since the last call; call it after every play.

    Args:
        game: a STATE record.
        counted: int64 (2,): the deal, and how many of its cards have been counted; updated.
        outcome: the game's OUTCOME record.
    """
    if game.deal != counted[0]:
        counted[0] = game.deal
        counted[1] = 0
    if game.drawn == counted[1]:
        return
    weight = stake(game)
    left = 0.0
    for place in range(counted[1], NUM_CARDS):
        left += CARD_VALUES[game.deck[place]]
    for place in range(counted[1], game.drawn):
        card = int(game.deck[place])
        surprise = CARD_VALUES[card] - left / (NUM_CARDS - place)
        left -= CARD_VALUES[card]
        for seat in range(game.players):
            if game.hands[seat] >> card & 1 != 0:
                outcome.card_luck[team_of(game, seat)] += weight * surprise
    counted[1] = game.drawn

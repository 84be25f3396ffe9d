"""OUTCOME: what one game of a tournament came to, one fixed-size record."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from voormsi_env.engine.state import BONUS_KINDS, MAX_TEAMS
from voormsi_env.rules import HAND_SIZE

SHARES = 6
"""A won game is worth this many shares, so that halves and thirds of it are whole numbers."""

FAILED_NOT, FAILED_ILLEGAL, FAILED_CRASH = range(3)
FAILURES: tuple[str, ...] = ("none", "illegal play", "crash")
NO_ANSWER = "no answer"
"""How an agent failed: in a game, or by hanging or taking its process down."""

OUTCOME = np.dtype(
    (
        np.record,
        np.dtype(
            [
                # which game it was
                ("match", np.int32),  # number of the match in the tournament
                ("deal", np.int32),  # number of the set of deals, the same in every match
                ("seating", np.int8),  # number of the seating the set was played in
                ("seed", np.int64),  # of the game
                ("entrants", np.int16, (MAX_TEAMS,)),  # who played as each team, -1 for no team
                # how it ended; a number a team
                ("shares", np.int8, (MAX_TEAMS,)),  # of the win: 6, 3 each of two, 2 each of three
                ("scores", np.int8, (MAX_TEAMS,)),  # the ladder at the end
                ("reason", np.int8),  # REASON_...
                ("failed", np.int8, (MAX_TEAMS,)),  # FAILED_...: a game it could not finish
                ("deals", np.int16),  # deals begun
                ("plies", np.int16),  # plays made
                # what happened in it; a number a team
                ("decisions", np.int16, (MAX_TEAMS,)),  # plays made
                ("own_goals", np.int8, (MAX_TEAMS,)),  # games lost by an own goal
                ("annulled", np.int16, (MAX_TEAMS,)),  # deals annulled by winning every trick
                ("busts", np.int16, (MAX_TEAMS,)),  # sums that went past the end of the ladder
                ("tricks", np.int16, (MAX_TEAMS,)),  # won, a trick of n cards counting as n
                ("leads", np.int16, (MAX_TEAMS, HAND_SIZE)),  # tricks led with 1 to 4 cards
                ("bonuses", np.int16, (MAX_TEAMS, len(BONUS_KINDS))),  # paid, by BONUS_...
                ("card_luck", np.float64, (MAX_TEAMS,)),  # see values/card_luck.py
            ],
            align=True,
        ),
    )
)
"""One game's outcome, with what a report counts of it."""


def blank_outcomes(n: int) -> Any:
    """OUTCOME (n,), nothing counted yet."""
    outcomes = np.zeros(n, OUTCOME)
    outcomes["entrants"] = -1
    return outcomes


@dataclass(frozen=True)
class Failure:
    """Why a game could not be finished.

    Attributes:
        agent: text of the agent that failed.
        what: what it raised, or played.
    """

    agent: str
    what: str

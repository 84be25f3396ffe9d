"""What came of the matches of a tournament."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from voormsi_agents.matches.pairings import Match


@dataclass(frozen=True)
class Forfeit:
    """Why a match was given to the other side.

    Attributes:
        entrant: number of the one that forfeited it; -1 when nobody is to blame.
        agent: text of its agent that failed; None when not known.
        how: one of `FAILURES`, or `NO_ANSWER`.
        what: what it did.
        deal, seating: in which game; None when not known.
    """

    entrant: int
    agent: str | None
    how: str
    what: str
    deal: int | None = None
    seating: int | None = None


@dataclass(frozen=True)
class Played:
    """What came of a match.

    Attributes:
        match: who met.
        outcomes: OUTCOME (n,) of the sets that count, in order of set and seating; none when the
            match was forfeited.
        sets: how many sets count.
        stopped: the match was ended by `until`.
        forfeit: why it was given away, or None.
    """

    match: Match
    outcomes: NDArray[np.void]
    sets: int
    stopped: bool = False
    forfeit: Forfeit | None = None


@dataclass(frozen=True)
class Clock:
    """How long things took: seconds and decisions of each agent, by its text."""

    seconds: dict[str, float]
    decisions: dict[str, int]

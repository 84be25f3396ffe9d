"""The options of the environments in which one seat learns, which all of them share."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Literal, TypedDict, get_args

import numpy as np

from voormsi_agents.seat_envs.players import Players
from voormsi_agents.seat_envs.slots import SEAT_FROM_KEY
from voormsi_env.engine.rewards import REWARDS
from voormsi_env.episode import DEFAULT_MAX_DEALS, Episode, StartScores
from voormsi_env.rules import Rules

LearnerSeat = int | Literal["random"]
Illegal = Literal["terminate", "raise"]
ILLEGALS: tuple[Illegal, ...] = get_args(Illegal)


class SeatKeywords(TypedDict, total=False):
    """The fields of `SeatOptions` as keyword arguments: what editors and mypy are told of them."""

    teammate: Players
    opponents: Players
    seat: LearnerSeat
    episode: Episode
    reward: str
    start_scores: StartScores
    max_deals: int
    illegal: Illegal


@dataclass(frozen=True, kw_only=True)
class SeatOptions:
    """Who plays, for what, and how games begin and end.

    Attributes:
        teammate: who plays for the learner's partner: an agent (registry text or Agent), a list
            from which each game draws one, or a mapping from agents to weights. Not looked at in
            games without partners.
        opponents: likewise for the seats of other teams, one draw for all of them.
        seat: the learner's, or `"random"`: drawn for each game.
        episode: `"game"`, or `"deal"` for single deals.
        reward: `"outcome"` or `"points"` (see `voormsi_env/engine/rewards.py`).
        start_scores: one score a team, `"random"`, or None for zeros.
        max_deals: deals after which a game without a winner is truncated.
        illegal: what an illegal action of the learner does: `"terminate"`, his team loses the game
            and gets -1; or `"raise"`.

    Raises:
        ValueError: `reward` or `illegal` is none of those. What depends on the rules, or stands
            for agents, is checked where it is used.
    """

    teammate: Players = "heuristic"
    opponents: Players = "random"
    seat: LearnerSeat = 0
    episode: Episode = "game"
    reward: str = "outcome"
    start_scores: StartScores = None
    max_deals: int = DEFAULT_MAX_DEALS
    illegal: Illegal = "terminate"

    def __post_init__(self) -> None:
        """Refuse what no environment has."""
        if self.reward not in REWARDS:
            raise ValueError(f"reward is {self.reward!r}; allowed are {', '.join(REWARDS)}")
        if self.illegal not in ILLEGALS:
            raise ValueError(f"illegal is {self.illegal!r}; allowed are {', '.join(ILLEGALS)}")

    def seat_code(self, rules: Rules) -> int:
        """The learner's seat as compiled code takes it.

        Raises:
            ValueError: it is no seat of the game.
        """
        if self.seat == "random":
            return SEAT_FROM_KEY
        is_number = isinstance(self.seat, int | np.integer) and not isinstance(self.seat, bool)
        if not is_number or not 0 <= int(self.seat) < rules.players:
            raise ValueError(
                f"seat is {self.seat!r}; allowed are 0 to {rules.players - 1}, and 'random'"
            )
        return int(self.seat)


def given_options(keywords: SeatKeywords) -> SeatOptions:
    """The options that keyword arguments name; the others have their defaults.

    Raises:
        TypeError: there is no such option.
        ValueError: see `SeatOptions`.
    """
    names = [field.name for field in fields(SeatOptions)]
    for name in keywords:
        if name not in names:
            raise TypeError(f"there is no option {name!r}; allowed are {', '.join(names)}")
    return SeatOptions(**keywords)

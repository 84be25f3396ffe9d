"""The choices with which the AEC environment is made."""

from __future__ import annotations

from typing import Literal, get_args

from voormsi_env.engine.rewards import REWARDS

Reward = Literal["outcome", "points"]
OnIllegal = Literal["terminate", "raise"]
ObservationKind = Literal["flat", "sequence"]
RenderMode = Literal["ansi", "human"]

ON_ILLEGAL: tuple[OnIllegal, ...] = get_args(OnIllegal)
OBSERVATION_KINDS: tuple[ObservationKind, ...] = get_args(ObservationKind)
RENDER_MODES: tuple[RenderMode, ...] = get_args(RenderMode)


def require_choices(reward: str, illegal: str, observation: str, render_mode: str | None) -> None:
    """Refuse a choice that there is not.

    Raises:
        ValueError: one is not allowed; the message says which are.
    """
    _require_one_of("reward", reward, REWARDS)
    _require_one_of("illegal", illegal, ON_ILLEGAL)
    _require_one_of("observation", observation, OBSERVATION_KINDS)
    _require_one_of("render_mode", render_mode, (None, *RENDER_MODES))


def _require_one_of(name: str, value: object, allowed: tuple[object, ...]) -> None:
    if value not in allowed:
        raise ValueError(f"{name} is {value!r}; allowed are {', '.join(map(repr, allowed))}")

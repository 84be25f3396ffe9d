"""The PettingZoo AEC environment: every seat is yours to play.

`env()` and `raw_env()` make the same environment and differ in one thing, what an illegal action
does. The checks that are usually wrapped around an environment (nothing before `reset`, no action
out of bounds, no illegal action) are made inside, where they cost next to nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from voormsi_env.aec_env import VoormsiEnv
from voormsi_env.aec_options import ObservationKind, OnIllegal, RenderMode, Reward
from voormsi_env.episode import (
    DEFAULT_MAX_DEALS,
    Episode,
    StartScores,
)
from voormsi_env.rules import Rules


def env(
    rules: Rules | Mapping[str, Any] | None = None,
    *,
    episode: Episode = "game",
    reward: Reward = "outcome",
    start_scores: StartScores = None,
    max_deals: int = DEFAULT_MAX_DEALS,
    illegal: OnIllegal = "terminate",
    observation: ObservationKind = "flat",
    render_mode: RenderMode | None = None,
) -> VoormsiEnv:
    """The environment, ready for training.

    Args:
        rules: `Rules`, or a mapping of their options such as `{"players": 3}`; the game of four
            when None.
        episode: `"game"`, or `"deal"` for a single deal.
        reward: `"outcome"`: 1 to the winner and -1 to the loser at the end, 0 for a draw (with
            three players -1/2 to each loser; winners share). `"points"`: the own team's change on
            the ladder less the mean of the others', divided by `game_points`, when it happens.
        start_scores: the ladder to start from: a score for each team, `"random"`, or None for
            zeros.
        max_deals: deals after which a game that nobody has won is truncated.
        illegal: what an illegal action does: `"terminate"` ends the game with the offender's
            team losing, `"raise"` raises `IllegalPlayError` and changes nothing.
        observation: `"flat"`, or `"sequence"`: the dict also has `plays`, the cards played in the
            deal in their order.
        render_mode: `"ansi"`: `render()` returns text; `"human"`: text is printed after every
            step; None: no rendering.

    Raises:
        ValueError: an option has a value that is not allowed.
    """
    return VoormsiEnv(
        rules, episode, reward, start_scores, max_deals, illegal, observation, render_mode
    )


def raw_env(
    rules: Rules | Mapping[str, Any] | None = None,
    *,
    episode: Episode = "game",
    reward: Reward = "outcome",
    start_scores: StartScores = None,
    max_deals: int = DEFAULT_MAX_DEALS,
    observation: ObservationKind = "flat",
    render_mode: RenderMode | None = None,
) -> VoormsiEnv:
    """The environment as `env` makes it, in which an illegal action raises `IllegalPlayError`."""
    return VoormsiEnv(
        rules, episode, reward, start_scores, max_deals, "raise", observation, render_mode
    )

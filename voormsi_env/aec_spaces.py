"""What the AEC environment hands out: observations and their space, infos, what `reset` sets."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from gymnasium.spaces import Box, Dict, Space
from numpy.typing import NDArray

from voormsi_env.actions import NUM_ACTIONS
from voormsi_env.aliases import StateRecord
from voormsi_env.engine.state import REASONS
from voormsi_env.errors import GameOverError
from voormsi_env.observation import Layout
from voormsi_env.rules import PACK_SIZE
from voormsi_env.sequence import PADDING, SEQUENCE_SHAPE

Observation: TypeAlias = dict[str, NDArray[np.int8]]

SET_BY_RESET = frozenset(
    (
        "agents",
        "num_agents",
        "agent_selection",
        "rewards",
        "_cumulative_rewards",
        "terminations",
        "truncations",
        "infos",
    )
)


def observation_space(layout: Layout, has_plays: bool) -> Dict:
    """Where observations of a layout lie, with or without the plays of the deal."""
    parts: dict[str, Space[Any]] = {
        "observation": Box(0, 1, (layout.size,), np.int8),
        "action_mask": Box(0, 1, (NUM_ACTIONS,), np.int8),
    }
    if has_plays:
        parts["plays"] = Box(PADDING, PACK_SIZE - 1, SEQUENCE_SHAPE, np.int8)
    return Dict(parts)


def all_have_left() -> GameOverError:
    """What is raised once every agent of a game that is over has left."""
    return GameOverError("the game is over and every agent has left; call reset() for a new game")


def info_of_end(game: StateRecord, reason: str | None) -> dict[str, Any]:
    """The info of an agent whose game has ended: winners, scores and why.

    Args:
        game: a STATE record.
        reason: why, if it is not what the record says.
    """
    teams = range(int(game["teams"]))
    winners = [team for team in teams if int(game["winners"]) >> team & 1]
    return {
        "winner": winners[0] if len(winners) == 1 else None,
        "winners": winners,
        "scores": [int(game["scores"][team]) for team in teams],
        "reason": REASONS[int(game["reason"])] if reason is None else reason,
    }

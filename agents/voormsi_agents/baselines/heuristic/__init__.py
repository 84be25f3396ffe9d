"""The player that knows the game.

`HeuristicAgent` explains what it does and why. Modules, each importing only those before it:
`weights`, `ladder`, `trick_race`, `counting`, `hand_value`, `position`, `matadors`,
`action_value`, `agent`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import lazy_loader

if TYPE_CHECKING:
    from voormsi_agents.baselines.heuristic.action_value import heuristic_action, heuristic_worth
    from voormsi_agents.baselines.heuristic.agent import HEURISTIC_VERSION, HeuristicAgent

__all__ = ["HEURISTIC_VERSION", "HeuristicAgent", "heuristic_action", "heuristic_worth"]

__getattr__, __dir__, _ = lazy_loader.attach(
    __name__,
    submod_attrs={
        "action_value": ["heuristic_action", "heuristic_worth"],
        "agent": ["HEURISTIC_VERSION", "HeuristicAgent"],
    },
)

"""Rule-based players."""

from __future__ import annotations

from typing import TYPE_CHECKING

import lazy_loader

if TYPE_CHECKING:
    from voormsi_agents.baselines.greedy import GreedyAgent
    from voormsi_agents.baselines.heuristic.agent import HeuristicAgent
    from voormsi_agents.baselines.random import RandomAgent

__all__ = ["GreedyAgent", "HeuristicAgent", "RandomAgent"]

__getattr__, __dir__, _ = lazy_loader.attach(
    __name__,
    submod_attrs={
        "greedy": ["GreedyAgent"],
        "heuristic.agent": ["HeuristicAgent"],
        "random": ["RandomAgent"],
    },
)

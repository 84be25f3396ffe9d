"""Everything that plays, learns or compares players of Voormsi.

Importing it makes the shipped agents known by name; their modules are imported when they are
first made.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import lazy_loader

from voormsi_agents.registry import register

if TYPE_CHECKING:
    from voormsi_agents.base import Agent
    from voormsi_agents.registry import make_agent
    from voormsi_agents.tournament.comparison import compare

__all__ = ["SHIPPED", "Agent", "compare", "make_agent"]

SHIPPED: dict[str, str] = {
    "random": "voormsi_agents.baselines.random:RandomAgent",
    "greedy": "voormsi_agents.baselines.greedy:GreedyAgent",
    "heuristic": "voormsi_agents.baselines.heuristic.agent:HeuristicAgent",
    "heuristic-1": "voormsi_agents.baselines.heuristic.agent:HeuristicAgent",
    "pimc": "voormsi_agents.search.pimc:PimcAgent",
    "search": "voormsi_agents.search.policy_search:PolicySearchAgent",
    "ismcts": "voormsi_agents.search.ismcts:IsmctsAgent",
    "cheat": "voormsi_agents.search.cheat:CheatAgent",
    "checkpoint": "voormsi_agents.networks.checkpoint_agent:CheckpointAgent",
}
"""The shipped agents: by name, the module and the callable that makes them."""

for _name, _factory in SHIPPED.items():
    register(_name, _factory)

__getattr__, _lazy_dir, _ = lazy_loader.attach(
    __name__,
    submod_attrs={
        "base": ["Agent"],
        "registry": ["make_agent"],
        "tournament.comparison": ["compare"],
    },
)


def __dir__() -> list[str]:
    return sorted(__all__)

"""Players that think at the table: sampled hidden cards, playouts, trees and exact endgames."""

from __future__ import annotations

from typing import TYPE_CHECKING

import lazy_loader

if TYPE_CHECKING:
    from voormsi_agents.search.cheat import CheatAgent
    from voormsi_agents.search.ismcts import IsmctsAgent
    from voormsi_agents.search.pimc import PimcAgent
    from voormsi_agents.search.policy_search import PolicySearchAgent
    from voormsi_agents.search.worlds import sample_worlds

__all__ = ["CheatAgent", "IsmctsAgent", "PimcAgent", "PolicySearchAgent", "sample_worlds"]

__getattr__, __dir__, _ = lazy_loader.attach(
    __name__,
    submod_attrs={
        "cheat": ["CheatAgent"],
        "ismcts": ["IsmctsAgent"],
        "pimc": ["PimcAgent"],
        "policy_search": ["PolicySearchAgent"],
        "worlds": ["sample_worlds"],
    },
)

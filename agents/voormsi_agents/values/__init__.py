"""What a position, a deal, a card is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING

import lazy_loader

if TYPE_CHECKING:
    from voormsi_agents.values.deal_value import LadderChances, value_of, value_of_end
    from voormsi_agents.values.win_probability import WinTable, win_table

__all__ = ["LadderChances", "WinTable", "value_of", "value_of_end", "win_table"]

__getattr__, __dir__, _ = lazy_loader.attach(
    __name__,
    submod_attrs={
        "deal_value": ["LadderChances", "value_of", "value_of_end"],
        "win_probability": ["WinTable", "win_table"],
    },
)

"""What plain numbers and records stand for, in signatures."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Card: TypeAlias = int
"""A card, 0 to 35 (`cards.py`)."""
CardSet: TypeAlias = int
"""A set of cards: bit c for card c."""
Seat: TypeAlias = int
"""A seat, 0 to 3, clockwise; in a VIEW relative to the seat that looks."""
Action: TypeAlias = int
"""An action, 0 to 14 (`actions.py`)."""
ActionSet: TypeAlias = int
"""A set of actions: bit a for action a."""
StateRecord: TypeAlias = np.record
"""One STATE record (`engine/state.py`)."""
ViewRecord: TypeAlias = np.record
"""One VIEW record (`engine/state.py`)."""
StartRecord: TypeAlias = np.record
"""One START record (`engine/state.py`)."""
StateRecords: TypeAlias = NDArray[np.void]
"""STATE (n,)."""
ViewRecords: TypeAlias = NDArray[np.void]
"""VIEW (n,)."""
StartRecords: TypeAlias = NDArray[np.void]
"""START (n,)."""
Decks: TypeAlias = NDArray[np.int8]
"""int8 (given, 36), the decks given for the first deals of a game."""

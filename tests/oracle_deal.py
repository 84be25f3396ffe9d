"""What the oracle keeps of the deal in progress."""

from __future__ import annotations

from dataclasses import dataclass, field

from oracle_rules import Record


@dataclass(frozen=True)
class Play:
    """What one player put down in one turn."""

    seat: int
    cards: frozenset[str]


@dataclass
class Deal:
    """Everything about the deal in progress."""

    dealer: int
    deck: list[str]
    scores_before: list[int]
    hands: list[list[str]]
    stock: list[str]
    leader: int
    trick: list[Play] = field(default_factory=list)
    plays: list[Play] = field(default_factory=list)
    tricks: list[Record] = field(default_factory=list)
    annulled: bool = False
    shown: list[tuple[int, tuple[int, ...], frozenset[str]]] = field(default_factory=list)
    did_not: set[int] = field(default_factory=set)

"""The 36 cards of Voormsi: identities, names, order and bit masks (docs/rules.md sections 1 and 4).

A card is an integer from 0 to 35, its place in the order of section 4, strongest first; the
`3D`, which stands outside that order, comes last. A set of cards is an `int` whose bit *c* is
set when card *c* is in it, so the lowest set bit is always the strongest card of the set.
"""

from __future__ import annotations

from collections.abc import Iterable

# fmt: off
CARD_NAMES: tuple[str, ...] = (
    "JC", "KH",
    "8S",
    "9C", "9S", "9H", "9D",
    "AC", "AS", "AH", "AD",
    "JS", "JH", "JD",
    "6C", "6S", "6H", "6D",
    "5C", "5S", "5H", "5D",
    "8C", "8H", "8D",
    "QC", "QS", "QH", "QD",
    "KC",
    "KS",
    "7C", "7S", "7H", "7D",
    "3D",
)
# fmt: on
"""Every card's name, rank then suit letter, indexed by card."""

NUM_CARDS = len(CARD_NAMES)
ALL_CARDS = (1 << NUM_CARDS) - 1

CARD_OF_NAME: dict[str, int] = {name: card for card, name in enumerate(CARD_NAMES)}

TOQUTSIT = CARD_OF_NAME["JC"]
VOORMSI = CARD_OF_NAME["KH"]
KING_OF_CLUBS = CARD_OF_NAME["KC"]
KING_OF_SPADES = CARD_OF_NAME["KS"]
THREE = CARD_OF_NAME["3D"]

RANKS = "AKQJ987653"
"""The ranks of section 1 and the three, as letters."""

RANK_OF_CARD: tuple[int, ...] = tuple(RANKS.index(name[0]) for name in CARD_NAMES)
"""Index into `RANKS` of every card."""


def mask_of(cards: Iterable[int]) -> int:
    """The bit mask of a collection of cards."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def cards_of(mask: int) -> list[int]:
    """The cards of a bit mask, strongest first."""
    return [card for card in range(NUM_CARDS) if mask >> card & 1]


def rank_mask(rank: str) -> int:
    """The bit mask of all cards of a rank, given by its letter in `RANKS`."""
    return mask_of(card for card, name in enumerate(CARD_NAMES) if name[0] == rank)


SEVENS = rank_mask("7")
KINGS = rank_mask("K")


def parse_card(name: str) -> int:
    """The card called `name`.

    Raises:
        ValueError: there is no such card in the pack.
    """
    try:
        return CARD_OF_NAME[name.strip().upper()]
    except (KeyError, AttributeError):
        raise ValueError(
            f"no card is called {name!r}; the pack holds {' '.join(CARD_NAMES)}"
        ) from None


def parse_cards(text: str | Iterable[str]) -> int:
    """The bit mask of cards written as `"9C 9D"` or as `["9C", "9D"]`.

    Raises:
        ValueError: a name is no card of the pack, or a card comes twice.
    """
    names = text.replace(",", " ").split() if isinstance(text, str) else list(text)
    mask = 0
    for name in names:
        bit = 1 << parse_card(name)
        if mask & bit:
            raise ValueError(f"the card {name} comes twice in {' '.join(names)}")
        mask |= bit
    return mask


def card_names(mask: int) -> list[str]:
    """The names of the cards of a bit mask, in the order of section 4, `3D` last."""
    return [CARD_NAMES[card] for card in cards_of(mask)]


def text_of(mask: int) -> str:
    """The cards of a bit mask as one line of text: `"9C 9D"`."""
    return " ".join(card_names(mask))

"""The pack: shuffling it place by place, and drawing cards from it (docs/rules.md section 2)."""

from __future__ import annotations

from voormsi_env.aliases import Decks, Seat, StateRecord
from voormsi_env.engine.bits import count
from voormsi_env.engine.jit import compiled
from voormsi_env.engine.randomness import below, deck_key_of
from voormsi_env.engine.table import next_seat
from voormsi_env.rules import HAND_SIZE, PACK_SIZE


@compiled
def shuffle(game: StateRecord, decks: Decks) -> None:
    """Take the deal's given deck, or make ready to shuffle one: places settle as they are drawn."""
    game.drawn = 0
    game.deck_key = deck_key_of(game.seed, int(game.deal))
    if game.deal < len(decks):
        for place in range(PACK_SIZE):
            game.deck[place] = decks[game.deal, place]
        game.shuffled = PACK_SIZE
    else:
        for place in range(PACK_SIZE):
            game.deck[place] = place
        game.shuffled = 0


@compiled
def settle_place(game: StateRecord) -> None:
    """Settle the next place of the deck: one step of the shuffle of `randomness.py`."""
    place = int(game.shuffled)
    other = place + below(game.deck_key, place, PACK_SIZE - place)
    card = game.deck[place]
    game.deck[place] = game.deck[other]
    game.deck[other] = card
    game.shuffled = place + 1


@compiled
def settle_deck(game: StateRecord) -> None:
    """Settle every place of the deck that has not left the pack yet."""
    while game.shuffled < PACK_SIZE:
        settle_place(game)


@compiled
def draw_card(game: StateRecord, seat: Seat) -> None:
    """Let a seat take the next card of the pack."""
    place = int(game.drawn)
    if game.shuffled == place:
        settle_place(game)
    game.hands[seat] |= 1 << int(game.deck[place])
    game.undrawn &= ~(1 << seat)
    game.drawn = place + 1


@compiled
def draw_up(game: StateRecord, first: int) -> None:
    """Make the hands up to four, a card at a time round and round, or until the stock is empty."""
    rounds = HAND_SIZE - count(game.hands[first])
    for _ in range(rounds):
        seat = first
        for _ in range(game.players):
            if game.drawn == PACK_SIZE:
                return
            draw_card(game, seat)
            seat = next_seat(game, seat)

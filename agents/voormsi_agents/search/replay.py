"""The deal that a VIEW has seen so far, played again from a whole deck."""

from __future__ import annotations

import numpy as np

from voormsi_env.aliases import CardSet, Decks, StartRecord, StateRecord, ViewRecord
from voormsi_env.engine.jit import compiled
from voormsi_env.engine.play import play, start_game
from voormsi_env.engine.state import CARD_BITS, MAX_TEAMS, SEAT_SHIFT, copy_options


@compiled
def card_at(view: ViewRecord, entry: int) -> int:
    """The card of an entry of a VIEW's history."""
    return int(np.int64(view.history[entry])) & CARD_BITS


@compiled
def seat_at(view: ViewRecord, entry: int) -> int:
    """Who played the card of an entry of a VIEW's history."""
    return int(np.int64(view.history[entry])) >> SEAT_SHIFT


@compiled
def replay_deal(view: ViewRecord, deck: Decks, start: StartRecord, game: StateRecord) -> None:
    """Play the deal that a VIEW has seen so far from a whole deck: a STATE with seat 0 as the seat
    that looks, in every field as the engine would have left it.

    Args:
        view: a VIEW record of a game that is not over.
        deck: int8 (1, 36), a deck that agrees with the view.
        start: a START record to work in.
        game: a STATE record, overwritten.
    """
    begin_deal(view, deck, start, game)
    entry = 0
    while entry < view.cards_played:
        trick = int(game.tricks_begun) - (1 if game.plays_made > 0 else 0)
        cards = 0
        for _ in range(int(view.trick_sizes[trick])):
            cards |= 1 << card_at(view, entry)
            entry += 1
        play(game, action_of(cards, game.hands[game.to_play]), deck)
    game.deal = view.deal
    game.ply = view.ply


@compiled
def begin_deal(view: ViewRecord, deck: Decks, start: StartRecord, game: StateRecord) -> None:
    """Deal the deal of a VIEW from a whole deck; the arguments are those of `replay_deal`."""
    copy_options(view, game)
    start.seed = 0
    start.episode = 0
    start.first_dealer = view.dealer
    for team in range(MAX_TEAMS):
        start.scores[team] = view.scores_before[team]
    start_game(game, start, deck)


@compiled
def action_of(cards: CardSet, hand: CardSet) -> int:
    """The action that plays some cards of a hand."""
    slots = 0
    slot = 1
    while hand != 0:
        if cards & hand & -hand != 0:
            slots |= slot
        slot <<= 1
        hand &= hand - 1
    return slots - 1

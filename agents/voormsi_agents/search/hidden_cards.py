"""Dealing the cards that a seat cannot see: hands, stock, and the order in which they arrived.

Cards other than Toqutsit that the seat cannot place can change places with one another without
touching anything it knows, so all ways of dealing them to the hidden places of hands and stock are
equally likely. Toqutsit lies in the stock or in a hand with the odds that `knowledge.py` works
out. Then each seat's cards are spread over the places it drew, uniformly among the orders in which
every card came in time.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from voormsi_agents.search.knowledge import MAX_PLACES, STOCK, KnowledgeRecord
from voormsi_agents.search.replay import card_at, seat_at
from voormsi_env.aliases import Card, CardSet, Seat, StateRecord, ViewRecord
from voormsi_env.cards import TOQUTSIT
from voormsi_env.engine.bits import count, lowest
from voormsi_env.engine.jit import compiled
from voormsi_env.engine.randomness import below, combine
from voormsi_env.engine.scoring import HAS_TOQUTSIT
from voormsi_env.rules import PACK_SIZE

NOWHERE = -1
"""Toqutsit is not among the unseen cards."""
WHERE_TOQUTSIT, ITS_PLACE, CARDS, ARRIVALS = 0, 1, 64, 128
"""Where on the stream of a key the random numbers for each begin; `worlds.SERIES` is 2."""
NOT_PLAYED = PACK_SIZE
"""Beyond all entries of a history: the card is still held."""


@compiled
def deal_hidden_cards(
    view: ViewRecord, knowledge: KnowledgeRecord, key: int, world: StateRecord
) -> None:
    """Draw hands, stock and order of arrival of a world.

    Args:
        view, knowledge: VIEW and KNOWLEDGE records.
        key: the random number it is drawn by, 0 to 2**63 - 1.
        world: a STATE record; its `hands` and `deck` are overwritten.
    """
    _deal_hands_and_stock(view, knowledge, key, world)
    counter = ARRIVALS
    for seat in range(view.players):
        counter = _spread_over_places(view, knowledge, key, counter, seat, world)


@compiled
def _uniform(key: int, counter: int) -> float:
    """The number `counter` of the stream at `key`, from 0 to below 1."""
    return (combine(key, counter) >> 10) / 9007199254740992.0


@compiled
def _choose_by_weight(weights: NDArray[np.float64], uniform: float) -> int:
    """An index chosen with a chance in proportion to its weight; weights sum to more than 0."""
    total = 0.0
    for weight in weights:
        total += weight
    rest = uniform * total
    last = 0
    for index in range(len(weights)):
        if weights[index] > 0.0:
            last = index
            rest -= weights[index]
            if rest < 0.0:
                return index
    return last


@compiled
def _deal_hands_and_stock(
    view: ViewRecord, knowledge: KnowledgeRecord, key: int, world: StateRecord
) -> None:
    """Deal the unseen cards to the hands and shuffle the rest as the stock.

    The stock's end of the deck is where the cards are shuffled: at any time the places from `first`
    on hold the cards not yet dealt, and each step swaps a random one of them to `first`.
    """
    where = NOWHERE
    if knowledge.unseen & HAS_TOQUTSIT != 0:
        where = _choose_by_weight(knowledge.odds, _uniform(key, WHERE_TOQUTSIT))
    cards = world.deck
    first = PACK_SIZE - count(knowledge.unseen)
    end = _lay_out(knowledge.unseen & ~HAS_TOQUTSIT, cards, first)
    world.hands[0] = view.hand
    for seat in range(1, view.players):
        hand = int(view.known[seat])
        hidden = int(knowledge.hidden[seat])
        if where == seat:
            hand |= HAS_TOQUTSIT
            hidden -= 1
        for _ in range(hidden):
            other = first + below(key, CARDS + first, end - first)
            hand |= 1 << int(cards[other])
            cards[other] = cards[first]
            first += 1
        world.hands[seat] = hand
    if where == STOCK:
        cards[end] = TOQUTSIT
        end += 1
    stock = PACK_SIZE - int(view.stock)
    if first != stock:  # Toqutsit went to a hand: close the gap at the end
        for index in range(int(view.stock)):
            cards[PACK_SIZE - 1 - index] = cards[end - 1 - index]
    _shuffle_stock(cards, stock, key)


@compiled
def _lay_out(unseen: CardSet, cards: NDArray[np.int8], place: int) -> int:
    """Write a set of cards into places from one on; the next place is returned."""
    rest = unseen
    while rest != 0:
        cards[place] = lowest(rest)
        place += 1
        rest &= rest - 1
    return place


@compiled
def _shuffle_stock(cards: NDArray[np.int8], stock: int, key: int) -> None:
    """Shuffle the cards at the places from `stock` on."""
    for first in range(stock, PACK_SIZE):
        other = first + below(key, CARDS + first, PACK_SIZE - first)
        card = cards[first]
        cards[first] = cards[other]
        cards[other] = card


@compiled
def _spread_over_places(
    view: ViewRecord,
    knowledge: KnowledgeRecord,
    key: int,
    counter: int,
    seat: Seat,
    world: StateRecord,
) -> int:
    """Put a seat's cards into the places of the deck that it drew, by any order of arrival in which
    each card came in time; the next free number of the stream is returned.

    Cards choose among the places still free and open to them in an order in which the number of
    such places never depends on what the cards before chose, so that all orders are as likely.
    """
    free = (1 << int(knowledge.drawn[seat])) - 1
    placed = 0
    if _toqutsit_comes_first(view, knowledge, seat, world):
        index = _toqutsit_index(view, knowledge, key, seat)
        world.deck[knowledge.places[seat, index]] = TOQUTSIT
        free &= ~(1 << index)
        placed = HAS_TOQUTSIT
    for entry in range(view.cards_played):
        card = card_at(view, entry)
        if seat_at(view, entry) == seat and placed >> card & 1 == 0:
            open_places = free & _places_in_time(view, knowledge, seat, card, entry)
            index = _choose_bit(open_places, key, counter)
            world.deck[knowledge.places[seat, index]] = card
            free &= ~(1 << index)
            counter += 1
    rest = int(world.hands[seat]) & ~placed
    while rest != 0:
        card = lowest(rest)
        rest &= rest - 1
        open_places = free & _places_in_time(view, knowledge, seat, card, NOT_PLAYED)
        index = _choose_bit(open_places, key, counter)
        world.deck[knowledge.places[seat, index]] = card
        free &= ~(1 << index)
        counter += 1
    return counter


@compiled
def _toqutsit_comes_first(
    view: ViewRecord, knowledge: KnowledgeRecord, seat: Seat, world: StateRecord
) -> bool:
    """Whether Toqutsit is a seat's, and its place is chosen before those of the other cards: the
    places that may have brought it are not just those before a deadline."""
    if view.shown != 0 and view.shown_by == seat:
        return False
    has_it = (int(world.hands[seat]) | int(view.gone[seat])) & HAS_TOQUTSIT != 0
    return has_it and (knowledge.lacked[seat] > 0 or knowledge.held[seat] < MAX_PLACES)


@compiled
def _places_in_time(
    view: ViewRecord, knowledge: KnowledgeRecord, seat: Seat, card: Card, entry: int
) -> int:
    """Which of the places that a seat drew may have brought it a card: bit i for the i-th.

    A card of a hand that was shown came before that; one that was not in it, and was not played
    by then, came after.

    Args:
        entry: of the history, in which the card was played, or `NOT_PLAYED`.
    """
    before = int(knowledge.drawn[seat] if entry == NOT_PLAYED else knowledge.deadline[entry])
    in_time = (1 << before) - 1
    if view.shown == 0 or view.shown_by != seat:
        return in_time
    by_showing = (1 << int(knowledge.shown_places)) - 1
    if view.shown >> card & 1 != 0:
        return by_showing
    return in_time if entry < knowledge.shown_entries else in_time & ~by_showing


@compiled
def _choose_bit(mask: int, key: int, counter: int) -> int:
    """The place of one of the set bits of a mask, each as likely, by a number of a stream."""
    for _ in range(below(key, counter, count(mask))):
        mask &= mask - 1
    return lowest(mask)


@compiled
def _toqutsit_index(view: ViewRecord, knowledge: KnowledgeRecord, key: int, seat: Seat) -> int:
    """Which of the places it drew brought a seat Toqutsit: each that is in time with a chance in
    proportion to the ways in which the other cards played can then have come in time."""
    last = min(int(knowledge.drawn[seat]), int(knowledge.held[seat]))
    for entry in range(view.cards_played):
        if card_at(view, entry) == TOQUTSIT and seat_at(view, entry) == seat:
            last = min(last, int(knowledge.deadline[entry]))
    weights = np.zeros(MAX_PLACES)
    for index in range(int(knowledge.lacked[seat]), last):
        ways = 1.0
        before = 0
        for entry in range(view.cards_played):
            card = card_at(view, entry)
            if seat_at(view, entry) == seat and card != TOQUTSIT:
                deadline = int(knowledge.deadline[entry])
                ways *= deadline - before - (1 if index < deadline else 0)
                before += 1
        weights[index] = ways
    return _choose_by_weight(weights, _uniform(key, ITS_PLACE))

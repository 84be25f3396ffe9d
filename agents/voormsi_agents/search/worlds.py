"""Sampling what a seat cannot see: from a VIEW, whole STATEs that agree with all the seat knows.

A *world* is a STATE in which seat 0 is the seat that looks, and whose whole deck is settled. The
posterior over decks, given that the pack was shuffled and ignoring why people play as they do,
is uniform over the decks that agree with the seat's knowledge; worlds are drawn from exactly that.

What a seat knows of others' cards (docs/rules.md sections 2, 3 and 5):

- which places of the deck each seat drew, and when, since that follows from the tricks;
- a card that was played arrived before it was played;
- a hand shown to claim Voormsi's bonus, if the seat saw it, is all its owner then held;
- who was under the duty and played no Toqutsit, or claimed Voormsi's bonus, did not hold Toqutsit
  *then*; who won at risk with Voormsi and claimed nothing did.

Cards other than Toqutsit that the seat cannot place can change places with one another without
touching any of this, so all ways of dealing them to the hidden places of hands and stock are
equally likely. Toqutsit lies in the stock or in a hand with odds in proportion to

    hidden places there  x  share of the owner's orders of arrival in which Toqutsit came in time,

where "in time" is: after the last moment its owner is known to have lacked it. `_share_in_time`
works that share out exactly. Then each seat's cards are spread over the places it drew,
uniformly among the orders in which every card came in time.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from voormsi_env.cards import ALL_CARDS, TOQUTSIT
from voormsi_env.engine.beating import play_beats
from voormsi_env.engine.bits import count, lowest
from voormsi_env.engine.jit import compiled
from voormsi_env.engine.play import (
    all_gone,
    clear_table,
    head_trick,
    lay_cards,
    opposing_voormsi_heads,
    play,
    situation,
    start_game,
)
from voormsi_env.engine.randomness import below, combine
from voormsi_env.engine.scoring import HAS_TOQUTSIT, HAS_VOORMSI
from voormsi_env.engine.state import (
    BONUS_VOORMSI,
    CARD_BITS,
    MAX_SEATS,
    MAX_TEAMS,
    SEAT_SHIFT,
    START,
    STATE,
    copy_options,
)
from voormsi_env.engine.table import next_seat
from voormsi_env.rules import HAND_SIZE, PACK_SIZE

MAX_PLACES = 18  # places of the deck that one seat can draw: half the pack, with two players
STOCK = MAX_SEATS  # where Toqutsit may be, beside the seats
NOWHERE = -1  # Toqutsit is not among the unseen cards

KNOWLEDGE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("unseen", np.int64),  # cards the seat cannot place, a mask
                ("odds", np.float64, (MAX_SEATS + 1,)),  # of Toqutsit's place, if unseen
                ("hidden", np.int8, (MAX_SEATS,)),  # unseen cards in each hand
                ("places", np.int8, (MAX_SEATS, MAX_PLACES)),  # of the deck, in order of drawing
                ("drawn", np.int8, (MAX_SEATS,)),  # how many places each seat has drawn
                ("played", np.int8, (MAX_SEATS,)),  # how many cards each seat has played
                ("deadline", np.int8, (PACK_SIZE,)),  # by entry of `history`: places its player
                # had drawn when he played it
                ("lacked", np.int8, (MAX_SEATS,)),  # so many places brought no Toqutsit that the
                # seat kept: it had drawn so many when last known to lack it
                ("held", np.int8, (MAX_SEATS,)),  # Toqutsit is among so many first places
                ("shown_places", np.int8),  # drawn by the seat that showed its hand, by then
                ("shown_entries", np.int8),  # entries of `history` by then
            ],
            align=True,
        ),
    )
)
"""What a VIEW says about the deck, besides the view itself."""


# Reading what a view says about the deck


@compiled
def card_at(view: Any, entry: int) -> int:
    """The card of an entry of a VIEW's history."""
    return int(np.int64(view.history[entry])) & CARD_BITS


@compiled
def seat_at(view: Any, entry: int) -> int:
    """Who played the card of an entry of a VIEW's history."""
    return int(np.int64(view.history[entry])) >> SEAT_SHIFT


@compiled
def read_knowledge(view: Any, knowledge: Any, table: Any) -> None:
    """Work out what a VIEW says about the deck.

    Args:
        view: a VIEW record of a game that is not over.
        knowledge: a KNOWLEDGE record, overwritten.
        table: a STATE record to work in.
    """
    copy_options(view, table)
    _follow_the_deal(view, knowledge, table)
    knowledge.unseen = ALL_CARDS & ~view.hand
    for seat in range(view.players):
        knowledge.unseen &= ~(view.gone[seat] | view.known[seat])
        knowledge.hidden[seat] = int(view.hand_sizes[seat]) - count(view.known[seat])
    _write_odds(view, knowledge)


@compiled
def _follow_the_deal(view: Any, knowledge: Any, table: Any) -> None:
    """Go through the plays: who drew which places when, and what was seen of Toqutsit."""
    for seat in range(MAX_SEATS):
        knowledge.drawn[seat] = 0
        knowledge.played[seat] = 0
        knowledge.lacked[seat] = 0
        knowledge.held[seat] = MAX_PLACES
        table.gone[seat] = 0
    knowledge.shown_places = 0
    knowledge.shown_entries = 0
    leader = next_seat(view, view.dealer)
    place = _deal(view, knowledge, leader)
    clear_table(table, leader)
    table.cards_played = 0
    table.tricks_begun = 0
    entry = 0
    while entry < view.cards_played:
        size = int(view.trick_sizes[table.tricks_begun - (1 if table.plays_made > 0 else 0)])
        seat = seat_at(view, entry)
        cards = 0
        for _ in range(size):
            cards |= 1 << card_at(view, entry)
            knowledge.deadline[entry] = knowledge.drawn[seat]
            entry += 1
        _follow_play(knowledge, table, seat, cards)
        next_to_play = int(view.to_play)
        if entry < view.cards_played:
            next_to_play = seat_at(view, entry)
        if table.plays_made == table.plays_per_trick:
            _note_voormsi_won(view, knowledge, table, entry)
            place = _draw(view, knowledge, place, next_to_play)
            clear_table(table, next_to_play)
        elif table.players == 2 and table.plays_made == 2:
            place = _draw(view, knowledge, place, next_to_play)


@compiled
def _deal(view: Any, knowledge: Any, eldest: int) -> int:
    """Give each seat its first four places of the deck; the next place is returned."""
    seat = eldest
    place = 0
    for _ in range(view.players):
        for _ in range(HAND_SIZE):
            knowledge.places[seat, knowledge.drawn[seat]] = place
            knowledge.drawn[seat] += 1
            place += 1
        seat = next_seat(view, seat)
    return place


@compiled
def _draw(view: Any, knowledge: Any, place: int, first: int) -> int:
    """Give places of the deck to the seats that draw up to four; the next place is returned."""
    rounds = HAND_SIZE - (int(knowledge.drawn[first]) - int(knowledge.played[first]))
    for _ in range(rounds):
        seat = first
        for _ in range(view.players):
            if place == PACK_SIZE:
                return place
            knowledge.places[seat, knowledge.drawn[seat]] = place
            knowledge.drawn[seat] += 1
            place += 1
            seat = next_seat(view, seat)
    return place


@compiled
def _follow_play(knowledge: Any, table: Any, seat: int, cards: int) -> None:
    """Lay a play on the table, and note a duty that it did not fulfil."""
    table.to_play = seat
    if opposing_voormsi_heads(table) and (cards | all_gone(table)) & HAS_TOQUTSIT == 0:
        knowledge.lacked[seat] = knowledge.drawn[seat]
    heading = table.trick[table.heading] if table.heading >= 0 else 0
    beats = heading == 0 or play_beats(cards, heading, situation(table))
    lay_cards(table, seat, cards)
    knowledge.played[seat] += count(cards)
    if beats:
        head_trick(table, seat, cards)


@compiled
def _note_voormsi_won(view: Any, knowledge: Any, table: Any, entries: int) -> None:
    """At the end of a trick: whether a winner with Voormsi claimed its bonus, and so lacked
    Toqutsit, or did not, and so held it."""
    if table.trick[table.heading] & HAS_VOORMSI == 0 or not table.voormsi_at_risk:
        return
    winner = int(table.heading_seat)
    if view.bonus == BONUS_VOORMSI:
        knowledge.lacked[winner] = knowledge.drawn[winner]
        knowledge.shown_places = knowledge.drawn[winner]
        knowledge.shown_entries = entries
    else:
        knowledge.held[winner] = knowledge.drawn[winner]


@compiled
def _write_odds(view: Any, knowledge: Any) -> None:
    """The odds of Toqutsit being in each hand and in the stock, if the seat cannot place it."""
    for where in range(MAX_SEATS + 1):
        knowledge.odds[where] = 0.0
    if knowledge.unseen & HAS_TOQUTSIT == 0:
        return
    if view.toqutsit_holder >= 0:
        knowledge.odds[view.toqutsit_holder] = 1.0
        return
    knowledge.odds[STOCK] = float(view.stock)
    for seat in range(1, view.players):
        knowledge.odds[seat] = knowledge.hidden[seat] * _share_in_time(view, knowledge, seat)


@compiled
def _share_in_time(view: Any, knowledge: Any, seat: int) -> float:
    """Share of a seat's orders of arrival in which a given hidden card of its hand came after the
    seat was last known to lack Toqutsit.

    Cards played by the seat take places by their deadlines, the earliest deadline first, each
    any place still free before it; the hand takes the places left over. So the share is the mean
    number of late places left over, by the size of the hand; and the mean number of late places
    taken grows with each card played by the mean share of the free places that are late.
    """
    lacked = int(knowledge.lacked[seat])
    if lacked == 0 or (view.shown != 0 and view.shown_by == seat):
        return 1.0  # of a hand that was shown, all that is hidden came later
    hand_size = int(knowledge.drawn[seat]) - int(knowledge.played[seat])
    if hand_size == 0:
        return 0.0
    late_taken = 0.0
    before = 0
    for entry in range(view.cards_played):
        if seat_at(view, entry) == seat:
            late = int(knowledge.deadline[entry]) - lacked
            if late > 0:
                late_taken += (late - late_taken) / (int(knowledge.deadline[entry]) - before)
            before += 1
    return (int(knowledge.drawn[seat]) - lacked - late_taken) / hand_size


# Drawing a world

WHERE_TOQUTSIT, ITS_PLACE, SERIES, CARDS, ARRIVALS = 0, 1, 2, 64, 128  # streams of random numbers


@compiled
def deal_hidden_cards(view: Any, knowledge: Any, key: int, world: Any) -> None:
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
def _choose_by_weight(weights: Any, uniform: float) -> int:
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
def _deal_hands_and_stock(view: Any, knowledge: Any, key: int, world: Any) -> None:
    where = NOWHERE
    if knowledge.unseen & HAS_TOQUTSIT != 0:
        where = _choose_by_weight(knowledge.odds, _uniform(key, WHERE_TOQUTSIT))
    # The stock's end of the deck is where the cards are shuffled: at any time the places from
    # `first` on hold the cards not yet dealt, and each step swaps a random one of them to `first`.
    cards = world.deck
    first = PACK_SIZE - count(knowledge.unseen)
    place = first
    rest = knowledge.unseen & ~HAS_TOQUTSIT
    while rest != 0:
        cards[place] = lowest(rest)
        place += 1
        rest &= rest - 1
    world.hands[0] = view.hand
    for seat in range(1, view.players):
        hand = int(view.known[seat])
        hidden = int(knowledge.hidden[seat])
        if where == seat:
            hand |= HAS_TOQUTSIT
            hidden -= 1
        for _ in range(hidden):
            other = first + below(key, CARDS + first, place - first)
            hand |= 1 << int(cards[other])
            cards[other] = cards[first]
            first += 1
        world.hands[seat] = hand
    if where == STOCK:
        cards[place] = TOQUTSIT
        place += 1
    stock = PACK_SIZE - int(view.stock)
    if first != stock:  # Toqutsit went to a hand: close the gap at the end
        for index in range(int(view.stock)):
            cards[PACK_SIZE - 1 - index] = cards[place - 1 - index]
    for first in range(stock, PACK_SIZE):
        other = first + below(key, CARDS + first, PACK_SIZE - first)
        card = cards[first]
        cards[first] = cards[other]
        cards[other] = card


@compiled
def _spread_over_places(
    view: Any, knowledge: Any, key: int, counter: int, seat: int, world: Any
) -> int:
    """Put a seat's cards into the places of the deck that it drew, by any order of arrival in which
    each card came in time; the next free number of the stream is returned.

    Cards choose among the places still free and open to them in an order in which the number of
    such places never depends on what the cards before chose, so that all orders are as likely.
    """
    free = (1 << int(knowledge.drawn[seat])) - 1
    rest = int(world.hands[seat])
    shown = 0
    split = 0  # of the places, those before hold the hand shown and what was played before it
    if view.shown != 0 and view.shown_by == seat:
        shown = int(view.shown)
        split = int(knowledge.shown_places)
    elif (rest | int(view.gone[seat])) & HAS_TOQUTSIT != 0 and (
        knowledge.lacked[seat] > 0 or knowledge.held[seat] < MAX_PLACES
    ):
        index = _toqutsit_index(view, knowledge, key, seat)
        world.deck[knowledge.places[seat, index]] = TOQUTSIT
        free &= ~(1 << index)
        rest &= ~HAS_TOQUTSIT
        shown = 0
    placed = free != (1 << int(knowledge.drawn[seat])) - 1
    for entry in range(view.cards_played):
        if seat_at(view, entry) == seat:
            card = card_at(view, entry)
            if placed and card == TOQUTSIT:
                continue
            early = entry < knowledge.shown_entries or shown >> card & 1 != 0
            from_place = 0 if early else split
            to_place = int(knowledge.deadline[entry])
            if shown >> card & 1 != 0:
                to_place = split
            free = _take_place(
                knowledge, key, counter, seat, world, card, free, from_place, to_place
            )
            counter += 1
    while rest != 0:
        card = lowest(rest)
        rest &= rest - 1
        early = shown >> card & 1 != 0
        from_place = 0 if early else split
        to_place = split if early else int(knowledge.drawn[seat])
        free = _take_place(knowledge, key, counter, seat, world, card, free, from_place, to_place)
        counter += 1
    return counter


@compiled
def _take_place(
    knowledge: Any,
    key: int,
    counter: int,
    seat: int,
    world: Any,
    card: int,
    free: int,
    from_place: int,
    to_place: int,
) -> int:
    """Put a card into a random free place of a range; the places then free are returned."""
    open_places = free & ((1 << to_place) - 1) & ~((1 << from_place) - 1)
    for _ in range(below(key, counter, count(open_places))):
        open_places &= open_places - 1
    index = lowest(open_places)
    world.deck[knowledge.places[seat, index]] = card
    return free & ~(1 << index)


@compiled
def _toqutsit_index(view: Any, knowledge: Any, key: int, seat: int) -> int:
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


# Whole games


@compiled
def replay_deal(view: Any, deck: Any, start: Any, game: Any) -> None:
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
def begin_deal(view: Any, deck: Any, start: Any, game: Any) -> None:
    """Deal the deal of a VIEW from a whole deck; the arguments are those of `replay_deal`."""
    copy_options(view, game)
    start.seed = 0
    start.episode = 0
    start.first_dealer = view.dealer
    for team in range(MAX_TEAMS):
        start.scores[team] = view.scores_before[team]
    start_game(game, start, deck)


@compiled
def action_of(cards: int, hand: int) -> int:
    """The action that plays some cards of a hand."""
    slots = 0
    slot = 1
    while hand != 0:
        if cards & hand & -hand != 0:
            slots |= slot
        slot <<= 1
        hand &= hand - 1
    return slots - 1


@compiled
def first_world(view: Any, key: int, knowledge: Any, room: Any, start: Any, deck: Any) -> None:
    """Read a VIEW and draw a first world from which `draw_world` makes others.

    Args:
        view: a VIEW record of a game that is not over.
        key: random number it is drawn by.
        knowledge: a KNOWLEDGE record, overwritten.
        room: STATE (1,); the world.
        start, deck: a START record and int8 (1, 36), to work in.
    """
    game = room[0]
    read_knowledge(view, knowledge, game)
    deal_hidden_cards(view, knowledge, key, game)
    for place in range(PACK_SIZE):
        deck[0, place] = game.deck[place]
    replay_deal(view, deck, start, game)


@compiled
def draw_world(view: Any, knowledge: Any, base: Any, key: int, worlds: Any, index: int) -> None:
    """Draw a world into worlds[index], a STATE; later decks of its game follow from the key too.

    Args:
        view, knowledge: VIEW and KNOWLEDGE records.
        base: a STATE record, any world of the same view.
        key: random number it is drawn by, 0 to 2**63 - 1.
    """
    worlds[index] = base
    world = worlds[index]
    world.seed = combine(key, SERIES) >> 10
    deal_hidden_cards(view, knowledge, key, world)
    if view.shown_by > 0 and view.shown == 0:
        world.shown = _hand_when_shown(view, knowledge, world)


@compiled
def _hand_when_shown(view: Any, knowledge: Any, world: Any) -> int:
    """The hand that the winner with Voormsi showed to others, in a world."""
    hand = 0
    seat = int(view.shown_by)
    for index in range(knowledge.shown_places):
        hand |= 1 << int(world.deck[knowledge.places[seat, index]])
    for entry in range(knowledge.shown_entries):
        hand &= ~(1 << card_at(view, entry))
    return hand


class Sampler:
    """Scratch for drawing worlds; one a thread."""

    def __init__(self) -> None:
        self.knowledge: NDArray[np.void] = np.zeros(1, KNOWLEDGE)
        self.base: NDArray[np.void] = np.zeros(1, STATE)
        self.start: NDArray[np.void] = np.zeros(1, START)
        self.deck: NDArray[np.int8] = np.zeros((1, PACK_SIZE), np.int8)


@compiled
def _draw_worlds(
    views: Any, keys: Any, knowledge: Any, base: Any, start: Any, deck: Any, worlds: Any
) -> None:
    for row in range(len(views)):
        first_world(views[row], keys[row], knowledge[0], base, start[0], deck)
        for index in range(worlds.shape[1]):
            draw_world(
                views[row], knowledge[0], base[0], combine(keys[row], index), worlds[row], index
            )


def sample_worlds(views: NDArray[np.void], keys: NDArray[np.int64], n: int) -> NDArray[np.void]:
    """Worlds that agree with all that seats know, uniform over the decks that do.

    Args:
        views: VIEW (m,), of games that are not over.
        keys: int64 (m,), 0 to 2**63 - 1: what each row's worlds are drawn by.
        n: how many worlds for each view.

    Returns:
        STATE (m, n): seat 0 is the seat that looks; `write_view(world, 0)` gives the view again.

    Raises:
        ValueError: the game of a view is over.
    """
    if (views["to_play"] < 0).any():
        raise ValueError("a view is of a game that is over; worlds can be drawn while it goes on")
    room = Sampler()
    worlds = np.zeros((len(views), n), STATE)
    _draw_worlds(views, keys, room.knowledge, room.base, room.start, room.deck, worlds)
    return worlds

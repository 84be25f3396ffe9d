"""What a VIEW says about the deck: who drew which places, when, and what was seen of Toqutsit.

What a seat knows of others' cards (docs/rules.md sections 2, 3 and 5):

- which places of the deck each seat drew, and when, since that follows from the tricks;
- a card that was played arrived before it was played;
- a hand shown to claim Voormsi's bonus, if the seat saw it, is all its owner then held;
- who was under the duty and played no Toqutsit, or claimed Voormsi's bonus, did not hold Toqutsit
  *then*; who won at risk with Voormsi and claimed nothing did.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from voormsi_agents.search.replay import card_at, seat_at
from voormsi_env.aliases import CardSet, Seat, StateRecord, ViewRecord
from voormsi_env.cards import ALL_CARDS
from voormsi_env.engine.beating import play_beats
from voormsi_env.engine.bits import count
from voormsi_env.engine.jit import compiled
from voormsi_env.engine.legal import opposing_voormsi_heads
from voormsi_env.engine.play import (
    all_gone,
    clear_table,
    head_trick,
    lay_cards,
    situation,
)
from voormsi_env.engine.scoring import HAS_TOQUTSIT, HAS_VOORMSI
from voormsi_env.engine.state import BONUS_VOORMSI, MAX_SEATS, copy_options
from voormsi_env.engine.table import next_seat
from voormsi_env.rules import HAND_SIZE, PACK_SIZE

MAX_PLACES = 18
"""Places of the deck that one seat can draw: half the pack, with two players."""
STOCK = MAX_SEATS
"""Where Toqutsit may be, beside the seats."""

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
KnowledgeRecord: TypeAlias = np.record
"""One KNOWLEDGE record."""


@compiled
def read_knowledge(view: ViewRecord, knowledge: KnowledgeRecord, table: StateRecord) -> None:
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
def _follow_the_deal(view: ViewRecord, knowledge: KnowledgeRecord, table: StateRecord) -> None:
    """Go through the plays: who drew which places when, and what was seen of Toqutsit."""
    _know_nothing(knowledge)
    leader = next_seat(view, view.dealer)
    place = _deal(view, knowledge, leader)
    _begin_table(table, leader)
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
def _know_nothing(knowledge: KnowledgeRecord) -> None:
    """Make a KNOWLEDGE that of a deal not yet dealt."""
    for seat in range(MAX_SEATS):
        knowledge.drawn[seat] = 0
        knowledge.played[seat] = 0
        knowledge.lacked[seat] = 0
        knowledge.held[seat] = MAX_PLACES
    knowledge.shown_places = 0
    knowledge.shown_entries = 0


@compiled
def _begin_table(table: StateRecord, leader: Seat) -> None:
    """Make a STATE what is on the table before the first lead, and nothing else."""
    for seat in range(MAX_SEATS):
        table.gone[seat] = 0
    clear_table(table, leader)
    table.cards_played = 0
    table.tricks_begun = 0


@compiled
def _deal(view: ViewRecord, knowledge: KnowledgeRecord, eldest: Seat) -> int:
    """Give each seat its first four places of the deck; the next place is returned."""
    seat = eldest
    place = 0
    for _ in range(view.players):
        for _ in range(HAND_SIZE):
            _give_place(knowledge, seat, place)
            place += 1
        seat = next_seat(view, seat)
    return place


@compiled
def _draw(view: ViewRecord, knowledge: KnowledgeRecord, place: int, first: int) -> int:
    """Give places of the deck to the seats that draw up to four; the next place is returned."""
    rounds = HAND_SIZE - (int(knowledge.drawn[first]) - int(knowledge.played[first]))
    for _ in range(rounds):
        seat = first
        for _ in range(view.players):
            if place == PACK_SIZE:
                return place
            _give_place(knowledge, seat, place)
            place += 1
            seat = next_seat(view, seat)
    return place


@compiled
def _give_place(knowledge: KnowledgeRecord, seat: Seat, place: int) -> None:
    """Note that a seat draws the card at a place of the deck."""
    knowledge.places[seat, knowledge.drawn[seat]] = place
    knowledge.drawn[seat] += 1


@compiled
def _follow_play(
    knowledge: KnowledgeRecord, table: StateRecord, seat: Seat, cards: CardSet
) -> None:
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
def _note_voormsi_won(
    view: ViewRecord, knowledge: KnowledgeRecord, table: StateRecord, entries: int
) -> None:
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
def _write_odds(view: ViewRecord, knowledge: KnowledgeRecord) -> None:
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
def _share_in_time(view: ViewRecord, knowledge: KnowledgeRecord, seat: Seat) -> float:
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

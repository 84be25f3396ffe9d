"""What one seat may know of a game: GAME in, VIEW out, and nothing hidden gets through.

Everything in a VIEW follows from the seat's own hand and from what all see, but for the hand
shown to claim Voormsi's bonus (RULES.md section 5), which only those who saw it have.
"""

from __future__ import annotations

from typing import Any

from voormsi_env.engine.bits import count
from voormsi_env.engine.jit import compiled
from voormsi_env.engine.play import all_gone, legal, must_play_toqutsit
from voormsi_env.engine.scoring import HAS_TOQUTSIT
from voormsi_env.engine.state import CARD_BITS, MAX_PLAYS, MAX_SEATS, MAX_TRICKS, SEAT_SHIFT
from voormsi_env.engine.table import team_of
from voormsi_env.rules import PACK_SIZE


@compiled
def write_view(game: Any, seat: int, view: Any) -> None:
    """Write what a seat may know of a game (a GAME record) into a VIEW record."""
    _write_cards(game, seat, view)
    _write_history(game, seat, view)
    _write_trick(game, seat, view)
    _write_toqutsit(game, seat, view)
    _write_points(game, seat, view)
    _write_options(game, view)
    to_move = game.to_play == seat
    view.legal = legal(game) if to_move else 0
    view.must_play_toqutsit = to_move and must_play_toqutsit(game, game.hands[seat])


@compiled
def relative_seat(game: Any, seat: int, other: int) -> int:
    """Another seat as seen from a seat: 0 itself, 1 the next clockwise; -1 stays -1."""
    if other < 0:
        return -1
    distance = int(other) - int(seat)
    return distance + int(game.players) if distance < 0 else distance


@compiled
def relative_team(game: Any, seat: int, team: int) -> int:
    """A team as seen from a seat: 0 its own, 1 that of the next player; -1 stays -1."""
    if team < 0:
        return -1
    distance = int(team) - team_of(game, seat)
    return distance + int(game.teams) if distance < 0 else distance


@compiled
def absolute_seat(game: Any, seat: int, relative: int) -> int:
    """The seat that is at a relative place as seen from a seat."""
    other = int(seat) + relative
    return other - int(game.players) if other >= game.players else other


@compiled
def _write_cards(game: Any, seat: int, view: Any) -> None:
    saw_hand = game.shown_by == seat or game.shown_to >> seat & 1 != 0
    view.hand = game.hands[seat]
    view.shown = game.shown if saw_hand else 0
    view.shown_by = relative_seat(game, seat, game.shown_by)
    view.stock = PACK_SIZE - int(game.drawn)
    for relative in range(MAX_SEATS):
        if relative < game.players:
            other = absolute_seat(game, seat, relative)
            view.gone[relative] = game.gone[other]
            view.hand_sizes[relative] = count(game.hands[other])
            view.known[relative] = view.shown & ~game.gone[other] if other == game.shown_by else 0
        else:
            view.gone[relative] = 0
            view.hand_sizes[relative] = 0
            view.known[relative] = 0
    view.known[0] = game.hands[seat]


@compiled
def _write_history(game: Any, seat: int, view: Any) -> None:
    view.deal = game.deal
    view.ply = game.ply
    view.tricks_begun = game.tricks_begun
    view.cards_played = game.cards_played
    view.dealer = relative_seat(game, seat, game.dealer)
    for place in range(PACK_SIZE):
        if place < game.cards_played:
            entry = int(game.history[place])
            player = relative_seat(game, seat, entry >> SEAT_SHIFT)
            view.history[place] = entry & CARD_BITS | player << SEAT_SHIFT
        else:
            view.history[place] = 0
    for trick in range(MAX_TRICKS):
        view.trick_sizes[trick] = game.trick_sizes[trick]


@compiled
def _write_trick(game: Any, seat: int, view: Any) -> None:
    view.to_play = relative_seat(game, seat, game.to_play)
    view.plays_made = game.plays_made
    view.trick_size = game.trick_size
    view.heading = game.heading
    view.heading_seat = relative_seat(game, seat, game.heading_seat)
    view.opening = game.opening
    view.seven_trick = game.seven_trick
    for play_index in range(MAX_PLAYS):
        view.trick[play_index] = game.trick[play_index]
        view.trick_seats[play_index] = relative_seat(game, seat, game.trick_seats[play_index])


@compiled
def _write_toqutsit(game: Any, seat: int, view: Any) -> None:
    """Who refused Toqutsit, who surely lacks it, and who surely holds it."""
    holder = int(game.toqutsit_holder)
    if game.hands[seat] & HAS_TOQUTSIT != 0:
        holder = seat
    gone = all_gone(game) & HAS_TOQUTSIT != 0
    for relative in range(MAX_SEATS):
        view.refused[relative] = 0
        view.lacks_toqutsit[relative] = 0
        if relative < game.players:
            other = absolute_seat(game, seat, relative)
            view.refused[relative] = game.refused >> other & 1
            if (
                gone
                or (relative == 0
                and holder != seat)
                or (holder >= 0
                and holder != other)
                or (game.undrawn >> other & 1 != 0)
            ):
                view.lacks_toqutsit[relative] = 1
    view.toqutsit_holder = relative_seat(game, seat, holder)


@compiled
def _write_points(game: Any, seat: int, view: Any) -> None:
    view.bonus = game.bonus
    view.bonus_team = relative_team(game, seat, game.bonus_team)
    view.bonus_trick = game.bonus_trick
    view.prospect = game.prospect
    view.prospect_team = relative_team(game, seat, game.prospect_team)
    own = team_of(game, seat)
    for relative in range(len(view.tricks)):
        if relative < game.teams:
            team = own + relative
            if team >= game.teams:
                team -= int(game.teams)
            view.tricks[relative] = game.tricks[team]
            view.scores[relative] = game.scores[team]
            view.scores_before[relative] = game.scores_before[team]
            view.unsettled[relative] = game.unsettled[team]
        else:
            view.tricks[relative] = 0
            view.scores[relative] = 0
            view.scores_before[relative] = 0
            view.unsettled[relative] = 0


@compiled
def _write_options(game: Any, view: Any) -> None:
    view.players = game.players
    view.teams = game.teams
    view.plays_per_trick = game.plays_per_trick
    view.game_points = game.game_points
    view.bust = game.bust
    view.settlement = game.settlement
    view.three_is_king = game.three_is_king
    view.show_hand_to = game.show_hand_to
    view.play_on = game.play_on
    view.single_deal = game.single_deal
    view.max_deals = game.max_deals

"""What one seat may know of a game: STATE in, VIEW out, and nothing hidden gets through.

Everything in a VIEW follows from the seat's own hand and from what all see, but for the hand
shown to claim Voormsi's bonus (docs/rules.md section 5), which only those who saw it have.
"""

from __future__ import annotations

from numba import literal_unroll

from voormsi_env.aliases import Seat, StateRecord, ViewRecord
from voormsi_env.engine.bits import count
from voormsi_env.engine.jit import compiled
from voormsi_env.engine.legal import legal, must_play_toqutsit
from voormsi_env.engine.play import all_gone
from voormsi_env.engine.scoring import HAS_TOQUTSIT
from voormsi_env.engine.state import (
    MAX_PLAYS,
    MAX_SEATS,
    MAX_TEAMS,
    MAX_TRICKS,
    OPTION_NAMES,
    SEAT_SHIFT,
)
from voormsi_env.engine.table import next_seat, team_of
from voormsi_env.rules import PACK_SIZE


@compiled
def write_view(game: StateRecord, seat: Seat, view: ViewRecord) -> None:
    """Write what a seat may know of a game (a STATE record) into a VIEW record."""
    write_sight(game, seat, view)
    view.legal = legal(game) if game.to_play == seat else 0
    _write_history(game, seat, view)
    copy_options(game, view)


@compiled
def write_sight(game: StateRecord, seat: Seat, view: ViewRecord) -> None:
    """Write what observations need of a VIEW: all but the legal plays, the course of the deal and
    the options."""
    view.players = game.players
    view.teams = game.teams
    view.plays_per_trick = game.plays_per_trick
    _write_cards(game, seat, view)
    _write_trick(game, seat, view)
    _write_toqutsit(game, seat, view)
    _write_points(game, seat, view)
    view.must_play_toqutsit = game.to_play == seat and must_play_toqutsit(game, game.hands[seat])


@compiled
def relative_seat(game: StateRecord, seat: Seat, other: int) -> int:
    """Another seat as seen from a seat: 0 itself, 1 the next clockwise; -1 stays -1."""
    if other < 0:
        return -1
    distance = int(other) - int(seat)
    return distance + int(game.players) if distance < 0 else distance


@compiled
def relative_team(game: StateRecord, seat: Seat, team: int) -> int:
    """A team as seen from a seat: 0 its own, 1 that of the next player; -1 stays -1."""
    if team < 0:
        return -1
    distance = int(team) - team_of(game, int(seat))
    return distance + int(game.teams) if distance < 0 else distance


@compiled
def _write_cards(game: StateRecord, seat: Seat, view: ViewRecord) -> None:
    view.hand = game.hands[seat]
    view.stock = PACK_SIZE - int(game.drawn)
    view.dealer = relative_seat(game, seat, int(game.dealer))
    other = int(seat)
    for relative in range(MAX_SEATS):
        view.known[relative] = 0
        if relative < game.players:
            view.gone[relative] = game.gone[other]
            view.hand_sizes[relative] = count(game.hands[other])
            other = next_seat(game, other)
        else:
            view.gone[relative] = 0
            view.hand_sizes[relative] = 0
    view.known[0] = view.hand
    _write_shown_hand(game, seat, view)


@compiled
def _write_shown_hand(game: StateRecord, seat: Seat, view: ViewRecord) -> None:
    """The hand shown to claim Voormsi's bonus, to those who saw it; it is held until played."""
    shown_by = int(game.shown_by)
    view.shown_by = relative_seat(game, seat, shown_by)
    view.shown = 0
    if shown_by >= 0 and (shown_by == seat or game.shown_to >> seat & 1 != 0):
        view.shown = game.shown
        view.known[view.shown_by] |= game.shown & ~game.gone[shown_by]


@compiled
def _write_history(game: StateRecord, seat: Seat, view: ViewRecord) -> None:
    view.deal = game.deal
    view.ply = game.ply
    view.tricks_begun = game.tricks_begun
    view.cards_played = game.cards_played
    whole_round = int(game.players) << SEAT_SHIFT
    shift = int(seat) << SEAT_SHIFT
    played = int(game.cards_played)
    for place in range(played):
        entry = int(game.history[place])
        view.history[place] = entry - shift if entry >= shift else entry - shift + whole_round
    for place in range(played, PACK_SIZE):
        view.history[place] = 0
    for trick in range(MAX_TRICKS):
        view.trick_sizes[trick] = game.trick_sizes[trick]


@compiled
def _write_trick(game: StateRecord, seat: Seat, view: ViewRecord) -> None:
    view.to_play = relative_seat(game, seat, int(game.to_play))
    view.plays_made = game.plays_made
    view.trick_size = game.trick_size
    view.heading = game.heading
    view.heading_seat = relative_seat(game, seat, int(game.heading_seat))
    view.opening = game.opening
    view.seven_trick = game.seven_trick
    for play_index in range(MAX_PLAYS):
        view.trick[play_index] = game.trick[play_index]
        player = int(game.trick_seats[play_index])
        view.trick_seats[play_index] = relative_seat(game, seat, player)


@compiled
def _write_toqutsit(game: StateRecord, seat: Seat, view: ViewRecord) -> None:
    """Who refused Toqutsit, who surely lacks it, and who surely holds it."""
    # Without branches: they differ from game to game in a batch, and none would be guessed.
    own = game.hands[seat] & HAS_TOQUTSIT != 0
    holder = int(seat) if own else int(game.toqutsit_holder)
    lacking = int(game.undrawn) | 1 << int(seat)
    lacking = -1 if all_gone(game) & HAS_TOQUTSIT != 0 else lacking
    lacking = ~(1 << max(0, holder)) if holder >= 0 else lacking
    view.toqutsit_holder = relative_seat(game, seat, holder)
    other = int(seat)
    for relative in range(MAX_SEATS):
        view.refused[relative] = 0
        view.lacks_toqutsit[relative] = 0
        if relative < game.players:
            view.refused[relative] = game.refused >> other & 1
            view.lacks_toqutsit[relative] = lacking >> other & 1
            other = next_seat(game, other)


@compiled
def _write_points(game: StateRecord, seat: Seat, view: ViewRecord) -> None:
    view.bonus = game.bonus
    view.bonus_team = relative_team(game, seat, int(game.bonus_team))
    view.bonus_trick = game.bonus_trick
    view.prospect = game.prospect
    view.prospect_team = relative_team(game, seat, int(game.prospect_team))
    team = team_of(game, int(seat))
    for relative in range(MAX_TEAMS):
        view.tricks[relative] = 0
        view.scores[relative] = 0
        view.scores_before[relative] = 0
        view.unsettled[relative] = 0
        if relative < game.teams:
            view.tricks[relative] = game.tricks[team]
            view.scores[relative] = game.scores[team]
            view.scores_before[relative] = game.scores_before[team]
            view.unsettled[relative] = game.unsettled[team]
            team += 1
            if team == game.teams:
                team = 0


@compiled
def copy_options(source: StateRecord | ViewRecord, target: StateRecord | ViewRecord) -> None:
    """Copy the options of a STATE or VIEW record into another."""
    for name in literal_unroll(OPTION_NAMES):
        target[name] = source[name]

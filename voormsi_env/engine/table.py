"""What differs between the games of two, three and four players (docs/rules.md sections 2 and 8).

Nothing else in the engine asks how many players there are.
"""

from __future__ import annotations

from voormsi_env.aliases import Seat, StateRecord
from voormsi_env.engine.bits import count
from voormsi_env.engine.jit import compiled
from voormsi_env.engine.state import SHOW_LEFT, SHOW_OPPONENTS
from voormsi_env.rules import HAND_SIZE, PACK_SIZE


@compiled
def team_of(game: StateRecord, seat: Seat) -> int:
    """The team of a seat: partners sit opposite; two and three players have none."""
    return int(seat) if seat < game.teams else int(seat) - int(game.teams)


@compiled
def next_seat(game: StateRecord, seat: Seat) -> int:
    """The seat after another, clockwise."""
    following = int(seat) + 1
    return following if following < game.players else 0


@compiled
def seat_after_play(game: StateRecord) -> int:
    """Who plays next in an unfinished trick: the next seat; of two players, the one heading
    plays third."""
    if game.players == 2 and game.plays_made == 2:
        return int(game.heading_seat)
    return next_seat(game, game.to_play)


@compiled
def hands_are_drawn_up(game: StateRecord) -> bool:
    """Whether hands are made up to four now: after the trick; with two players also half-way."""
    half_way = game.players == 2 and game.plays_made == 2
    return bool(half_way or game.plays_made == game.plays_per_trick)


@compiled
def largest_lead(game: StateRecord) -> int:
    """How many cards a lead may have: two players must keep as many for their second play."""
    if game.players == 2:
        stock = PACK_SIZE - int(game.drawn)
        return min(HAND_SIZE, (count(game.hands[game.to_play]) + stock // 2) // 2)
    return HAND_SIZE


@compiled
def seats_shown_hand(game: StateRecord, seat: Seat) -> int:
    """Bit s: seat s sees the hand that another seat shows (section 5, `show_hand_to`)."""
    left = next_seat(game, seat)
    seats = 0
    for other in range(game.players):
        if team_of(game, other) != team_of(game, seat) and (
            game.show_hand_to == SHOW_OPPONENTS
            or (game.show_hand_to == SHOW_LEFT and other == left)
        ):
            seats |= 1 << other
    return seats

"""What a decision of the heuristic player stands on, read off the VIEW once."""

from __future__ import annotations

from typing import NamedTuple

from voormsi_agents.baselines.heuristic.hand_value import Worths, worths_of
from voormsi_agents.baselines.heuristic.trick_race import (
    Needs,
    Tricks,
    chance_of_game,
    lasts,
    needs_with,
    tricks_won,
    with_more,
)
from voormsi_env.aliases import CardSet, ViewRecord
from voormsi_env.cards import ALL_CARDS
from voormsi_env.engine.jit import compiled
from voormsi_env.engine.play import all_gone, situation
from voormsi_env.engine.table import team_of

NO_TEAM = -1


class Position(NamedTuple):
    """The facts of a decision; cards are masks.

    Attributes:
        hand: held before the play.
        gone: played in this deal.
        unseen: in other hands or the stock.
        hidden: the same but for cards shown.
        heading: the heading play; 0 when leading.
        ours: the heading play is our team's.
        situation: of `beating.card_beats`, for our play.
        rival: the team taken to win the trick if ours does not.
        worths: what each slot's card is worth.
    """

    hand: CardSet
    gone: CardSet
    unseen: CardSet
    hidden: CardSet
    heading: CardSet
    ours: bool
    situation: int
    rival: int
    worths: Worths


@compiled
def read_position(view: ViewRecord) -> Position:
    """The facts of the decision before the seat of a VIEW."""
    hand = int(view.hand)
    gone = all_gone(view)
    unseen = ALL_CARDS & ~hand & ~gone
    shown = int(view.known[1]) | int(view.known[2]) | int(view.known[3])
    heading = 0
    heading_team = 1
    now = 0
    if view.plays_made > 0:
        heading = int(view.trick[view.heading])
        heading_team = team_of(view, view.heading_seat)
        now = situation(view)
    return Position(
        hand,
        gone,
        unseen,
        unseen & ~shown,
        heading,
        heading_team == 0,
        now,
        max(1, heading_team),
        worths_of(hand, unseen),
    )


class Stakes(NamedTuple):
    """What a trick of some size is about, in chances to win the game.

    Attributes:
        won, lost: the chance after our team wins or loses the trick.
        next_won, next_lost: what one more trick would be worth after that.
    """

    won: float
    lost: float
    next_won: float
    next_lost: float


@compiled
def stakes_of(view: ViewRecord, rival: int, size: int) -> Stakes:
    """What a trick of so many cards is about."""
    needs = needs_with(view, NO_TEAM, 0)
    won = with_more(tricks_won(view), 0, size)
    lost = with_more(tricks_won(view), rival, size)
    return Stakes(
        chance_of_game(view, won, 0, needs),
        chance_of_game(view, lost, rival, needs),
        _worth_of_next(view, won, rival, needs),
        _worth_of_next(view, lost, rival, needs),
    )


@compiled
def _worth_of_next(view: ViewRecord, tricks: Tricks, rival: int, needs: Needs) -> float:
    """What one trick more is worth, or 0.0 when there will be none."""
    if lasts(view, tricks)[0] == 0.0:
        return 0.0
    won = chance_of_game(view, with_more(tricks, 0, 1), 0, needs)
    return won - chance_of_game(view, with_more(tricks, rival, 1), rival, needs)


@compiled
def chance_after(view: ViewRecord, winner: int, size: int, bonus_team: int, bonus: int) -> float:
    """The chance to win the game after a team wins the trick and a team gets a bonus."""
    tricks = with_more(tricks_won(view), winner, size)
    return chance_of_game(view, tricks, winner, needs_with(view, bonus_team, bonus))

"""What is said of a play that the rules do not allow: one text, wherever it is made."""

from __future__ import annotations

import operator

import numpy as np
from numpy.typing import NDArray

from voormsi_env.actions import action_to_cards, legal_actions
from voormsi_env.aliases import Action, ActionSet, CardSet, Seat, StateRecord
from voormsi_env.cards import text_of
from voormsi_env.engine.legal import legal
from voormsi_env.errors import IllegalPlayError


def illegal_play_text(
    what: str, hand: CardSet, legal_set: ActionSet, seat: Seat | None = None
) -> str:
    """Why a play is illegal.

    Args:
        what: the play, as a message begins with it: `"playing 9C 9D"`.
        hand: the cards of who plays, a mask.
        legal_set: what may be played from that hand.
        seat: who plays, if that is to be said.
    """
    who = "" if seat is None else f"for seat {seat} "
    plays = [text_of(action_to_cards(action, hand)) for action in legal_actions(legal_set)]
    return f"{what} is not legal {who}holding {text_of(hand)}; legal plays are {', '.join(plays)}"


def describe_illegal(game: StateRecord, action: Action) -> str:
    """Why an action is illegal for the seat to play of a game that is not over: the action, its
    cards if it has any, and the legal plays."""
    seat = int(game["to_play"])
    hand = int(game["hands"][seat])
    try:
        what = f"action {action} ({text_of(action_to_cards(action, hand))})"
    except ValueError as error:
        what = f"{error}; it"
    return illegal_play_text(what, hand, int(legal(game)), seat)


def whole_number(who: str, action: object, mask: NDArray[np.int8]) -> int:
    """An action given by a user, as an int.

    Raises:
        IllegalPlayError: it is no whole number; the message says what is legal by the mask.
    """
    try:
        if not isinstance(action, bool):
            return operator.index(action)  # type: ignore[arg-type]
    except TypeError:
        pass
    legal_list = np.flatnonzero(mask).tolist()
    raise IllegalPlayError(
        f"action {action!r} of {who} is no whole number; legal actions are {legal_list}"
    )

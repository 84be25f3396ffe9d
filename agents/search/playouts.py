"""Playing a world out to the end of the deal, by a policy made to be quick.

`quick_action` decides on a GAME record itself but looks only at what its seat may know: its own
hand, the table, the cards gone and how many cards the others hold. It weighs every legal play by
a one-trick forecast: the chance that the play, or the partner's, wins the trick, what the trick
and its bonus are worth, and what the cards spent would have been worth later.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from voormsi_env.cards import (
    ALL_CARDS,
    CARD_NAMES,
    NUM_CARDS,
    SEVENS,
)
from voormsi_env.engine.beating import (
    BEATEN,
    HEADING_OPENED,
    IN_SEVEN_TRICK,
    NUM_SITUATIONS,
    THREE_WAS_LED,
    play_beats,
)
from voormsi_env.engine.bits import count, lowest
from voormsi_env.engine.jit import compiled
from voormsi_env.engine.play import all_gone, cards_of_action, legal, play, situation
from voormsi_env.engine.scoring import (
    HAS_THREE,
    HAS_TOQUTSIT,
    HAS_VOORMSI,
    is_own_goal,
)
from voormsi_env.engine.table import next_seat, team_of


def _beaters() -> NDArray[np.int64]:
    """BEATERS[situation, card]: the mask of the cards that beat a card of the heading play."""
    table = np.zeros((NUM_SITUATIONS, NUM_CARDS), np.int64)
    for s in range(NUM_SITUATIONS):
        for later in range(NUM_CARDS):
            for card in range(NUM_CARDS):
                if BEATEN[s, later] >> card & 1 and later != card:
                    table[s, card] |= 1 << later
    return table


BEATERS = _beaters()

KEEPING = {
    "JC": 0.75,
    "KH": 0.45,
    "8S": 0.6,
    "9": 0.5,
    "A": 0.35,
    "J": 0.22,
    "6": 0.15,
    "5": 0.1,
    "8": 0.07,
    "Q": 0.03,
    "KC": 0.12,
    "KS": 0.04,
    "7": 0.5,
    "3D": 0.75,
}
"""What it is worth to keep a card for later, in tricks, by name or by rank."""

WORTH = np.array([KEEPING.get(name, KEEPING.get(name[0], 0.0)) for name in CARD_NAMES])
BONUS = 1.5  # what a bonus point is worth, in tricks
OWN_GOAL = -100.0


@compiled
def quick_action(game: Any, worth: Any, bonus: float) -> int:
    """The play that the quick policy makes in a GAME: a legal action of the seat to play."""
    actions = legal(game)
    if actions & (actions - 1) == 0:
        return lowest(actions)
    hand = game.hands[game.to_play]
    unseen = ALL_CARDS & ~(all_gone(game) | hand)
    best = -1
    best_value = -1000.0
    while actions != 0:
        action = lowest(actions)
        value = _forecast(game, cards_of_action(hand, action), unseen, worth, bonus)
        if value > best_value:
            best = action
            best_value = value
        actions &= actions - 1
    return best


@compiled
def _forecast(game: Any, cards: int, unseen: int, worth: Any, bonus: float) -> float:
    """What a play promises, in tricks."""
    seat = int(game.to_play)
    team = team_of(game, seat)
    heading = game.trick[game.heading] if game.heading >= 0 else 0
    now = situation(game)
    beats = heading == 0 or play_beats(cards, heading, now)
    if beats and is_own_goal(game, seat, cards, heading):
        return OWN_GOAL
    value = 0.0
    size = 0
    rest = cards
    while rest != 0:
        value -= worth[lowest(rest)]
        rest &= rest - 1
        size += 1
    after = 0
    heads = heading
    heading_seat = seat
    if beats:
        heads = cards
        if heading == 0:
            if cards != HAS_THREE:
                after |= HEADING_OPENED
                if cards & ~SEVENS == 0:
                    after |= IN_SEVEN_TRICK
            after |= THREE_WAS_LED
        elif game.opening < 0:
            after |= HEADING_OPENED
            if cards & ~SEVENS == 0:
                after |= IN_SEVEN_TRICK
        else:
            after |= now & IN_SEVEN_TRICK
    else:
        after = now & (IN_SEVEN_TRICK | HEADING_OPENED | THREE_WAS_LED)
        heading_seat = int(game.heading_seat)
    # the weakest card of the heading play decides how easily it is beaten
    cards_against = 0
    cards_with = 0
    other = seat
    heading_team = team_of(game, heading_seat)
    plays = int(game.plays_per_trick) - int(game.plays_made) - 1
    for _ in range(min(plays, int(game.players) - 1)):
        other = next_seat(game, other)
        if team_of(game, other) == heading_team:
            cards_with += count(game.hands[other])
        else:
            cards_against += count(game.hands[other])
    num_unseen = count(unseen)
    held = 1.0
    rest = heads
    while rest != 0:
        k = count(unseen & BEATERS[after, lowest(rest)])
        share = _chance_none(k, num_unseen, cards_against)
        held = share if rest == heads else 1.0 - (1.0 - held) * (1.0 - share)
        rest &= rest - 1
    win = held if heading_team == team else 1.0 - held
    trick = size * (2.0 * win - 1.0)
    value += trick
    if beats and heading & HAS_VOORMSI != 0:
        if cards & HAS_TOQUTSIT != 0:
            value += 2.0 * bonus
        elif cards & HAS_THREE != 0:
            value += bonus
    elif beats and game.toqutsit_took_voormsi and cards & HAS_THREE != 0:
        value += 2.0 * bonus
    if cards & HAS_VOORMSI != 0 and plays > 0 and beats and unseen & HAS_TOQUTSIT != 0:
        taken = 1.0 - _chance_none(1, num_unseen, cards_against)
        value -= 2.0 * bonus * taken
        value += bonus * held
    return value


@compiled
def _chance_none(wanted: int, unseen: int, held: int) -> float:
    """The chance that none of `wanted` cards of `unseen` is among `held` of them, about."""
    if held == 0 or wanted == 0:
        return 1.0
    share = 1.0 - wanted / unseen
    if share <= 0.0:
        return 0.0
    chance = 1.0
    while held > 0:
        if held & 1:
            chance *= share
        share *= share
        held >>= 1
    return chance


@compiled
def play_out(game: Any, decks: Any, worth: Any, bonus: float) -> None:
    """Play a GAME on to its end; with `single_deal` set that is the end of its deal."""
    while not game.over:
        play(game, quick_action(game, worth, bonus), decks)

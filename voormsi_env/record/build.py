"""Game records (docs/rules.md section 10) of games that were played."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from voormsi_env.actions import NUM_ACTIONS, legal_actions
from voormsi_env.aliases import CardSet, Seat, StateRecord
from voormsi_env.cards import CARD_NAMES, card_names
from voormsi_env.engine.state import BONUS_KINDS, BONUS_NONE, BONUS_POINTS, REASONS
from voormsi_env.episode import rules_of
from voormsi_env.game import Game
from voormsi_env.record.trace import Trace, trace
from voormsi_env.rules import HAND_SIZE

FORMAT = "voormsi-record-1"

Record = dict[str, Any]
"""One game as the JSON object of section 10."""

_SLOTS = [
    [slot for slot in range(HAND_SIZE) if (action + 1) >> slot & 1] for action in range(NUM_ACTIONS)
]


def record_of(game: Game, agents: Sequence[str] | None = None, *, legal: bool = False) -> Record:
    """The record of a game that has been played to its end.

    Args:
        game: the game.
        agents: who played, a name a seat; `"unknown"` for all when None.
        legal: list the legal plays with each play.

    Raises:
        ValueError: the game is not over, or there is not one name a seat.
    """
    players = game.rules.players
    if not game.over:
        raise ValueError("the game is not over; a record holds a whole game")
    names = ["unknown"] * players if agents is None else list(agents)
    if len(names) != players:
        raise ValueError(f"{len(names)} agents are named; wanted are {players}, one a seat")
    opening = game.copy()
    for _ in game.actions:
        opening.undo()
    return record_from_actions(
        opening.state.reshape(1), game.decks, np.array(game.actions, np.int64), names, legal=legal
    )


def record_from_actions(
    opening: NDArray[np.void],
    decks: NDArray[np.int8],
    actions: NDArray[np.integer[Any]],
    agents: Sequence[str],
    *,
    legal: bool = False,
) -> Record:
    """The record of a game given by the actions that played it to its end.

    Args:
        opening: STATE (1,), the game as it was dealt.
        decks: int8 (given, 36), the decks given for the first deals.
        actions: whole numbers (plays,), each legal when its turn comes.
        agents: who played, a name a seat.
        legal: list the legal plays with each play.
    """
    traced = trace(opening, decks, actions)
    teams = int(opening[0]["teams"])
    return {
        "format": FORMAT,
        "rules": rules_of(opening[0]).to_dict(),
        "seed": int(opening[0]["seed"]),
        "agents": list(agents),
        "start_scores": opening[0]["scores"][:teams].tolist(),
        "deals": deals_of(traced, legal=legal),
        "result": result_of(traced.end[0]),
    }


def deals_of(traced: Trace, *, legal: bool) -> list[Record]:
    """The `deals` of a record."""
    teams = int(traced.end[0]["teams"])
    plays = [
        _play(hand, cards, allowed, seat, legal=legal)
        for hand, cards, allowed, seat, _ in traced.plays.tolist()
    ]
    tricks = [_trick(*note) for note in traced.tricks.tolist()]
    deals: list[Record] = []
    play_count = trick_count = 0
    for note in traced.deals:
        next_play, next_trick = play_count + int(note["plays"]), trick_count + int(note["tricks"])
        deals.append(
            {
                "dealer": int(note["dealer"]),
                "deck": [CARD_NAMES[card] for card in note["deck"]],
                "plays": plays[play_count:next_play],
                "tricks": tricks[trick_count:next_trick],
                "annulled": bool(note["annulled"]),
                "scores": note["scores"][:teams].tolist(),
            }
        )
        play_count, trick_count = next_play, next_trick
    return deals


def result_of(end: StateRecord) -> Record:
    """The `result` of a record, from the last STATE record of its game."""
    teams = int(end["teams"])
    winners = [team for team in range(teams) if int(end["winners"]) >> team & 1]
    return {
        "winner": winners[0] if len(winners) == 1 else None,
        "reason": REASONS[int(end["reason"])],
        "scores": end["scores"][:teams].tolist(),
    }


def legal_names(hand: CardSet, legal_set: int) -> list[list[str]]:
    """The plays of a set of legal actions from a hand (a mask), each a list of card names."""
    held = names_of(hand)
    return [[held[slot] for slot in _SLOTS[action]] for action in legal_actions(legal_set)]


def names_of(mask: int) -> list[str]:
    """The names of the cards of a mask, in the order of section 4; fast for masks seen before."""
    return list(_names_of(mask))


@lru_cache(maxsize=1 << 17)
def _names_of(mask: int) -> tuple[str, ...]:
    return tuple(card_names(mask))


def _play(hand: CardSet, cards: CardSet, legal_set: int, seat: Seat, *, legal: bool) -> Record:
    play: Record = {"seat": seat, "cards": names_of(cards)}
    if legal:
        play["legal"] = legal_names(hand, legal_set)
    return play


def _trick(winner: int, size: int, bonus: int, bonus_team: int) -> Record:
    paid = None
    if bonus != BONUS_NONE:
        paid = {"team": bonus_team, "points": BONUS_POINTS[bonus], "kind": BONUS_KINDS[bonus]}
    return {"winner": winner, "size": size, "bonus": paid}

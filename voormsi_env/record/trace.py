"""Following a game play by play: what happened in it, as arrays (compiled)."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from voormsi_env.actions import NUM_ACTIONS
from voormsi_env.aliases import Action, CardSet, Decks, StateRecord, StateRecords
from voormsi_env.engine.beating import play_beats
from voormsi_env.engine.jit import compiled
from voormsi_env.engine.legal import legal
from voormsi_env.engine.play import cards_of_action, play, situation
from voormsi_env.engine.state import MAX_TEAMS, REASON_FORFEIT
from voormsi_env.engine.stock import settle_deck, shuffle
from voormsi_env.rules import PACK_SIZE

PLAY = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("hand", np.int64),  # the player's hand before the play, a mask
                ("cards", np.int64),  # the cards played, a mask
                ("legal", np.int16),  # bit a: action a was legal
                ("seat", np.int8),  # who played
                ("heads", np.bool_),  # the play was the lead, or beat the heading play
            ],
            align=True,
        ),
    )
)
"""One play."""

TRICK = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("winner", np.int8),  # seat
                ("trick_size", np.int8),  # cards in each play
                ("bonus", np.int8),  # BONUS_... paid in it
                ("bonus_team", np.int8),  # to whom, or -1
            ],
            align=True,
        ),
    )
)
"""One trick that was played to its end."""

DEAL = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("plays", np.int32),  # how many plays were made in it
                ("tricks", np.int32),  # how many tricks were played to their end
                ("deck", np.int8, (PACK_SIZE,)),  # cards in the order they leave the pack
                ("dealer", np.int8),  # seat
                ("annulled", np.bool_),  # one team won all tricks
                ("scores", np.int8, (MAX_TEAMS,)),  # the ladder after it, or as it now stands
            ],
            align=True,
        ),
    )
)
"""One deal."""


class Trace(NamedTuple):
    """What happened in a game.

    Attributes:
        plays: PLAY (plays,), in order.
        tricks: TRICK (tricks,), in order.
        deals: DEAL (deals,), the last of them perhaps unfinished.
        end: STATE (1,), the game after the last play.
    """

    plays: NDArray[np.void]
    tricks: NDArray[np.void]
    deals: NDArray[np.void]
    end: NDArray[np.void]


def trace(
    opening: NDArray[np.void], decks: NDArray[np.int8], actions: NDArray[np.integer[Any]]
) -> Trace:
    """What happens when actions are played.

    Args:
        opening: STATE (1,), a game as it was dealt; not changed.
        decks: int8 (given, 36), the decks given for the first deals.
        actions: whole numbers (plays,), each legal when its turn comes.
    """
    count = len(actions)
    deals = np.zeros(count + 1, DEAL)
    whole = Trace(np.zeros(count, PLAY), np.zeros(count, TRICK), deals, opening.copy())
    tricks_ended, deals_begun = _follow(whole, decks, np.asarray(actions, np.int64))
    return whole._replace(tricks=whole.tricks[:tricks_ended], deals=deals[:deals_begun])


@compiled
def _follow(notes: Trace, decks: Decks, actions: NDArray[np.int64]) -> tuple[int, int]:
    """Play the actions in notes.end[0], noting all; how many tricks ended and deals began.

    Args:
        notes: its end is the game as it was dealt; the rest is long enough, and overwritten.
    """
    plays, tricks, deals, game = notes.plays, notes.tricks, notes.deals, notes.end[0]
    tricks_ended = 0
    deals_begun = 1
    _note_opening(game, deals[0])
    for number in range(len(actions)):
        deal = deals[deals_begun - 1]
        annulled_before = game.annulled_deals
        deal_before = game.deal
        completes_trick = game.plays_made == game.plays_per_trick - 1
        _note_play(game, actions[number], plays[number])
        play(game, actions[number], decks)
        deal.plays += 1
        if completes_trick and game.reason != REASON_FORFEIT:
            _note_trick(game, tricks[tricks_ended])
            deal.tricks += 1
            tricks_ended += 1
        _note_ladder(game, deal)
        deal.annulled = game.annulled_deals > annulled_before
        if game.deal != deal_before:
            _note_opening(game, deals[deals_begun])
            deals_begun += 1
    return tricks_ended, deals_begun


@compiled
def _note_opening(game: StateRecord, deal: np.record) -> None:
    # Places of the deck settle one after another, so settling them early changes no card.
    settle_deck(game)
    for place in range(PACK_SIZE):
        deal.deck[place] = game.deck[place]
    deal.dealer = game.dealer
    _note_ladder(game, deal)


@compiled
def _note_ladder(game: StateRecord, deal: np.record) -> None:
    for team in range(MAX_TEAMS):
        deal.scores[team] = game.scores[team]


@compiled
def _note_play(game: StateRecord, action: Action, note: np.record) -> None:
    seat = int(game.to_play)
    note.seat = seat
    note.hand = game.hands[seat]
    note.cards = cards_of_action(game.hands[seat], int(action))
    note.legal = legal(game)
    note.heads = game.heading < 0 or play_beats(
        note.cards, game.trick[game.heading], situation(game)
    )


@compiled
def _note_trick(game: StateRecord, note: np.record) -> None:
    note.winner = game.last_winner
    note.trick_size = game.last_size
    note.bonus = game.last_bonus
    note.bonus_team = game.last_bonus_team


@compiled
def play_as_written(
    games: StateRecords, decks: Decks, written: NDArray[np.int64], actions: NDArray[np.int64]
) -> int:
    """Play what is written in games[0], as far as the rules allow.

    Args:
        games: STATE (1,), played on.
        decks: int8 (given, 36).
        written: int64 (plays, 3): in which deal a play is written, by which seat, and its cards,
            a mask.
        actions: int64 (plays,), overwritten: the action each play is.

    Returns:
        How many plays could be made: all, or the index of the first that the rules do not allow.
    """
    game = games[0]
    for number in range(len(written)):
        deal, seat, cards = written[number]
        if game.over or game.deal != deal or game.to_play != seat:
            return number
        action = _legal_action_of(game, cards)
        if action < 0:
            return number
        actions[number] = action
        play(game, action, decks)
    return len(written)


@compiled
def _legal_action_of(game: StateRecord, cards: CardSet) -> int:
    """The legal action that plays some cards (a mask), or -1."""
    allowed = legal(game)
    hand = game.hands[game.to_play]
    for action in range(NUM_ACTIONS):
        if allowed >> action & 1 and cards_of_action(hand, action) == cards:
            return action
    return -1


def seed_decks(opening: NDArray[np.void], count: int) -> NDArray[np.int8]:
    """The decks of the first deals as they follow from a game's seed, int8 (count, 36).

    Args:
        opening: STATE (1,); not changed.
        count: how many decks.
    """
    decks = np.zeros((count, PACK_SIZE), np.int8)
    _write_seed_decks(opening.copy(), decks)
    return decks


@compiled
def _write_seed_decks(games: StateRecords, decks: Decks) -> None:
    game = games[0]
    for number in range(len(decks)):
        game.deal = number
        shuffle(game, decks[:0])
        settle_deck(game)
        for place in range(PACK_SIZE):
            decks[number, place] = game.deck[place]

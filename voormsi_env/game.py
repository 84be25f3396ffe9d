"""Game: one game, made for reading and for playing with."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from voormsi_env.actions import action_to_cards, cards_to_action, legal_actions
from voormsi_env.aliases import Action, Seat, StateRecord, ViewRecord
from voormsi_env.cards import CARD_NAMES, card_names, parse_cards, text_of
from voormsi_env.engine.legal import legal
from voormsi_env.engine.play import play, start_game
from voormsi_env.engine.state import REASONS, VIEW
from voormsi_env.engine.stock import settle_deck
from voormsi_env.engine.view import write_view
from voormsi_env.episode import (
    DEFAULT_MAX_DEALS,
    Deck,
    Episode,
    StartScores,
    blank_games,
    deck_array,
    start_records,
)
from voormsi_env.errors import GameOverError, IllegalPlayError
from voormsi_env.illegal import illegal_play_text
from voormsi_env.render.text import game_text
from voormsi_env.rules import Rules
from voormsi_env.seeds import checked_seed, fresh_seed


class Game:
    """One game of Voormsi.

    >>> game = Game(Rules(), seed=7)
    >>> game.to_play in range(4)
    True
    >>> game.play(game.legal_plays()[0])

    Copy, deepcopy and pickle go on identically.

    Attributes:
        rules: the rules of the game.
        decks: int8 (given, 36), the decks given for the first deals, cards by number.
        start_scores: the ladder the game began with, one score a team.
        actions: the actions played so far, first to last.
    """

    def __init__(
        self,
        rules: Rules | None = None,
        seed: int | None = None,
        *,
        decks: Sequence[Deck] = (),
        first_dealer: int | None = None,
        start_scores: StartScores = None,
        episode: Episode = "game",
        max_deals: int = DEFAULT_MAX_DEALS,
    ) -> None:
        """Deal.

        Args:
            rules: the game of four when None.
            seed: from which the first dealer and the decks follow; a fresh one when None.
            decks: decks of the first deals, each 36 cards by name or number in the order they
                leave the pack; later decks follow from the seed.
            first_dealer: seat; from the seed when None.
            start_scores: one score a team, `"random"`, or None for zeros.
            episode: `"game"`, or `"deal"` for a single deal.
            max_deals: deals after which a game without a winner is truncated.

        Raises:
            ValueError: an argument has a value that is not allowed.
        """
        self.rules = Rules() if rules is None else rules
        self.decks: NDArray[np.int8] = deck_array(decks)
        self._states = blank_games(1, self.rules, episode, max_deals)
        start = start_records(
            [fresh_seed() if seed is None else checked_seed(seed)],
            self.rules,
            None if first_dealer is None else [first_dealer],
            start_scores,
        )
        start_game(self._states[0], start[0], self.decks)
        self.start_scores: list[int] = self.scores
        self.actions: list[int] = []
        self._past: list[NDArray[np.void]] = []

    @property
    def state(self) -> StateRecord:
        """The STATE record; changing it changes the game."""
        state: StateRecord = self._states[0]
        return state

    @property
    def seed(self) -> int:
        """The seed of the game."""
        return int(self.state.seed)

    @property
    def to_play(self) -> int | None:
        """The seat to play; None when the game is over."""
        return None if self.over else int(self.state.to_play)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.state.over)

    @property
    def scores(self) -> list[int]:
        """The ladder, one score a team."""
        return [int(score) for score in self.state.scores[: self.rules.teams]]

    @property
    def winners(self) -> list[int]:
        """The teams that won; empty while nobody has."""
        return [team for team in range(self.rules.teams) if self.state.winners >> team & 1]

    @property
    def reason(self) -> str | None:
        """Why the game ended: points, forfeit, truncated or deal; None while it has not."""
        return REASONS[self.state.reason] if self.over else None

    @property
    def deal(self) -> int:
        """The number of the deal, from 0."""
        return int(self.state.deal)

    @property
    def dealer(self) -> int:
        """The seat that dealt."""
        return int(self.state.dealer)

    def hand(self, seat: Seat) -> list[str]:
        """The cards a seat holds, strongest first.

        Raises:
            ValueError: there is no such seat.
        """
        return card_names(int(self.state.hands[self._checked_seat(seat)]))

    def deck(self) -> list[str]:
        """All 36 cards of this deal in the order they leave the pack."""
        settled = self._states.copy()
        settle_deck(settled[0])
        return [CARD_NAMES[card] for card in settled[0].deck]

    def table(self) -> list[tuple[int, list[str]]]:
        """The plays of the unfinished trick: seat and cards, in order."""
        record = self.state
        return [
            (int(record.trick_seats[index]), card_names(int(record.trick[index])))
            for index in range(record.plays_made)
        ]

    def legal_actions(self) -> list[int]:
        """The legal actions of the seat to play; none when the game is over."""
        return legal_actions(int(legal(self.state)))

    def legal_plays(self) -> list[list[str]]:
        """The legal plays of the seat to play, each a list of cards, in the order of actions."""
        if self.over:
            return []
        hand = int(self.state.hands[self.state.to_play])
        return [card_names(action_to_cards(action, hand)) for action in self.legal_actions()]

    def play(self, cards: str | Iterable[str]) -> None:
        """Play cards for the seat to move: `"7H"`, `"9C 9D"` or `["9C", "9D"]`.

        Raises:
            IllegalPlayError: the play is not legal; nothing has changed.
            GameOverError: the game is over.
            ValueError: a name is no card.
        """
        self._refuse_when_over()
        mask = parse_cards(cards)
        hand = int(self.state.hands[self.state.to_play])
        if mask == 0 or mask & ~hand:
            raise IllegalPlayError(self._illegal(f"playing {text_of(mask) or 'nothing'}"))
        action = cards_to_action(mask, hand)
        if action not in self.legal_actions():
            raise IllegalPlayError(self._illegal(f"playing {text_of(mask)} (action {action})"))
        self._play(action)

    def play_action(self, action: Action) -> None:
        """Play an action, 0 to 14, for the seat to move.

        Raises:
            IllegalPlayError: the action is not legal; nothing has changed.
            GameOverError: the game is over.
        """
        self._refuse_when_over()
        if action not in self.legal_actions():
            raise IllegalPlayError(self._illegal(f"action {action}"))
        self._play(int(action))

    def undo(self) -> None:
        """Take the last play back.

        Raises:
            ValueError: no play has been made.
        """
        if not self._past:
            raise ValueError("there is no play to take back")
        self._states = self._past.pop()
        self.actions.pop()

    def view(self, seat: Seat) -> ViewRecord:
        """The VIEW record of a seat: what it may know.

        Raises:
            ValueError: there is no such seat.
        """
        views = np.zeros(1, VIEW)
        write_view(self.state, self._checked_seat(seat), views[0])
        view: ViewRecord = views[0]
        return view

    def copy(self) -> Game:
        """An independent copy that goes on identically."""
        twin = object.__new__(Game)
        twin.__dict__.update(self.__dict__)
        twin._states = self._states.copy()
        twin._past = list(self._past)
        twin.actions = list(self.actions)
        twin.start_scores = list(self.start_scores)
        return twin

    def __copy__(self) -> Game:
        return self.copy()

    def __str__(self) -> str:
        return game_text(self.state)

    def _play(self, action: Action) -> None:
        self._past.append(self._states.copy())
        self.actions.append(action)
        play(self.state, action, self.decks)

    def _checked_seat(self, seat: Seat) -> int:
        if seat not in range(self.rules.players):
            raise ValueError(f"seat is {seat!r}; allowed are 0 to {self.rules.players - 1}")
        return int(seat)

    def _refuse_when_over(self) -> None:
        if self.over:
            raise GameOverError(f"the game is over ({self.reason}); no more plays can be made")

    def _illegal(self, what: str) -> str:
        seat = int(self.state.to_play)
        return illegal_play_text(what, int(self.state.hands[seat]), int(legal(self.state)), seat)

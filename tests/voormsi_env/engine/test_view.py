"""A seat's VIEW holds what it may know and nothing else, and all of what it may know."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import chain, islice

import numpy as np
import pytest
from helpers import (
    SIZES,
    bytes_of,
    choose_play,
    play_tricks,
    random_courses,
    random_positions,
    random_rules,
)

from voormsi_env import Game, IllegalPlayError, Rules
from voormsi_env.cards import CARD_OF_NAME, card_names, cards_of, mask_of
from voormsi_env.engine.state import CARD_BITS, SEAT_SHIFT, VIEW
from voormsi_env.engine.view import relative_seat, relative_team
from voormsi_env.observation import encode
from voormsi_env.render.text import game_text
from voormsi_env.sequence import sequences

TOQUTSIT = CARD_OF_NAME["JC"]
POSITIONS = 1_000


def what_a_seat_is_told(game: Game, seat: int) -> tuple[bytes, bytes, bytes, list[int], str]:
    """The VIEW, the observation, the sequence of plays, the legal actions if it is to move, and
    the text for the seat."""
    view = np.asarray(game.view(seat))
    legal = game.legal_actions() if game.to_play == seat else []
    observation = encode(view[None], game.rules)
    plays = sequences(view[None])
    text = game_text(game.state, seat)
    return bytes_of(view), observation.tobytes(), plays.tobytes(), legal, text


class HiddenCards:
    """The cards that a seat cannot know in a position, and where they may be."""

    def __init__(self, game: Game, seat: int) -> None:
        self.game = game
        self.seat = seat
        record, view = np.asarray(game.state), np.asarray(game.view(seat))
        players = game.rules.players
        self.drawn = int(record["drawn"])
        self.hands: dict[int, list[int]] = {}  # of each other seat, the cards not known
        self.lacking: set[int] = set()
        self.holder = -1
        for relative in range(1, players):
            other = (seat + relative) % players
            known = int(view["known"][relative])
            self.hands[other] = cards_of(int(record["hands"][other]) & ~known)
            if view["lacks_toqutsit"][relative]:
                self.lacking.add(other)
            if view["toqutsit_holder"] == relative:
                self.holder = other
        self.stock: list[int] = [CARD_OF_NAME[name] for name in game.deck()[self.drawn :]]

    def rearranged(self, rng: random.Random) -> Game:
        """The game with the hidden cards in other places, as far as the seat may know."""
        places = [place for hand in self.hands.values() for place in hand] + self.stock
        while True:
            new_card = dict(zip(places, rng.sample(places, len(places)), strict=True))
            hands = {other: [new_card[c] for c in hand] for other, hand in self.hands.items()}
            if self._is_possible(hands):
                return self._with(hands, new_card, rng)

    def _is_possible(self, hands: dict[int, list[int]]) -> bool:
        """Whether Toqutsit is where the seat may suppose it."""
        holders = {other for other, hand in hands.items() if TOQUTSIT in hand}
        if self.holder >= 0:
            return holders == {self.holder}
        return not holders & self.lacking

    def _with(
        self, hands: dict[int, list[int]], new_card: dict[int, int], rng: random.Random
    ) -> Game:
        twin = self.game.copy()
        record = twin.state
        for other, hand in hands.items():
            known = int(record["hands"][other]) & ~mask_of(self.hands[other])
            record["hands"][other] = known | mask_of(hand)
        stock = [new_card[card] for card in self.stock]
        for place, card in enumerate(record["deck"][: self.drawn].tolist()):
            record["deck"][place] = new_card.get(card, card)
        record["deck"][self.drawn :] = stock
        record["shuffled"] = rng.randrange(self.drawn, 37)
        record["seed"] = rng.randrange(2**63)
        record["deck_key"] = rng.randrange(2**63)
        if record["shown_by"] in hands and not record["shown_to"] >> self.seat & 1:
            # The hand was shown to others; what is left of it is hidden from this seat.
            shown = cards_of(int(record["shown"]))
            record["shown"] = mask_of(new_card.get(card, card) for card in shown)
        return twin


def telling_positions(rng: random.Random) -> Iterator[tuple[Game, int]]:
    """Random positions and seats, more often such where the seat knows something of the others."""
    for game, _ in random_courses(seed=2):
        record = np.asarray(game.state)
        something = record["shown"] != 0 or record["toqutsit_holder"] >= 0
        if rng.random() < (0.7 if something else 0.12):
            assert game.to_play is not None
            yield game, rng.choice((game.to_play, rng.randrange(game.rules.players)))


def rare_positions() -> Iterator[tuple[Game, int]]:
    """Every seat where the duty binds, and where everybody knows who holds Toqutsit."""
    for rules in SIZES:
        for game in (
            play_tricks("KH |", rules=rules, held={1: ["JC", "9C", "9S"]}),
            play_tricks("KH 5C 5S 6C"[: 3 * rules.plays_per_trick], rules=rules, held={0: ["JC"]}),
        ):
            for seat in range(rules.players):
                yield game, seat


def test_rearranging_what_a_seat_cannot_know_changes_nothing_it_is_told() -> None:
    rng = random.Random(1)
    seen: Counter[str] = Counter()
    for game, seat in islice(chain(rare_positions(), telling_positions(rng)), POSITIONS):
        hidden = HiddenCards(game, seat)
        told = what_a_seat_is_told(game, seat)
        other = hidden.rearranged(rng)
        assert what_a_seat_is_told(other, seat) == told
        seen["moved"] += other.state["hands"].tolist() != game.state["hands"].tolist()
        view = game.view(seat)
        seen[f"{game.rules.players} players"] += 1
        seen["to move"] += game.to_play == seat
        seen["obliged"] += bool(view.must_play_toqutsit)
        seen["saw a hand"] += bool(view.known[1:].any())
        seen["others saw a hand"] += bool(game.state.shown) and not view.shown
        seen["somebody lacks Toqutsit"] += not view.lacks_toqutsit.all() and bool(hidden.lacking)
        seen["somebody holds Toqutsit"] += hidden.holder >= 0
    least = {
        "moved": 800,
        "2 players": 200,
        "3 players": 200,
        "4 players": 200,
        "to move": 400,
        "obliged": 3,
        "saw a hand": 50,
        "others saw a hand": 20,
        "somebody lacks Toqutsit": 200,
        "somebody holds Toqutsit": 6,
    }
    assert {name: number for name, number in least.items() if seen[name] < number} == {}


def test_neither_seed_nor_undrawn_cards_change_any_view() -> None:
    rng = random.Random(3)
    for game, _ in random_positions(100, seed=4):
        seats = range(game.rules.players)
        told = [what_a_seat_is_told(game, seat) for seat in seats]
        drawn = int(game.state.drawn)
        stock = [CARD_OF_NAME[name] for name in game.deck()[drawn:]]
        rng.shuffle(stock)
        game.state["deck"][drawn:] = stock
        game.state["shuffled"] = 36
        game.state["seed"] += 1
        game.state["deck_key"] += 1
        assert [what_a_seat_is_told(game, seat) for seat in seats] == told


def other_courses(
    game: Game, seat: int, plays: list[tuple[int, list[str]]], rng: random.Random
) -> Iterator[Game]:
    """The deal played again with two cards exchanged that the seat has not seen.

    Only where the same plays are legal, and lead to the same bonuses and shown hands.
    """
    deck, record = game.deck(), game.state
    seen = [name for mask in record.gone for name in card_names(int(mask))] + game.hand(seat)
    seen += card_names(int(game.view(seat).shown))
    unseen = [name for name in deck if name not in seen]
    for _ in range(6):
        if len(unseen) < 2:
            return
        first, second = rng.sample(unseen, 2)
        if rng.random() < 0.4 and "JC" in unseen and first != "JC":
            second = "JC"
        exchange = {first: second, second: first}
        again = Game(
            game.rules,
            seed=0,
            decks=[[exchange.get(name, name) for name in deck]],
            first_dealer=game.dealer,
            start_scores=record.scores_before[: game.rules.teams].tolist(),
            max_deals=3,
        )
        try:
            for player, cards in plays:
                assert again.to_play == player
                again.play(cards)
        except IllegalPlayError:
            continue  # somebody would have had to play Toqutsit
        same = ("bonus", "bonus_team", "shown_by", "prospect", "scores", "unsettled")
        if all(np.array_equal(again.state[name], record[name]) for name in same):
            yield again


def test_two_courses_of_a_deal_that_look_alike_to_a_seat_give_the_same_view() -> None:
    """Nothing that the engine notes on the way lets a hidden card through."""
    rng = random.Random(5)
    compared: Counter[str] = Counter()
    while compared["all"] < 400:
        rules = random_rules(rng)
        game = Game(rules, seed=rng.randrange(2**53), max_deals=3)
        plays: list[tuple[int, list[str]]] = []
        for _ in range(rng.randrange(3, 30)):
            seat_to_play, cards = game.to_play, choose_play(game.legal_plays(), rng)
            assert seat_to_play is not None
            plays.append((seat_to_play, cards))
            game.play(cards)
            if game.over or game.deal > 0:
                break
        else:
            seat = rng.randrange(rules.players)
            told = what_a_seat_is_told(game, seat)
            for again in other_courses(game, seat, plays, rng):
                again.state["ply"] = game.state["ply"]
                assert what_a_seat_is_told(again, seat) == told
                compared["all"] += 1
                compared[str(rules.players)] += 1
    assert min(compared[players] for players in "234") >= 80


def relative_plays(
    game: Game, seat: int, plays: list[tuple[int, list[str]]]
) -> list[tuple[int, list[str]]]:
    return [((player - seat) % game.rules.players, cards) for player, cards in plays]


def plays_in_history(game: Game, seat: int) -> list[tuple[int, list[str]]]:
    """The plays of the deal, seat and cards, from a VIEW alone."""
    view = game.view(seat)
    rest = [int(entry) for entry in view.history[: view.cards_played]]
    plays = []
    for size in view.trick_sizes[: view.tricks_begun]:
        for _ in range(int(view.plays_per_trick)):
            entries, rest = rest[:size], rest[size:]
            if entries:
                assert len({entry >> SEAT_SHIFT for entry in entries}) == 1
                cards = mask_of(entry & CARD_BITS for entry in entries)
                plays.append((entries[0] >> SEAT_SHIFT, card_names(cards)))
    assert rest == []
    return plays


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_view_remembers_every_play_of_the_deal(players: int) -> None:
    for game, plays in random_positions(60, seed=6, players=players):
        for seat in range(players):
            assert plays_in_history(game, seat) == relative_plays(game, seat, plays)
            assert game.view(seat).ply == len(game.actions)


def test_views_are_zeroed_beyond_the_players() -> None:
    for rules in (Rules.two(), Rules.three()):
        view = Game(rules, seed=3).view(0)
        assert view.dtype == VIEW
        for name in ("gone", "known", "hand_sizes", "refused", "lacks_toqutsit"):
            assert not np.asarray(view[name])[rules.players :].any()
        for name in ("tricks", "scores", "scores_before", "unsettled"):
            assert not np.asarray(view[name])[rules.teams :].any()


def test_seats_and_teams_are_counted_from_the_one_who_looks() -> None:
    four, three = Game(seed=1).state, Game(Rules.three(), seed=1).state
    assert [relative_seat(four, 3, other) for other in range(-1, 4)] == [-1, 1, 2, 3, 0]
    assert [relative_seat(three, 1, other) for other in range(3)] == [2, 0, 1]
    assert [relative_team(four, 3, team) for team in range(-1, 2)] == [-1, 1, 0]
    assert [relative_team(three, 1, team) for team in range(3)] == [2, 0, 1]

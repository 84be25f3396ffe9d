"""Games of the oracle for tests."""

from __future__ import annotations

from helpers import (
    Trick,
    parse_trick,
    scripted_deck,
)
from oracle import OracleGame
from oracle_rules import OracleRules

FOUR = OracleRules()
THREE_PLAYERS = OracleRules(players=3)
TWO = OracleRules(players=2)

# ---------------------------------------------------------------- helpers


def scripted_game(
    tricks: list[Trick],
    rules: OracleRules = FOUR,
    start_scores: list[int] | None = None,
    held: dict[int, list[str]] | None = None,
    plays: int | None = None,
) -> OracleGame:
    """A game whose first deal (led by seat 0) has been played as written, or its first plays."""
    dealer = rules.players - 1
    deck = scripted_deck(rules.players, dealer, tricks, held)
    game = OracleGame(rules, dealer, lambda _: list(deck), start_scores)
    script = [cards for trick in tricks for cards in trick]
    for cards in script[:plays]:
        game.play(cards)
    return game


def first_trick(text: str, rules: OracleRules = FOUR, **more) -> dict:
    """The record of a first trick, led by seat 0."""
    game = scripted_game([parse_trick(text)[0]], rules, **more)
    deal = game.deals[0] if game.deals else game.current_deal()
    return deal["tricks"][0]


def bonus(team: int, points: int, kind: str) -> dict:
    return {"team": team, "points": points, "kind": kind}


def won(*winners_and_sizes: tuple[int, int]) -> list[dict]:
    """Tricks as in a record: (winner, size) of each."""
    return [{"winner": seat, "size": size, "bonus": None} for seat, size in winners_and_sizes]


THREE_STREAK = OracleRules(players=3, play_on="streak")

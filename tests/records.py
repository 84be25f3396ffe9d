"""Records of games for tests, and what the oracle makes of them."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from functools import cache
from typing import Any

from helpers import OPTIONS
from oracle import OracleGame
from oracle_rules import OracleRules

from voormsi_agents.matches.recording import record_games
from voormsi_agents.matches.roster import Roster
from voormsi_env import Rules
from voormsi_env.record import (
    Record,
    from_line,
    to_line,
)

SEED = 28
AGENTS = {2: ["random", "greedy"], 3: ["random", "greedy", "random"], 4: ["random", "greedy"]}


def recorded(rules: Rules, seed: int, count: int, **options: Any) -> list[Record]:
    """Games of agents that play quite differently, so that all that can happen does."""
    return list(record_games(Roster(AGENTS[rules.players], rules), seed, count, **options))


@cache
def example_line() -> str:
    """A game of several deals with legal plays, as text."""
    return to_line(recorded(Rules.four(), SEED, 1, legal=True, max_deals=3)[0])


def example() -> Record:
    """The game of `example_line`, to be altered as one likes."""
    record = from_line(example_line())
    assert isinstance(record, dict)
    return record


def oracle_replay(record: Record) -> OracleGame:
    """The oracle's game of a record's decks and plays; every list of legal plays is compared."""
    deals = record["deals"]
    truncated = record["result"]["reason"] in ("truncated", "deal")
    game = OracleGame(
        OracleRules(**record["rules"]),
        deals[0]["dealer"],
        lambda number: deals[number]["deck"],
        record["start_scores"],
        len(deals) if truncated else 1000,
    )
    for deal in deals:
        for play in deal["plays"]:
            assert game.to_play == play["seat"]
            legal = [tuple(cards) for cards in play["legal"]]
            assert len(set(legal)) == len(legal)
            assert {frozenset(cards) for cards in legal} == game.legal()
            game.play(play["cards"])
    return game


def without_legal(record: Record) -> Record:
    """A record with its lists of legal plays taken out."""
    plain = copy.deepcopy(record)
    for deal in plain["deals"]:
        for play in deal["plays"]:
            del play["legal"]
    return plain


def rules_with_each_option(players: int) -> Iterator[Rules]:
    """The default rules, and the rules with each option changed."""
    yield Rules(players=players)
    yield Rules(players=players, game_points=4)
    for name, values in OPTIONS.items():
        for value in values[1:]:
            yield Rules(players=players, **{name: value})


def swap_unplayed(deal: Record) -> None:
    """Swap two cards of the deck that nobody played, so that no play is any different."""
    played = {card for play in deal["plays"] for card in play["cards"]}
    deck = deal["deck"]
    first, second = [place for place in range(36) if deck[place] not in played | {"JC"}][:2]
    deck[first], deck[second] = deck[second], deck[first]

"""The engine against the oracle, play by play, in random games under every option."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import numba
import numpy as np
import pytest
from helpers import OPTIONS, choose_play, in_plain_mode, oracle_rules, random_rules
from oracle import OracleGame
from oracle_rules import Record, sorted_cards

from voormsi_env import Games, Rules
from voormsi_env.cards import CARD_NAMES, NUM_CARDS, RANKS, THREE, TOQUTSIT, VOORMSI, card_names
from voormsi_env.engine.state import BONUS_KINDS, BONUS_POINTS, REASONS
from voormsi_env.engine.stock import settle_deck

GAMES_PER_OPTION = 100
GAMES_PER_OPTION_IN_PLAIN_MODE = 5
GAMES_PER_OPTION_IN_LONG_RUNS = 2_000
GAMES_PER_BATCH = 5

CHOICES: list[tuple[str, Any]] = [
    ("defaults", None),
    ("game_points", 5),
    *((name, value) for name, values in OPTIONS.items() for value in values[1:]),
]
"""Every value of an option that is not the default; the other options are then drawn at random."""

COMPARED = (
    *("hands", "gone", "scores", "over", "to_play", "plays_made", "deal", "dealer"),
    *("last_winner", "last_size", "last_bonus", "last_bonus_team", "annulled_deals"),
    *("shown", "shown_by", "shown_to", "refused", "winners", "reason"),
)
"""Fields of a STATE record that the oracle has an opinion on."""

GameState = dict[str, Any]


def states(games: Games) -> list[GameState]:
    """The fields of every game as plain numbers and lists."""
    columns = [games.states[name].tolist() for name in COMPARED]
    return [dict(zip(COMPARED, row, strict=True)) for row in zip(*columns, strict=True)]


def seats_in(bits: int) -> tuple[int, ...]:
    return tuple(seat for seat in range(4) if bits >> seat & 1)


class Follower:
    """An oracle that follows one game of a batch and compares itself with it."""

    def __init__(self, games: Games, index: int, max_deals: int, rng: random.Random) -> None:
        record = games.states[index]
        self.games = games
        self.index = index
        self.rng = rng
        self.rules = games.rules
        scores = record["scores"][: self.rules.teams].tolist()
        self.oracle = OracleGame(
            oracle_rules(self.rules), int(record["dealer"]), self.deck, scores, max_deals
        )
        self.refused: set[int] = set()
        self.cards: list[str] = []
        self.events: Counter[str] = Counter()

    def deck(self, _: int) -> list[str]:
        """The deck of the game's deal; the engine plays first, so it is the deal now beginning."""
        settled = self.games.states[self.index : self.index + 1].copy()
        settle_deck(settled[0])
        return [CARD_NAMES[card] for card in settled[0]["deck"]]

    def choose(self, state: GameState, mask: list[int]) -> int:
        """Compare the position, and choose one of the legal actions."""
        oracle = self.oracle
        assert oracle.to_play == state["to_play"]
        assert oracle.scores == state["scores"][: self.rules.teams]
        for seat, hand in enumerate(oracle.hands):
            assert sorted_cards(hand) == card_names(state["hands"][seat])
        shown = (
            state["shown_by"],
            seats_in(state["shown_to"]),
            frozenset(card_names(state["shown"])),
        )
        # An empty hand shows nothing.
        assert oracle.shown == ([shown] if state["shown"] else [])
        assert self.refused == set(seats_in(state["refused"]))
        hand = sorted_cards(oracle.hands[state["to_play"]])
        plays = {
            sum(1 << hand.index(card) for card in cards) - 1: sorted_cards(cards)
            for cards in oracle.legal()
        }
        assert sorted(plays) == [action for action in range(15) if mask[action]]
        self.events["shown"] += bool(state["shown"])
        self.events["refused"] += bool(state["refused"])
        self.cards = choose_play([plays[action] for action in sorted(plays)], self.rng)
        return next(action for action, cards in plays.items() if cards == self.cards)

    def follow(self, before: GameState, after: GameState) -> None:
        """Make the chosen play on the oracle and compare what it has led to."""
        oracle = self.oracle
        deals = len(oracle.deals)
        refused_before = oracle.obliged_but_did_not()
        oracle.play(self.cards)
        if len(oracle.deals) > deals:
            self.refused = set()
            self.compare_deal(oracle.deals[-1], after)
        elif after["plays_made"] == 0:
            self.compare_trick(oracle.current_deal(), after)
        if not (len(oracle.deals) > deals or any(gone & 1 for gone in before["gone"])):
            # Once Toqutsit is gone, not to play it says nothing.
            self.refused |= oracle.obliged_but_did_not() - refused_before
        assert after["over"] == (oracle.result is not None)
        if after["over"]:
            self.compare_result(after)

    def compare_trick(self, deal: Record, state: GameState) -> None:
        """The trick that has just ended."""
        trick = deal["tricks"][-1]
        kind = state["last_bonus"]
        bonus = {
            "team": state["last_bonus_team"],
            "points": BONUS_POINTS[kind],
            "kind": BONUS_KINDS[kind],
        }
        assert trick["winner"] == state["last_winner"]
        assert trick["size"] == state["last_size"]
        assert trick["bonus"] == (bonus if kind else None)
        self.events[BONUS_KINDS[kind]] += 1
        self.events[f"size {trick['size']}"] += 1

    def compare_deal(self, deal: Record, state: GameState) -> None:
        """The deal that has just ended."""
        if self.oracle.result is None or self.oracle.result["reason"] != "forfeit":
            self.compare_trick(deal, state)
        annulled = sum(earlier["annulled"] for earlier in self.oracle.deals)
        assert annulled == state["annulled_deals"]
        assert deal["scores"] == state["scores"][: self.rules.teams]
        assert len(self.oracle.deals) == state["deal"] + state["over"]
        assert self.oracle.current_deal()["dealer"] == state["dealer"]
        self.events["annulled"] += deal["annulled"]

    def compare_result(self, state: GameState) -> None:
        """How the game has ended."""
        result = self.oracle.result
        assert result is not None
        winners = [team for team in range(3) if state["winners"] >> team & 1]
        assert result["winner"] == (winners[0] if len(winners) == 1 else None)
        assert result["reason"] == REASONS[state["reason"]]
        assert result["scores"] == state["scores"][: self.rules.teams]
        if result["reason"] == "points":
            points = self.rules.points_to_win
            assert winners == [t for t, score in enumerate(result["scores"]) if score == points]
        self.events[result["reason"]] += 1
        self.events["draw"] += len(winners) > 1


def rich_deck(rng: random.Random) -> list[int]:
    """A deck in which much happens: cards of a rank come together, matadors early."""
    order = rng.sample(RANKS, len(RANKS))
    deck = sorted(range(NUM_CARDS), key=lambda card: order.index(CARD_NAMES[card][0]))
    for _ in range(rng.randrange(12)):
        first, second = rng.sample(range(NUM_CARDS), 2)
        deck[first], deck[second] = deck[second], deck[first]
    for matador in (TOQUTSIT, VOORMSI, THREE):
        place, early = deck.index(matador), rng.randrange(16)
        deck[place], deck[early] = deck[early], deck[place]
    return deck


def compare_batch(rules: Rules, rng: random.Random) -> Counter[str]:
    """Compare a few games under the same rules; what happened in them."""
    max_deals = rng.choice((1, 2, 2))
    seed = rng.randrange(2**53)
    decks = np.array([[rich_deck(rng)] for _ in range(GAMES_PER_BATCH)])
    games = Games(
        *(GAMES_PER_BATCH, rules, seed),
        decks=rng.choice((None, None, None, decks)),
        start_scores="random",
        max_deals=max_deals,
    )
    followers = [Follower(games, index, max_deals, rng) for index in range(GAMES_PER_BATCH)]
    before = states(games)
    while not all(state["over"] for state in before):
        masks = games.masks.tolist()
        actions = [
            0 if state["over"] else follower.choose(state, mask)
            for follower, state, mask in zip(followers, before, masks, strict=True)
        ]
        games.step(actions)
        after = states(games)
        for follower, old, new in zip(followers, before, after, strict=True):
            if not old["over"]:
                follower.follow(old, new)
        before = after
    assert not games.masks.any()
    return sum((follower.events for follower in followers), Counter())


def compare_games(players: int, option: str, value: Any, count: int) -> Counter[str]:
    """Compare some games with an option set; what happened in them."""
    rng = random.Random(f"{players} {option} {value}")
    events: Counter[str] = Counter()
    for _ in range(0, count, GAMES_PER_BATCH):
        if option == "defaults":
            rules = Rules(players)
        else:
            rules = random_rules(rng, players=players, **{option: value})
        events += compare_batch(rules, rng)
    return events


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(("option", "value"), CHOICES)
def test_engine_agrees_with_the_oracle(players: int, option: str, value: Any) -> None:
    events = compare_games(players, option, value, GAMES_PER_OPTION)
    assert events.keys() >= {"voormsi", "toqutsit", "three", "points", "truncated", "refused"}
    assert players == 4 or "forfeit" not in events
    assert ("shown" in events) == (value != "none")


@pytest.mark.integration
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(("option", "value"), CHOICES)
def test_engine_agrees_with_the_oracle_in_long_runs(players: int, option: str, value: Any) -> None:
    events = compare_games(players, option, value, GAMES_PER_OPTION_IN_LONG_RUNS)
    assert events.keys() >= {"three_on_toqutsit", "size 4"}
    assert ("forfeit" in events) == (players == 4)


def test_engine_in_plain_mode_agrees_with_the_oracle() -> None:
    """The same comparison without compilation, in a process of its own."""
    in_plain_mode(__file__)


def main() -> None:
    """Compare a few games for each option, where nothing is compiled."""
    assert numba.config.DISABLE_JIT
    for players in (2, 3, 4):
        for option, value in CHOICES:
            compare_games(players, option, value, GAMES_PER_OPTION_IN_PLAIN_MODE)


if __name__ == "__main__":
    main()

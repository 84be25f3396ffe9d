"""The oracle's random games agree with themselves."""

from __future__ import annotations

import random
from itertools import product

import pytest
from oracle import OracleGame
from oracle_rules import (
    PACK,
    OracleRules,
    add_sum,
    number_of_teams,
    play_has_ended,
    plays_in_trick,
    points_for_tricks,
    target,
    team_of,
    trick_winner,
    tricks_in_deal,
    tricks_won,
)

# ---------------------------------------------------------------- random games


def check_trick_start(game: OracleGame, rules: OracleRules) -> None:
    """Equal hands, 36 different cards, and leads that everybody can follow."""
    deal = game.current_deal()
    hands = game.hands
    assert len({len(hand) for hand in hands}) == 1
    held = [card for hand in hands for card in hand]
    gone = [card for play in deal["plays"] for card in play["cards"]]
    assert len(set(held + gone)) == len(held) + len(gone)
    undealt = set(deal["deck"]) - set(held) - set(gone)
    assert len(undealt) + len(held) + len(gone) == 36
    assert not undealt or len(hands[0]) == 4
    still = len(held + list(undealt)) // rules.players
    most = still // 2 if rules.players == 2 else still
    assert all(1 <= len(cards) <= min(4, most) for cards in game.legal())


def check_deal(deal: dict, before: list[int], rules: OracleRules, last: bool) -> None:
    """The tricks of a record against its plays, and the ladder against its tricks."""
    place = 0
    for trick in deal["tricks"]:
        plays = deal["plays"][place : place + plays_in_trick(rules)]
        place += len(plays)
        winner = trick_winner([play["cards"] for play in plays], rules=rules)
        assert trick["winner"] == plays[winner]["seat"]
        assert all(len(play["cards"]) == trick["size"] for play in plays)
        if trick["bonus"] is not None:
            assert trick["bonus"]["team"] == team_of(trick["winner"], rules)
    counts = tricks_won(deal["tricks"], rules)
    assert sum(counts) <= tricks_in_deal(rules)
    assert deal["annulled"] == (max(counts) == tricks_in_deal(rules))
    for number in range(1, len(deal["tricks"])):
        assert not play_has_ended(deal["tricks"][:number], rules)
    if deal["annulled"]:
        assert deal["scores"] == before
    if last:
        return  # may have ended inside the deal
    assert play_has_ended(deal["tricks"], rules)
    assert place == len(deal["plays"])
    if deal["annulled"]:
        return
    sums = [[points_for_tricks(deal["tricks"], team, rules)] for team in range(len(before))]
    for number, trick in enumerate(reversed(deal["tricks"])):
        if trick["bonus"] is not None:
            team, points = trick["bonus"]["team"], trick["bonus"]["points"]
            if number == 0 or rules.settlement == "deal":
                sums[team][-1] += points
            else:
                sums[team].insert(0, points)
    scores = list(before)
    for team, parts in enumerate(sums):
        for part in parts:
            scores[team] = add_sum(scores[team], part, rules)
    assert deal["scores"] == scores


def random_game(rules: OracleRules, rng: random.Random, max_deals: int) -> OracleGame:
    """A game of random legal plays; a dealt deck each, checked at every trick's start."""
    decks = [rng.sample(PACK, 36) for _ in range(max_deals)]
    start = [rng.randint(-2, 8) for _ in range(number_of_teams(rules))]
    game = OracleGame(rules, rng.randrange(rules.players), lambda k: decks[k], start, max_deals)
    dealers = [game.current_deal()["dealer"]]
    while game.to_play is not None:
        deal = game.current_deal()
        if len(game.deals) == len(dealers):
            dealers.append(deal["dealer"])
        if len(deal["plays"]) % plays_in_trick(rules) == 0:
            check_trick_start(game, rules)
        legal = sorted(game.legal(), key=sorted)
        assert legal
        assert all(cards <= set(game.hands[game.to_play]) for cards in legal)
        game.play(rng.choice(legal))
    assert game.legal() == set()
    assert dealers == [(dealers[0] + number) % rules.players for number in range(len(dealers))]
    before = start
    for number, deal in enumerate(game.deals):
        check_deal(deal, before, rules, last=number == len(game.deals) - 1)
        before = deal["scores"]

    again = OracleGame(rules, dealers[0], lambda k: game.deals[k]["deck"], start, max_deals)
    for deal in game.deals:
        for play in deal["plays"]:
            assert again.to_play == play["seat"]
            again.play(play["cards"])
    assert again.deals == game.deals
    assert again.result == game.result
    return game


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games(players: int) -> None:
    rng = random.Random(2600 + players)
    reasons: set[str] = set()
    kinds: set[str] = set()
    options = product(
        ("rebound", "deduct", "off"),
        ("trick", "deal"),
        (False, True),
        ("left", "opponents", "none"),
        ("unbeaten", "streak"),
    )
    for bust, settlement, three_is_king, show_hand_to, play_on in options:
        rules = OracleRules(
            players=players,
            bust=bust,
            settlement=settlement,
            three_is_king=three_is_king,
            show_hand_to=show_hand_to,
            play_on=play_on,
        )
        game = random_game(rules, rng, max_deals=6)
        assert game.result is not None
        reasons.add(game.result["reason"])
        assert game.result["scores"] == game.scores == game.deals[-1]["scores"]
        assert all(score <= target(rules) for score in game.scores)
        if game.result["reason"] == "points":
            winner = game.result["winner"]
            assert winner is None or game.scores[winner] == target(rules)
        elif game.result["reason"] == "forfeit":
            assert game.scores[1 - game.result["winner"]] == 0
        else:
            assert target(rules) not in game.scores
            assert len(game.deals) == 6
        for deal in game.deals:
            # every bonus needs Voormsi, which is played once
            assert sum(trick["bonus"] is not None for trick in deal["tricks"]) <= 1
            kinds |= {trick["bonus"]["kind"] for trick in deal["tricks"] if trick["bonus"]}
    assert {"points", "truncated"} <= reasons
    assert ("forfeit" in reasons) == (players == 4)
    assert {"voormsi", "toqutsit", "three"} <= kinds

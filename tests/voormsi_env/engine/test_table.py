"""docs/rules.md section 8: what is different with three and with two players."""

from __future__ import annotations

import pytest
from helpers import (
    THREE,
    TWO,
    TWO_WITH_FIVE,
    Bonus,
    ended_trick,
    legal_sets,
    one_trick,
    play_tricks,
)
from oracle_rules import PACK

from voormsi_env import Game, Rules
from voormsi_env.cards import text_of
from voormsi_env.rules import ShowHandTo

THREE_STREAK = Rules.three(play_on="streak")
SWEEP_OF_THREE = (
    "9C 9S 9H 9D* | 5C 5S 5H 3D | AC AS AH AD",
    "JS JH JD* | 8C 8H KC | QC QS KS",
    "7C* KH 5D",
    "7S* 6C 6S",
    "7H* 6H 6D",
    "7D* 8D 8S",
    "JC* QH QD",
)
"""Seat 0 wins all twelve tricks of a deal of three."""

FOUR_EACH = (
    "AC AS AH AD | 9C 9S 9H 9D* | 5C 5S 5H 5D",
    "QC QS QH QD | 6C 6S 6H 6D* | 8C 8H 8D KC",  # led by seat 1
    "JS JH JD | 8S KH 3D* | 7C 7S 7H",  # led by seat 2
    "JC* KS 7D",  # led by seat 0
)
"""Every player of a deal of three wins four tricks."""

SINGLES_OF_TWO = (
    "7C* 6C AC QC",
    "7S* 6S AS QS",
    "7H* 6H AH QH",
    "7D* 6D AD QD",
    "9C* 8C JS KC",
    "9S* 8H JH KS",
    "9H* 8D JD 9D",
)
"""Seven tricks of two, all won by seat 0, which leads and plays third."""


# Three players


def test_section_8_three_each_for_himself_with_a_ladder_of_twelve() -> None:
    game = Game(THREE, decks=[PACK], first_dealer=1)
    assert [THREE.team_of(seat) for seat in range(3)] == [0, 1, 2]
    assert (THREE.game_points, game.scores, game.to_play) == (12, [0, 0, 0], 2)


def test_section_8_three_are_dealt_four_cards_each_with_a_stock_of_24() -> None:
    game = Game(THREE, decks=[PACK], first_dealer=2)
    assert [game.hand(seat) for seat in range(3)] == [PACK[0:4], PACK[4:8], PACK[8:12]]
    assert int(game.view(0).stock) == 24


def test_section_8_three_a_trick_has_three_plays() -> None:
    game = play_tricks("5C 8S 6C", "9C QC QS", rules=THREE, plays=3)
    assert ended_trick(game) == (1, 1, None)
    assert game.to_play == 1
    assert game.hand(1) == ["9C", *game.hand(1)[1:]]
    assert [len(game.hand(seat)) for seat in range(3)] == [4, 4, 4]
    assert int(game.view(0).stock) == 21


def test_section_8_three_draw_from_the_winner_on() -> None:
    game = Game(THREE, decks=[PACK], first_dealer=2)
    for cards in ("JC", "9H", "AH"):
        game.play(cards)
    assert game.state.last_winner == 0
    for place, seat in enumerate((0, 1, 2)):
        assert PACK[12 + place] in game.hand(seat)


@pytest.mark.parametrize(
    ("text", "winner", "bonus"),
    [
        ("KH JC 5C", 1, ("toqutsit", 1)),
        ("KH 5C JC", 2, ("toqutsit", 2)),  # opposite is nobody's partner
        ("KH JC 3D", 2, ("three_on_toqutsit", 2)),
        ("KH 5C 3D", 2, ("three", 2)),
        ("5C KH 6C", 1, ("voormsi", 1)),
        ("5C 6C KH", 2, None),  # the last play
        ("KH KC | 5C 5S | JC 3D", 2, ("toqutsit", 2)),
    ],
)
def test_section_8_three_bonuses(text: str, winner: int, bonus: Bonus) -> None:
    trick = one_trick(text, THREE)
    assert (trick.winner, trick.bonus) == (winner, bonus)


def test_section_8_three_everybody_else_is_an_opponent_under_the_duty() -> None:
    for text, seat in (("KH", 1), ("KH 5C", 2), ("5C KH", 2)):
        game = play_tricks(text, rules=THREE, held={seat: ["JC", "9C", "9S", "9H"]})
        assert legal_sets(game) == {frozenset({"JC"})}


@pytest.mark.parametrize(
    ("show_hand_to", "seats"), [("left", [2]), ("opponents", [0, 2]), ("none", [])]
)
def test_section_8_three_hand_shown(show_hand_to: ShowHandTo, seats: list[int]) -> None:
    rules = Rules.three(show_hand_to=show_hand_to)
    game = play_tricks("5H KH 6C", rules=rules, held={1: ["AC", "AS", "AH"]})
    assert game.scores == [0, 1, 0]
    seen = [seat for seat in (0, 2) if int(game.view(seat).shown)]
    assert seen == seats
    for seat in seats:
        assert text_of(int(game.view(seat).shown)) == "AC AS AH"


def test_section_8_three_five_tricks_end_the_deal() -> None:
    game = play_tricks(*TWO_WITH_FIVE[:6], rules=THREE, start_scores=[3, 2, 1])
    assert (game.deal, game.scores) == (1, [4, 2, 1])


def test_section_8_three_an_unbeaten_run_goes_on_past_five() -> None:
    game = play_tricks(*SWEEP_OF_THREE[:2], "QH 8S* QD", rules=THREE, plays=6)
    assert (game.deal, game.state.tricks.tolist()) == (0, [7, 0, 0])
    for cards in ("QH", "8S", "QD"):
        game.play(cards)
    assert (game.deal, game.scores) == (1, [2 + 2, 0, 0])


def test_section_8_three_with_streak_a_second_player_with_five_ends_the_run() -> None:
    game = play_tricks(*TWO_WITH_FIVE, rules=THREE_STREAK, start_scores=[2, 1, 0], plays=18)
    assert (game.deal, game.state.tricks.tolist()) == (0, [5, 2, 0])
    game = play_tricks(*TWO_WITH_FIVE, rules=THREE_STREAK, start_scores=[2, 1, 0])
    assert (game.deal, game.scores) == (1, [3, 2, 0])


def test_section_8_three_all_tricks_may_be_played_without_anybody_having_five() -> None:
    game = play_tricks(*FOUR_EACH, rules=THREE, start_scores=[3, 2, 1], plays=9)
    assert (game.deal, game.state.tricks.tolist()) == (0, [3, 4, 4])
    game = play_tricks(*FOUR_EACH, rules=THREE, start_scores=[3, 2, 1])
    assert (game.deal, game.scores) == (1, [3, 2, 1])
    assert game.state.annulled_deals == 0


def test_section_8_three_all_twelve_tricks_by_one_player_annul_the_deal() -> None:
    game = play_tricks(*SWEEP_OF_THREE, rules=THREE, start_scores=[3, 2, 1])
    assert (game.deal, game.scores, game.state.annulled_deals) == (1, [3, 2, 1], 1)


def test_section_8_three_the_first_at_twelve_wins() -> None:
    game = play_tricks(*TWO_WITH_FIVE[:6], rules=THREE, start_scores=[11, 11, 0])
    assert (game.winners, game.reason, game.scores) == ([0], "points", [12, 11, 0])


def test_section_8_three_several_at_twelve_at_once_draw_between_them() -> None:
    game = play_tricks(*TWO_WITH_FIVE, rules=THREE_STREAK, start_scores=[11, 11, 0])
    assert (game.winners, game.reason, game.scores) == ([0, 1], "points", [12, 12, 0])


# Two players


def test_section_8_two_are_dealt_four_cards_each_with_a_stock_of_28() -> None:
    game = Game(TWO, decks=[PACK], first_dealer=1)
    assert (TWO.game_points, TWO.tricks_per_deal, game.scores) == (9, 9, [0, 0])
    assert [game.hand(seat) for seat in range(2)] == [PACK[0:4], PACK[4:8]]
    assert (game.to_play, int(game.view(0).stock)) == (0, 28)


@pytest.mark.parametrize(
    ("trick", "wanted"), [("5H 9C AS 6C", [0, 1, 1, 0]), ("9C 5H 6C 8S", [0, 1, 0, 1])]
)
def test_section_8_two_whoever_heads_after_the_second_play_plays_third(
    trick: str, wanted: list[int]
) -> None:
    game = play_tricks(trick, rules=TWO, plays=0)
    seats = []
    for cards in trick.split():
        seats.append(game.to_play)
        game.play(cards)
    assert seats == wanted
    assert (ended_trick(game), game.to_play) == ((1, 1, None), 1)


@pytest.mark.parametrize(
    ("plays", "first"), [(["6H", "9C", "AS", "6C"], 1), (["9S", "6H", "AS", "6S"], 0)]
)
def test_section_8_two_both_draw_after_the_second_and_the_fourth_play_heading_player_first(
    plays: list[str], first: int
) -> None:
    game = play_tricks(" ".join(plays), rules=TWO, plays=0)
    stock = game.deck()[8:]
    game.play(plays[0])
    assert len(game.hand(0)) == 3  # nothing is drawn after the first play
    game.play(plays[1])
    assert stock[0] in game.hand(first)
    assert stock[1] in game.hand(1 - first)
    assert game.to_play == first
    game.play(plays[2])
    assert len(game.hand(first)) == 3
    game.play(plays[3])
    assert game.state.last_winner == first
    assert stock[2] in game.hand(first)
    assert stock[3] in game.hand(1 - first)
    assert [len(game.hand(seat)) for seat in range(2)] == [4, 4]


def test_section_8_two_draw_one_at_a_time_in_a_double_trick() -> None:
    game = play_tricks("5C 5S | 9C 9S", rules=TWO)
    stock = game.deck()[8:]
    assert {stock[0], stock[2]} <= set(game.hand(1))
    assert {stock[1], stock[3]} <= set(game.hand(0))


@pytest.mark.parametrize(
    ("text", "winner", "bonus"),
    [
        ("KH 5C JC 6C", 0, None),  # his own Toqutsit on his own Voormsi
        ("KH 5C JC 3D", 1, None),  # and a 3D on that
        ("KH 5C 3D 6C", 0, ("three", 0)),  # his own 3D on his own Voormsi
        ("5C KH 3D 6C", 1, ("three", 1)),
        ("KH KC | 5C 5S | JC 3D | 6C 6S", 0, ("three", 0)),  # also with Toqutsit in the play
        ("KH KC | JC 3D | 5C 5S | 6C 6S", 1, ("toqutsit", 1)),
        ("KH KC | 5C 5S | JC 7C | 6C 6S", 0, ("voormsi", 0)),
        ("KH JC 5C 6C", 1, ("toqutsit", 1)),
        ("KH JC 3D 6C", 1, ("three_on_toqutsit", 1)),  # Toqutsit's player heads and plays third
        ("KH JC 5C 3D", 0, ("three_on_toqutsit", 0)),
        ("KH 5C 6C 3D", 1, ("three", 1)),
        ("KH 5C 5S 6C", 0, ("voormsi", 0)),
        ("5C 6C KH 5S", 1, ("voormsi", 1)),  # the third play is not the last
        ("6C 5C 5S KH", 1, None),  # the last play
        ("7H KC 5C KS", 1, None),  # the leader's KS is too late
        ("7H KC KS 5C", 1, None),  # the very next play, his own
        ("KC KS QC QD", 1, None),
        ("3D 7D 7S KC", 0, None),  # seat 1 opened with a Seven
    ],
)
def test_section_8_two_tricks(text: str, winner: int, bonus: Bonus) -> None:
    trick = one_trick(text, TWO)
    assert (trick.winner, trick.bonus) == (winner, bonus)


def test_section_8_two_his_own_toqutsit_on_his_own_voormsi_ends_no_game() -> None:
    game = play_tricks("KH 5C JC 6C", rules=TWO, start_scores=[3, 4])
    assert (game.over, game.scores) == (False, [3, 4])


def test_section_8_two_no_duty_on_his_own_voormsi() -> None:
    game = play_tricks("KH 5C", rules=TWO, held={0: ["JC", "AC"]})
    assert (game.to_play, len(legal_sets(game))) == (0, 4)


def test_section_8_two_duty_on_the_others_voormsi() -> None:
    game = play_tricks("KH |", rules=TWO, held={1: ["JC", "9C", "9S", "9H"]})
    assert legal_sets(game) == {frozenset({"JC"})}
    game = play_tricks("KH 5C AC", rules=TWO, held={1: ["9C", "9S", "9H", "JC"]})
    assert (game.to_play, legal_sets(game)) == (1, {frozenset({"JC"})})  # drawn half-way


@pytest.mark.parametrize(("show_hand_to", "seen"), [("left", 1), ("opponents", 1), ("none", 0)])
def test_section_8_two_hand_shown(show_hand_to: ShowHandTo, seen: bool) -> None:
    rules = Rules.two(show_hand_to=show_hand_to)
    game = play_tricks("5H KH AC 6D", rules=rules, held={1: ["AS", "AH", "AD"]})
    assert game.scores == [0, 1]
    assert text_of(int(game.view(0).shown)) == ("AS AH AD" if seen else "")


def test_section_8_two_a_lead_is_at_most_half_of_what_the_leader_has_still_to_play() -> None:
    nines = "9C 9S 9H 9D | 5C 5S 5H 5D | AC AS AH AD | 6C 6S 6H 6D"
    game = play_tricks(nines, rules=TWO, plays=0)  # 4 of 18
    assert max(map(len, legal_sets(game))) == 4
    held = {0: ["5C", "5S", "5H", "5D"], 1: ["8S", "JC", "KH", "3D"]}
    game = play_tricks(*SINGLES_OF_TWO, rules=TWO, held=held)  # 4 in hand and none in the stock
    assert (game.deal, game.to_play) == (0, 0)
    assert sorted(map(len, legal_sets(game))) == [1] * 4 + [2] * 6
    for cards in ("5C", "8S", "KH", "5S"):
        game.play(cards)
    assert (game.to_play, max(map(len, legal_sets(game)))) == (1, 1)


def test_section_8_two_half_of_the_stock_counts_as_the_leaders_own() -> None:
    held = {0: ["5C", "5S", "5H", "5D"]}
    game = play_tricks(*SINGLES_OF_TWO[:6], rules=TWO, held=held)
    assert set(game.hand(0)) == set(held[0])
    assert int(game.view(0).stock) == 4
    assert max(map(len, legal_sets(game))) == 3  # half of four and two
    game = play_tricks(*SINGLES_OF_TWO[:5], rules=TWO, held=held)
    assert max(map(len, legal_sets(game))) == 4  # half of four and four


def test_section_8_two_nine_tricks_by_one_player_annul_the_deal() -> None:
    last = ("8S* 5C JC 5S", "KH 5H 3D* 5D")
    game = play_tricks(*SINGLES_OF_TWO, *last, rules=TWO, start_scores=[3, 4], plays=35)
    assert (game.deal, game.state.tricks.tolist()) == (0, [8, 0, 0])
    game.play("5D")
    assert (game.deal, game.scores, game.state.annulled_deals) == (1, [3, 4], 1)


def test_section_8_two_the_last_two_tricks_may_be_one_double() -> None:
    held = {0: ["5C", "5S", "5H", "5D"], 1: ["8S", "JC", "KH", "3D"]}
    game = play_tricks(*SINGLES_OF_TWO, rules=TWO, held=held, start_scores=[3, 4])
    for cards in ("5C 5S", "8S JC", "KH 3D", "5H 5D"):
        game.play(cards)
    assert (game.deal, game.scores) == (1, [3 + 4, 4])


def test_section_8_two_play_nine_tricks_of_four_plays() -> None:
    held = {0: ["5C", "5S", "5H", "5D"], 1: ["8S", "JC", "KH", "3D"]}
    game = play_tricks(*SINGLES_OF_TWO, rules=TWO, held=held)
    assert [mask.bit_count() for mask in game.state.gone.tolist()] == [14, 14, 0, 0]
    assert [len(game.hand(seat)) for seat in range(2)] == [4, 4]

"""docs/rules.md section 7: the ladder, going bust, and the end of the game."""

from __future__ import annotations

import pytest
from helpers import BONUS_THEN_FIVE, FIVE_AFTER_ONE, RUN_LOST, RUN_WITH_VOORMSI, play_tricks

from voormsi_env import Game, Rules
from voormsi_env.rules import BUSTS, SETTLEMENTS, Bust, Settlement

BY_DEAL = Rules(settlement="deal")
RUN_OF_FIVE = (*RUN_WITH_VOORMSI[:5], RUN_LOST)
"""Two points for team 0."""
RUN_OF_SIX = (*RUN_WITH_VOORMSI[:5], "9D JH 6S QH", RUN_LOST)
"""Three points for team 0."""
BEATEN_AFTER_VOORMSI = (
    "5H KH* 5C 5S",
    "AS 9C* 6C 5D",  # led by seat 1, won by seat 2
    "9S* QH QD KS",
    "9H* 8C 8H 8D",
    "9D* 7C 7S 7H",
    "AC QC JC* QS",
)
"""Team 1 wins Voormsi's bonus in the first trick, team 0 the next five."""


def result(game: Game) -> tuple[list[int], str | None, list[int]]:
    return game.winners, game.reason, game.scores


# Exactly game_points


def test_section_7_the_game_is_won_with_exactly_game_points() -> None:
    assert result(play_tricks(*RUN_OF_FIVE, start_scores=[7, 3])) == ([0], "points", [9, 3])
    assert not play_tricks(*RUN_OF_FIVE, start_scores=[6, 3]).over
    assert not play_tricks(*RUN_OF_FIVE, start_scores=[8, 3]).over
    rules = Rules(game_points=5)
    assert result(play_tricks(*RUN_OF_FIVE, rules=rules, start_scores=[3, 0])) == (
        [0],
        "points",
        [5, 0],
    )


def test_section_7_the_game_may_end_inside_a_deal() -> None:
    game = play_tricks("KH 5C 5S 5H", start_scores=[8, 2])
    assert result(game) == ([0], "points", [9, 2])
    assert (game.deal, game.state.tricks.tolist()) == (0, [1, 0, 0])
    assert game.legal_plays() == []


# Settlement


def test_section_7_bonus_points_go_on_the_ladder_at_the_end_of_their_trick() -> None:
    game = play_tricks("KH 5C 5S 5H", start_scores=[3, 2])
    assert (game.scores, game.deal) == ([4, 2], 0)


def test_section_7_points_for_tricks_go_on_the_ladder_at_the_end_of_the_deals_play() -> None:
    assert play_tricks(*RUN_OF_FIVE, plays=23).scores == [0, 0]
    assert play_tricks(*RUN_OF_FIVE).scores == [2, 0]


def test_section_7_settled_by_deal_a_bonus_waits_for_the_end_of_the_deal() -> None:
    game = play_tricks("KH 5C 5S 5H", rules=BY_DEAL, start_scores=[8, 2])
    assert (game.scores, game.over) == ([8, 2], False)
    assert play_tricks(*BONUS_THEN_FIVE, rules=BY_DEAL).scores == [2, 0]


def test_section_7_settled_by_trick_bonus_and_tricks_are_two_sums() -> None:
    # 7 + 1 is 8, and 8 + 1 is 9; 8 + 1 ends the game at once
    assert result(play_tricks(*BONUS_THEN_FIVE, start_scores=[7, 0])) == ([0], "points", [9, 0])
    game = play_tricks(BONUS_THEN_FIVE[0], start_scores=[8, 0])
    assert result(game) == ([0], "points", [9, 0])


def test_section_7_settled_by_deal_they_are_one_sum() -> None:
    game = play_tricks(*BONUS_THEN_FIVE, rules=BY_DEAL, start_scores=[8, 0])
    assert (game.scores, game.over) == ([8, 0], False)  # 8 + 2 goes bust by one
    game = play_tricks(*BONUS_THEN_FIVE, rules=BY_DEAL, start_scores=[7, 0])
    assert result(game) == ([0], "points", [9, 0])


@pytest.mark.parametrize(("bust", "expected"), [("rebound", 7), ("deduct", 6), ("off", 9)])
@pytest.mark.parametrize("settlement", SETTLEMENTS)
def test_section_7_the_last_tricks_bonus_and_the_tricks_are_one_sum(
    settlement: Settlement, bust: Bust, expected: int
) -> None:
    # 8 + (2 + 1); as two sums the rebound would be 8 and then 9.
    rules = Rules(bust=bust, settlement=settlement)
    game = play_tricks(*FIVE_AFTER_ONE, rules=rules, start_scores=[8, 0])
    assert game.scores == [expected, 0]
    assert game.winners == ([0] if bust == "off" else [])


# Bust


@pytest.mark.parametrize(
    ("bust", "ends"),
    # one sum of three points for team 0, from 5, 6, 7 and 8
    [("rebound", [8, 9, 8, 7]), ("deduct", [8, 9, 6, 6]), ("off", [8, 9, 9, 9])],
)
def test_section_7_going_bust(bust: Bust, ends: list[int]) -> None:
    for start, end in zip((5, 6, 7, 8), ends, strict=True):
        game = play_tricks(*RUN_OF_SIX, rules=Rules(bust=bust), start_scores=[start, 0])
        assert game.scores == [end, 0]
        assert game.over == (end == 9)


def test_section_7_a_bonus_may_go_bust() -> None:
    for bust, end in (("rebound", 8), ("deduct", 7), ("off", 9)):
        rules = Rules.from_dict({"bust": bust})
        game = play_tricks("KH JC 9C 8S", rules=rules, start_scores=[0, 8])
        assert game.scores == [0, end]


def test_section_7_a_score_may_fall_below_zero() -> None:
    game = play_tricks(*RUN_OF_SIX, rules=Rules(game_points=1))
    assert (game.scores, game.over) == ([-1, 0], False)
    game = play_tricks(*RUN_OF_SIX, rules=Rules(game_points=2, bust="deduct"), start_scores=[1, 0])
    assert (game.scores, game.over) == ([-1, 0], False)
    assert play_tricks(*RUN_OF_SIX, start_scores=[-2, 0]).scores == [1, 0]


# The end of the game


def test_section_7_both_teams_at_game_points_at_once_draw() -> None:
    game = play_tricks(*BEATEN_AFTER_VOORMSI, rules=BY_DEAL, start_scores=[8, 8])
    assert (game.over, game.reason, game.scores) == (True, "points", [9, 9])
    assert game.winners == [0, 1]


def test_section_7_settled_by_trick_the_first_there_has_won() -> None:
    game = play_tricks(*BEATEN_AFTER_VOORMSI[:1], start_scores=[8, 8])
    assert result(game) == ([1], "points", [8, 9])


def test_section_7_game_points_during_a_run_must_wait_for_its_end() -> None:
    game = play_tricks(*RUN_WITH_VOORMSI, start_scores=[8, 0], held={2: ["JC"]})
    assert (game.scores, game.over, game.to_play) == ([9, 0], False, 0)


@pytest.mark.parametrize("bust", BUSTS)
def test_section_7_game_points_during_a_run_may_still_go_bust(bust: Bust) -> None:
    rules = Rules(bust=bust)
    game = play_tricks(
        *RUN_WITH_VOORMSI, RUN_LOST, rules=rules, start_scores=[8, 0], held={2: ["JC"]}
    )
    # nine, and three for six tricks
    assert game.scores[0] == {"rebound": 6, "deduct": 6, "off": 9}[bust]
    assert game.winners == ([0] if bust == "off" else [])


def test_section_7_game_points_during_a_run_may_be_annulled() -> None:
    last = ("9S JD 6H QD", "9H 6D JC KS", "9D 8S 3D KC")
    game = play_tricks(*RUN_WITH_VOORMSI, *last, start_scores=[8, 0], plays=35)
    assert (game.scores, game.over) == ([9, 0], False)
    game.play("KC")
    assert (game.scores, game.over, game.deal) == ([8, 0], False, 1)


def test_section_7_a_run_settled_by_deal() -> None:
    game = play_tricks(
        *RUN_WITH_VOORMSI, RUN_LOST, rules=BY_DEAL, start_scores=[5, 0], held={2: ["JC"]}
    )
    assert result(game) == ([0], "points", [9, 0])  # two, one beyond five, and Voormsi's one


def test_section_7_both_teams_settle_their_own_sums() -> None:
    game = play_tricks(*BEATEN_AFTER_VOORMSI, rules=BY_DEAL, start_scores=[3, 5])
    assert game.scores == [4, 6]

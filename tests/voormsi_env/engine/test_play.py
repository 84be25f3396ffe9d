"""docs/rules.md sections 2 and 6: dealing, drawing, the end of a deal and its points."""

from __future__ import annotations

import pytest
from helpers import (
    BONUS_THEN_FIVE,
    FIVE_AFTER_ONE,
    RUN_LOST,
    RUN_WITH_VOORMSI,
    SWEEP,
    play_tricks,
    tricks_of,
)
from oracle_rules import PACK

from voormsi_env import Game, Rules
from voormsi_env.rules import PLAY_ONS, SETTLEMENTS, PlayOn, Settlement

STREAK = Rules(play_on="streak")
AFTER_FIVE = ("AH JS JH JD", "6S AD* 6H 6D")
"""Two tricks after `FIVE_AFTER_ONE`: team 0 wins a sixth, then team 1 its second."""

EIGHT_AFTER_ONE = (
    "5H 6C* 5C 5S",
    "AC AS AH AD | 9C 9S 9H 9D* | QC QS QH QD | 8C 8H 8D KC",  # led by seat 1
    "7C 7S 7H 7D* | JS JH JD 6S | 6H 6D 5D 8S | KS KH JC 3D",  # led by seat 2
)
"""Team 1 wins a trick, then team 0 all others."""


def tricks_won(game: Game) -> list[int]:
    return [int(number) for number in game.state.tricks[: game.rules.teams]]


def play_on(game: Game, *texts: str) -> None:
    for trick in tricks_of(*texts):
        for cards in trick:
            game.play(cards)


# Section 2


def test_section_2_partners_sit_opposite() -> None:
    assert [Rules().team_of(seat) for seat in range(4)] == [0, 1, 0, 1]
    assert tricks_won(play_tricks("5C 5S 8S* 5H", "6C 6S 6H 9C*", plays=4)) == [1, 0]
    assert tricks_won(play_tricks("5C 8S* 5S 5H", plays=4)) == [0, 1]
    assert tricks_won(play_tricks("5C 5S 5H 8S*", plays=4)) == [0, 1]


def test_section_2_the_first_dealer_is_random() -> None:
    assert {Game(seed=seed).dealer for seed in range(40)} == {0, 1, 2, 3}


@pytest.mark.parametrize("dealer", range(4))
def test_section_2_eldest_is_dealt_first_four_cards_and_leads(dealer: int) -> None:
    game = Game(decks=[PACK], first_dealer=dealer)
    eldest = (dealer + 1) % 4
    assert game.to_play == eldest
    for place in range(4):
        assert game.hand((eldest + place) % 4) == PACK[4 * place : 4 * place + 4]
    assert game.deck() == PACK


def test_section_2_play_goes_clockwise() -> None:
    game = Game(decks=[PACK], first_dealer=1)
    seats = []
    for _ in range(4):
        seats.append(game.to_play)
        game.play(game.legal_plays()[-1])
    assert seats == [2, 3, 0, 1]


def test_section_2_the_next_player_clockwise_deals_next() -> None:
    game = play_tricks(*FIVE_AFTER_ONE)
    assert (game.deal, game.dealer, game.to_play) == (1, 0, 1)
    game = play_tricks(*SWEEP)  # annulled
    assert (game.deal, game.dealer, game.to_play) == (1, 0, 1)


def test_section_2_everybody_plays_nine_cards_in_a_deal() -> None:
    game = play_tricks(*SWEEP, plays=35)
    for seat in range(4):
        played = int(game.state.gone[seat]).bit_count()
        assert played + len(game.hand(seat)) == 9


# Section 6: the run


def test_section_6_unbeaten_run_goes_on_past_five_tricks() -> None:
    game = play_tricks(*RUN_WITH_VOORMSI[:5], "9D JH 6S QH", plays=20)
    assert (game.deal, tricks_won(game), game.to_play) == (0, [5, 0], 0)
    play_on(game, "9D JH 6S QH")
    assert (game.deal, tricks_won(game)) == (0, [6, 0])


def test_section_6_unbeaten_run_ends_with_the_first_trick_of_the_others() -> None:
    game = play_tricks(*RUN_WITH_VOORMSI[:5], "6D 9S* 6H QD")
    assert game.deal == 1
    assert game.scores == [2, 0]


def test_section_6_no_run_for_a_team_with_fewer_than_five() -> None:
    game = play_tricks("9C 9S 9H 9D | AC AS AH AD | 5C 5S 5H 5D | 6C 6S 6H 6D", "QC 8S* QS QH")
    assert (game.deal, tricks_won(game)) == (0, [4, 1])


def test_section_6_with_unbeaten_play_ends_at_five_when_others_have_won_a_trick() -> None:
    game = play_tricks(*FIVE_AFTER_ONE, plays=20)
    assert (game.deal, tricks_won(game)) == (0, [4, 1])
    play_on(game, FIVE_AFTER_ONE[5])
    assert game.deal == 1


def test_section_6_with_streak_play_goes_on_until_the_team_with_five_loses_a_trick() -> None:
    game = play_tricks(*FIVE_AFTER_ONE, *AFTER_FIVE, rules=STREAK, plays=24)
    assert (game.deal, tricks_won(game)) == (0, [5, 1])
    play_on(game, AFTER_FIVE[0])
    assert (game.deal, tricks_won(game)) == (0, [6, 1])
    play_on(game, AFTER_FIVE[1])
    assert (game.deal, game.scores) == (1, [2 + 2, 0])  # Toqutsit's two, and two for six tricks


def test_section_6_with_streak_an_unbeaten_run_is_a_run_too() -> None:
    game = play_tricks(*RUN_WITH_VOORMSI[:5], "9D JH 6S QH", RUN_LOST, rules=STREAK, plays=24)
    assert (game.deal, tricks_won(game)) == (0, [6, 0])


# Section 6: points


@pytest.mark.parametrize(
    ("texts", "points"),
    [
        ((*RUN_WITH_VOORMSI[:5], RUN_LOST), [2, 0]),  # five before the others won any
        ((*RUN_WITH_VOORMSI[:5], "9D JH 6S QH", RUN_LOST), [3, 0]),  # and one beyond
        (BONUS_THEN_FIVE, [1 + 1, 0]),  # five, after a bonus
        (
            (
                "5H 6C* 5C 5S",  # led by seat 0
                "5D 9C* QC QS",  # led by seat 1
                "9S 9H 9D | 7C 7S 7D | 8C 8H 8D | AS AH AD",  # led by seat 2, four to one
                "8S AC KS QD",
            ),
            [1, 0],
        ),
        (EIGHT_AFTER_ONE, [1 + 3, 0]),  # all tricks played, five not before the others
    ],
)
def test_section_6_points_for_tricks(texts: tuple[str, ...], points: list[int]) -> None:
    game = play_tricks(*texts)
    assert (game.deal, game.scores) == (1, points)


def test_section_6_fewer_than_five_tricks_score_nothing() -> None:
    trick = "9C 9S 9H 9D | AC AS AH AD | 5C 5S 5H 5D | 6C 6S 6H 6D"
    # four tricks to team 0, then five to team 1
    game = play_tricks(
        trick, "QC 8S* QS QH", "JS JH JD | 7C 7S 7H | 8C 8H 8D | QD KC KS", "KH 7D 3D* JC"
    )
    assert (game.deal, game.scores) == (1, [0, 1 + 1])  # one of it for 3D on Voormsi


# Section 6: annulment


@pytest.mark.parametrize("settlement", SETTLEMENTS)
@pytest.mark.parametrize("play_on", PLAY_ONS)
def test_section_6_one_team_winning_all_tricks_annuls_the_deal(
    settlement: Settlement, play_on: PlayOn
) -> None:
    rules = Rules(settlement=settlement, play_on=play_on)
    game = play_tricks(*SWEEP, rules=rules, start_scores=[8, 3])
    assert (game.scores, game.deal, game.over) == ([8, 3], 1, False)
    assert game.state.annulled_deals == 1


@pytest.mark.parametrize("settlement", SETTLEMENTS)
def test_section_6_annulment_takes_back_bonuses_too(settlement: Settlement) -> None:
    last = ("9S JD 6H QD", "9H 6D JC KS", "9D 8S 3D KC")
    rules = Rules(settlement=settlement)
    game = play_tricks(*RUN_WITH_VOORMSI, *last, rules=rules, start_scores=[3, 2], plays=35)
    assert game.scores == ([4, 2] if settlement == "trick" else [3, 2])
    play_on(game, "KC |")
    assert (game.scores, game.deal, game.dealer) == ([3, 2], 1, 0)


def test_section_6_eight_tricks_do_not_annul_the_deal() -> None:
    game = play_tricks(*EIGHT_AFTER_ONE)
    assert game.state.annulled_deals == 0

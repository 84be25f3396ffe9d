"""docs/rules.md section 5: Toqutsit, Voormsi and their bonuses."""

from __future__ import annotations

import pytest
from helpers import (
    FOUR,
    Bonus,
    ended_trick,
    legal_sets,
    one_trick,
    play_tricks,
    scripted_deck,
    tricks_of,
)

from voormsi_env import Game, Rules
from voormsi_env.cards import text_of
from voormsi_env.engine.state import BONUS_KINDS
from voormsi_env.rules import ShowHandTo

THREE_IS_KING = Rules(three_is_king=True)
ORDINARY = ["9C", "9S", "9H"]


def prospect(text: str, rules: Rules = FOUR) -> Bonus:
    """The bonus in prospect in an unfinished first trick led by seat 0."""
    record = play_tricks(text, rules=rules).state
    kind = BONUS_KINDS[record.prospect]
    return None if kind == "none" else (kind, int(record.prospect_team))


def shown_to(game: Game) -> tuple[int, str, list[int]]:
    """Whose hand was shown, its cards, and the seats that see them in their VIEW."""
    seer = {seat: int(game.view(seat).shown) for seat in range(game.rules.players)}
    by = int(game.state.shown_by)
    return by, text_of(int(game.state.shown)), [s for s in seer if s != by and seer[s]]


# Toqutsit takes Voormsi


def test_section_5_toqutsit_that_takes_voormsi_earns_two() -> None:
    assert prospect("KH JC") == ("toqutsit", 1)
    assert one_trick("KH 5C 5S JC") == (3, 1, ("toqutsit", 1))
    assert one_trick("5C KH JC 5S") == (2, 1, ("toqutsit", 0))
    assert play_tricks("5C KH JC 5S").scores == [2, 0]
    assert one_trick("KH KC | JC 8S | 5C 5S | 6C 6S") == (1, 2, ("toqutsit", 1))


def test_section_5_toqutsit_must_be_in_a_play_that_beats_voormsis() -> None:
    assert prospect("KH KC | JC 7C") is None
    assert prospect("KH KC | JC 7C | 5C 5S") is None


def test_section_5_toqutsit_earns_nothing_where_voormsi_does_not_head() -> None:
    assert one_trick("7C KH JC 5S") == (0, 1, None)
    assert one_trick("9C 3D KH JC") == (1, 1, None)
    assert one_trick("9C JC 5C 6C") == (1, 1, None)
    assert one_trick("AC AS | 5C KH | JC 9C | 6C 6S") == (2, 2, None)  # 5C beats no ace


# Own goal


def test_section_5_own_goal_ends_the_game_at_once_and_costs_all_points() -> None:
    game = play_tricks("KH 9C JC", start_scores=[7, 2])
    assert (game.over, game.reason, game.winners, game.scores) == (True, "forfeit", [1], [0, 2])
    assert game.state.tricks.tolist() == [0, 0, 0]
    assert game.state.last_winner == -1
    game = play_tricks("5C KH 5S JC", start_scores=[7, 2])
    assert (game.winners, game.scores) == ([0], [7, 0])


def test_section_5_own_goal_is_legal() -> None:
    game = play_tricks("KH 9C", held={2: ["JC", "5C"]})
    assert frozenset({"JC"}) in legal_sets(game)


def test_section_5_own_goal_may_be_forced() -> None:
    trick = "3D KC KS KH | 5C 5S 5H 5D | JC AC AS 9C"
    game = play_tricks(trick, rules=THREE_IS_KING, start_scores=[4, 0], plays=2)
    assert legal_sets(game) == {frozenset({"JC", "AC", "AS", "9C"})}
    game.play("JC AC AS 9C")
    assert (game.reason, game.winners, game.scores) == ("forfeit", [1], [0, 0])


def test_section_5_own_goal_takes_back_a_negative_score_too() -> None:
    assert play_tricks("KH 9C JC", start_scores=[-3, 2]).scores == [0, 2]


@pytest.mark.parametrize("settlement", ["trick", "deal"])
def test_section_5_own_goal_costs_the_points_not_yet_on_the_ladder(settlement: str) -> None:
    run = ["7C AC 5C 8C", "7S AS 5S 8H", "7H AH 5H 8D", "7D AD 5D QC", "9C JS 6C QS"]
    rules = Rules.from_dict({"settlement": settlement})
    game = play_tricks(*run, "KH JH JC", rules=rules, start_scores=[4, 2])
    assert (game.reason, game.scores) == ("forfeit", [0, 2])
    assert game.state.tricks.tolist() == [5, 0, 0]


def test_section_5_own_goal_pays_no_bonus() -> None:
    game = play_tricks("KH 9C JC", start_scores=[0, 0])
    assert (game.state.prospect, game.state.bonus) == (0, 0)
    assert game.scores == [0, 0]


def test_section_5_no_own_goal_without_beating_the_partners_play() -> None:
    game = play_tricks("KH KC | 5C 5S | JC 7S | 6C 6S")
    assert not game.over
    assert ended_trick(game) == (0, 2, ("voormsi", 0))


def test_section_5_no_own_goal_where_the_partners_voormsi_does_not_head() -> None:
    assert not play_tricks("KH 3D JC").over
    assert not play_tricks("7C KH 5C JC").over


def test_section_5_no_own_goal_with_the_three_in_the_same_play() -> None:
    game = play_tricks("KH KC | 5C 5S | JC 3D | 6C 6S")
    assert not game.over
    assert ended_trick(game) == (2, 2, ("three", 0))


# 3D takes Voormsi


def test_section_5_three_that_takes_voormsi_of_either_team_earns_one() -> None:
    assert one_trick("KH 3D 5C 5S") == (1, 1, ("three", 1))
    assert one_trick("KH 5C 3D 5S") == (2, 1, ("three", 0))
    assert one_trick("KH 5C 5S 3D") == (3, 1, ("three", 1))
    assert play_tricks("KH 5C 3D 5S").scores == [1, 0]
    assert one_trick("JC KH 3D 5C") == (2, 1, ("three", 0))
    assert one_trick("KH KC | 8S 3D | 5C 5S | 6C 6S") == (1, 2, ("three", 1))


def test_section_5_three_must_be_in_a_play_that_beats_voormsis() -> None:
    assert one_trick("KH KC | 7S 3D | 5C 5S | 6C 6S") == (0, 2, ("voormsi", 0))
    assert one_trick("9C 3D KH 5C") == (1, 1, None)


def test_section_5_toqutsit_and_three_of_an_opponent_earn_toqutsits_two() -> None:
    assert one_trick("KH KC | JC 3D | 5C 5S | 6C 6S") == (1, 2, ("toqutsit", 1))


# 3D takes Toqutsit that has just taken Voormsi


def test_section_5_three_that_takes_toqutsit_earns_two_and_toqutsits_are_forfeited() -> None:
    assert one_trick("KH JC 3D 9C") == (2, 1, ("three_on_toqutsit", 0))
    assert play_tricks("KH JC 3D 9C").scores == [2, 0]
    assert one_trick("KH JC 5C 3D") == (3, 1, ("three_on_toqutsit", 1))  # his partner's
    assert play_tricks("KH JC 5C 3D").scores == [0, 2]
    assert one_trick("KH KC | JC 5C | 3D 8S | 6C 6S") == (2, 2, ("three_on_toqutsit", 0))


def test_section_5_three_earns_nothing_on_a_toqutsit_that_took_no_voormsi() -> None:
    assert one_trick("JC 3D KH 5C") == (1, 1, None)
    assert one_trick("8S JC 3D KH") == (2, 1, None)


def test_section_5_three_earns_nothing_on_a_toqutsit_of_an_earlier_trick() -> None:
    game = play_tricks("KH JC 9C 8S", "5C 5S 3D 6C")  # led by seat 1
    assert ended_trick(game) == (3, 1, None)
    assert game.scores == [0, 2]


def test_section_5_three_that_does_not_beat_leaves_toqutsits_two() -> None:
    assert one_trick("KH KC | JC 8S | 3D 5S | 6C 6S") == (1, 2, ("toqutsit", 1))


# Voormsi wins the trick


def test_section_5_voormsi_that_wins_at_risk_earns_one() -> None:
    assert one_trick("KH 5C 5S 6C") == (0, 1, ("voormsi", 0))
    assert one_trick("5C 6C KH 5S") == (2, 1, ("voormsi", 0))
    assert one_trick("3D KH 5C 5S") == (1, 1, ("voormsi", 1))
    assert one_trick("KH KC | 5C 5S | 6C 6S | 8C 8H") == (0, 2, ("voormsi", 0))
    assert one_trick("AC AS | KH 3D | 5C 5S | 6C 6S") == (1, 2, ("voormsi", 1))
    assert play_tricks("5C KH 5S 6C").scores == [0, 1]


def test_section_5_voormsi_that_loses_the_trick_earns_nothing() -> None:
    assert one_trick("7C KH 5C 5S") == (0, 1, None)


def test_section_5_voormsi_as_the_last_play_of_the_trick_earns_nothing() -> None:
    assert one_trick("5C 5S 6C KH") == (3, 1, None)
    assert one_trick("AC AS | 5C 5S | 6C 6S | KH 3D") == (3, 2, None)


def test_section_5_voormsi_after_toqutsit_earns_nothing() -> None:
    assert one_trick("JC 5D KH 8S") == (2, 1, None)  # earlier in this trick
    assert one_trick("AC AS | JC 5C | KH 3D | 6C 6S") == (2, 2, None)  # though in vain
    game = play_tricks("JC 5C 5S 5H", "KH 6C 6S 6H")  # in an earlier trick
    assert ended_trick(game) == (0, 1, None)


def test_section_5_voormsi_with_toqutsit_earns_nothing() -> None:
    assert one_trick("AC AS | KH JC | 5C 5S | 6C 6S") == (1, 2, None)


def test_section_5_voormsi_before_a_toqutsit_in_vain_earns_its_point() -> None:
    assert one_trick("KH KC | JC 7C | 5C 5S | 6C 6S") == (0, 2, ("voormsi", 0))
    assert one_trick("KH KC | 5C 5S | JC 7S | 6C 6S") == (0, 2, ("voormsi", 0))


def test_section_5_voormsi_of_the_player_who_still_holds_toqutsit_earns_nothing() -> None:
    assert one_trick("KH 5C 5S 6C", held={0: ["JC"]}) == (0, 1, None)
    assert one_trick("KH 5C 5S 6C", held={2: ["JC"]}) == (0, 1, ("voormsi", 0))  # his partner


def test_section_5_everybody_then_knows_who_holds_toqutsit() -> None:
    game = play_tricks("KH 5C 5S 6C", held={0: ["JC"]})
    assert [int(game.view(seat).toqutsit_holder) for seat in range(4)] == [0, 3, 2, 1]
    game = play_tricks("KH 5C 5S 6C", held={2: ["JC"]})
    assert [int(game.view(seat).toqutsit_holder) for seat in range(4)] == [-1, -1, 0, -1]


# The hand shown


@pytest.mark.parametrize(
    ("show_hand_to", "seats"), [("left", [2]), ("opponents", [0, 2]), ("none", [])]
)
def test_section_5_the_hand_is_shown_before_drawing(
    show_hand_to: ShowHandTo, seats: list[int]
) -> None:
    rules = Rules(show_hand_to=show_hand_to)
    game = play_tricks("5H KH 6C 6S", rules=rules, held={1: ["AC", "AS", "AH"]})
    assert ended_trick(game) == (1, 1, ("voormsi", 1))
    expected = (1, "AC AS AH", seats) if seats else (-1, "", [])
    assert shown_to(game) == expected


def test_section_5_no_hand_is_shown_when_voormsi_earns_nothing() -> None:
    for trick in ("5C 5S 6C KH", "JC 5D KH 8S", "7C KH 5C 5S", "KH JC 5C 5S", "8S 5C 5S 6C"):
        assert play_tricks(trick).state.shown_by == -1
    assert play_tricks("KH 5C 5S 6C", held={0: ["JC"]}).state.shown_by == -1


def test_section_5_toqutsit_drawn_after_the_trick_does_not_count() -> None:
    deck = scripted_deck(4, 3, tricks_of("KH 5C 5S 6C", "9C"), held={0: ["9S", "9H", "JC"]})
    assert deck[16] == "JC"
    game = Game(decks=[deck], first_dealer=3)
    for card in ("KH", "5C", "5S", "6C"):
        game.play(card)
    assert "JC" in game.hand(0)
    assert game.scores == [1, 0]
    assert shown_to(game) == (0, "9C 9S 9H", [1])


def test_section_5_a_shown_hand_is_known_until_it_is_played() -> None:
    game = play_tricks("5H KH 6C 6S", "AC 8C 8H 8D", held={1: ["AS", "AH"]}, plays=5)
    left = game.view(2)
    assert text_of(int(left.shown)) == "AC AS AH"
    assert text_of(int(left.known[3])) == "AS AH"
    assert int(game.view(3).known[2]) == 0
    assert int(game.view(0).known[1]) == 0


# At most one bonus


def test_section_5_only_the_last_bonus_put_in_prospect_is_paid() -> None:
    game = play_tricks("KH JC 3D 9C", plays=2)
    assert (BONUS_KINDS[game.state.prospect], game.state.prospect_team) == ("toqutsit", 1)
    game.play("3D")
    assert (BONUS_KINDS[game.state.prospect], game.state.prospect_team) == (
        "three_on_toqutsit",
        0,
    )
    game.play("9C")
    assert game.scores == [2, 0]
    assert (BONUS_KINDS[game.state.bonus], game.state.bonus_team) == ("three_on_toqutsit", 0)


def test_section_5_a_bonus_in_prospect_is_paid_at_the_end_of_the_trick() -> None:
    game = play_tricks("KH JC 9C 8S", plays=3)
    assert game.scores == [0, 0]
    game.play("8S")
    assert game.scores == [0, 2]


# Who was under the duty and played no Toqutsit


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("KH 5C 5S 6C", {1, 3}),
        ("5C KH 5S 6C", {2}),
        ("KH 5C 5S JC", {1}),
        ("KH 3D 5S 6C", {1}),
        ("7C KH 5S 6C", set()),
        ("JC KH 5S 6C", set()),  # says nothing: Toqutsit was gone
    ],
)
def test_section_5_who_played_no_toqutsit_under_the_duty_is_seen_to_lack_it(
    text: str, refused: set[int]
) -> None:
    game = play_tricks(text)
    for seat in range(4):
        view = game.view(seat)
        assert {(seat + r) % 4 for r in range(4) if view.refused[r]} == refused
    game = play_tricks(text, plays=3)
    for seat in range(4):
        view = game.view(seat)
        lacking = {(seat + r) % 4 for r in range(4) if view.lacks_toqutsit[r]}
        assert {s for s in refused if s < 3} <= lacking

"""docs/rules.md sections 3 and 5: what may be led and followed, and the duty to play Toqutsit."""

from __future__ import annotations

from helpers import legal_sets, one_trick, play_tricks

from voormsi_env import Rules
from voormsi_env.engine.legal import legal, must_play_toqutsit, opposing_voormsi_heads

THREE_IS_KING = Rules(three_is_king=True)
ORDINARY = ["9C", "9S", "9H"]


# Section 3


def test_section_3_a_lead_has_one_to_four_cards_of_one_rank() -> None:
    game = play_tricks("9C 5C 5S 5H", held={0: ["9S", "9H", "9D"]}, plays=0)
    assert len(legal_sets(game)) == 15
    game = play_tricks("9C 5C 5S 5H", held={0: ["9S", "AH", "AD"]}, plays=0)
    singles = {frozenset({card}) for card in ("9C", "9S", "AH", "AD")}
    assert legal_sets(game) == singles | {frozenset({"9C", "9S"}), frozenset({"AH", "AD"})}


def test_section_3_a_follower_plays_the_same_number_of_any_ranks() -> None:
    game = play_tricks("9C 9S | 5C 7D", held={1: ["3D", "QH"]}, plays=1)
    pairs = [("5C", "7D"), ("5C", "3D"), ("5C", "QH"), ("7D", "3D"), ("7D", "QH"), ("3D", "QH")]
    assert legal_sets(game) == {frozenset(pair) for pair in pairs}


def test_section_3_there_is_no_duty_to_follow_suit_or_to_win() -> None:
    game = play_tricks("5C 6C", held={1: ["QC", "8S", "7D"]}, plays=1)
    assert len(legal_sets(game)) == 4


def test_section_3_the_three_is_led_alone() -> None:
    hand = {0: ["KC", "KS", "5H"]}
    singles = {frozenset({card}) for card in ("3D", "KC", "KS", "5H")}
    game = play_tricks("3D QC QS QH", held=hand, plays=0)
    assert legal_sets(game) == singles | {frozenset({"KC", "KS"})}


def test_section_3_with_three_is_king_the_three_may_be_led_with_kings() -> None:
    game = play_tricks("3D QC QS QH", held={0: ["KC", "KS", "5H"]}, rules=THREE_IS_KING, plays=0)
    singles = {frozenset({card}) for card in ("3D", "KC", "KS", "5H")}
    kings = [("KC", "KS"), ("KC", "3D"), ("KS", "3D"), ("KC", "KS", "3D")]
    assert legal_sets(game) == singles | {frozenset(cards) for cards in kings}


# Section 5: the duty


def test_section_5_duty_to_play_toqutsit_on_an_opposing_voormsi() -> None:
    game = play_tricks("KH", held={1: ["JC", *ORDINARY]})
    assert game.to_play == 1
    assert legal_sets(game) == {frozenset({"JC"})}


def test_section_5_duty_among_the_cards_of_a_multi_card_trick() -> None:
    game = play_tricks("KH KC |", held={1: ["JC", *ORDINARY]})
    assert legal_sets(game) == {frozenset({"JC", other}) for other in ORDINARY}
    game = play_tricks("KH KC KS |", held={1: ["JC", *ORDINARY]})
    assert legal_sets(game) == {
        frozenset({"JC", "9C", "9S"}),
        frozenset({"JC", "9C", "9H"}),
        frozenset({"JC", "9S", "9H"}),
    }


def test_section_5_duty_of_the_second_opponent_too() -> None:
    game = play_tricks("KH 5C 5S", held={3: ["JC", *ORDINARY]})
    assert legal_sets(game) == {frozenset({"JC"})}
    game = play_tricks("5C 5S KH", held={3: ["JC", *ORDINARY]})
    assert legal_sets(game) == {frozenset({"JC"})}


def test_section_5_duty_when_voormsi_opened_after_a_lone_three() -> None:
    game = play_tricks("3D KH", held={2: ["JC", *ORDINARY]})
    assert legal_sets(game) == {frozenset({"JC"})}


def test_section_5_no_duty_on_the_partners_voormsi() -> None:
    game = play_tricks("KH 5C", held={2: ["JC", *ORDINARY]})
    assert len(legal_sets(game)) == 4


def test_section_5_no_duty_for_a_leader() -> None:
    game = play_tricks("KH 5C 5S 6C", "JC 6S 6H 6D", held={0: ORDINARY[:2]}, plays=4)
    assert frozenset({"9C"}) in legal_sets(game)


def test_section_5_no_duty_for_a_player_without_toqutsit() -> None:
    game = play_tricks("KH", held={1: ["8S", *ORDINARY]})
    assert len(legal_sets(game)) == 4


def test_section_5_no_duty_when_voormsi_does_not_head() -> None:
    for text, seat in [("7C KH", 2), ("KH 3D", 2), ("8S 9D", 2), ("7C 5C KH", 3)]:
        game = play_tricks(text, held={seat: ["JC", *ORDINARY]})
        assert game.to_play == seat
        assert len(legal_sets(game)) == 4


def test_section_5_toqutsit_may_be_played_in_vain_in_a_multi_card_trick() -> None:
    assert one_trick("KH KC | JC 7C | 5C 5S | 6C 6S") == (0, 2, ("voormsi", 0))
    assert one_trick("KH KC | 5C 5S | 6C 6S | JC 7C") == (0, 2, ("voormsi", 0))


def test_section_5_who_is_under_the_duty() -> None:
    state = play_tricks("KH", held={1: ["JC", *ORDINARY]}).state
    assert opposing_voormsi_heads(state)
    assert must_play_toqutsit(state, state.hands[1])
    assert not must_play_toqutsit(state, state.hands[2])


# The end


def test_nothing_is_legal_when_the_game_is_over() -> None:
    assert legal(play_tricks("KH 9C").state) != 0
    assert legal(play_tricks("KH 9C JC").state) == 0

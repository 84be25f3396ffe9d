"""The oracle against docs/rules.md sections 9, 3 and 4: examples, leads and tricks."""

from __future__ import annotations

import pytest
from helpers import (
    EXAMPLES,
    OWN_GOAL_EXAMPLE,
    parse_trick,
    tricks_of,
)
from oracle import OracleGame
from oracle_games import FOUR, first_trick, scripted_game
from oracle_rules import PACK, OracleRules, add_sum, card_beats, trick_winner

# ---------------------------------------------------------------- RULES 9, the examples


@pytest.mark.parametrize(("text", "expected"), EXAMPLES)
def test_examples(text: str, expected: tuple[str, int] | None) -> None:
    plays, winner = parse_trick(text)
    assert trick_winner(plays) == winner
    trick = first_trick(text)
    assert (trick["winner"], trick["size"]) == (winner, len(plays[0]))
    paid = trick["bonus"]
    assert (paid and (paid["kind"], paid["team"])) == expected


def test_example_own_goal() -> None:
    game = scripted_game(tricks_of(OWN_GOAL_EXAMPLE), start_scores=[5, 3])
    assert game.to_play is None
    assert game.legal() == set()
    assert game.result == {"winner": 1, "reason": "forfeit", "scores": [0, 3]}
    assert len(game.deals) == 1
    deal = game.deals[0]
    assert deal["tricks"] == []
    assert deal["scores"] == [0, 3]
    assert deal["annulled"] is False
    assert deal["plays"] == [
        {"seat": 0, "cards": ["KH"]},
        {"seat": 1, "cards": ["9C"]},
        {"seat": 2, "cards": ["JC"]},
    ]


def test_example_duty_in_double() -> None:
    """RULES 9, last example: a seat 1 who held JC would have to play it."""
    game = scripted_game(tricks_of("KH KC | 8S KS"), held={1: ["JC", "5C"]}, plays=1)
    assert game.legal() == {frozenset({"JC", other}) for other in ("8S", "KS", "5C")}


@pytest.mark.parametrize(("bust", "expected"), [("rebound", 7), ("deduct", 6), ("off", 9)])
def test_example_ladder(bust: str, expected: int) -> None:
    rules = OracleRules(bust=bust)
    assert add_sum(8, 3, rules) == expected
    assert add_sum(8, 1, rules) == 9
    assert add_sum(-2, 3, rules) == 1
    assert add_sum(9, 0, rules) == 9


# ---------------------------------------------------------------- RULES 3 and 4


@pytest.mark.parametrize(
    ("text", "winner"),
    [
        ("JC 5C KH 8S", 2),  # the second of the two matadors
        ("8S 9C JC 5C", 2),
        ("9C 9S 9H 9D", 0),  # clubs, spades, hearts, diamonds
        ("9D 9H 9S 9C", 3),
        ("6H 6D 6C 6S", 2),
        ("QD 8C 5C 6C", 3),
        ("KC QC KS 7C", 1),
        ("KS KC 7C 7S", 1),
        ("KC 7C KS 5C", 3),
        ("KC 7C KS 7S", 0),  # KS not in the very next play
        ("5C 8C QC KC", 0),
        ("QH KC KS 7C", 0),
        ("7D 7H 7S 7C", 3),
        ("7C 7S KS 8S", 0),
        ("7C KC 7S KS", 1),
        ("7C KC KS 3D", 3),
        ("7C 3D KC KS", 1),
        ("3D 7S KC KS", 3),  # the second play opened with a Seven
        ("3D KC 5C KS", 2),
        ("3D KC QC KS", 2),
        ("3D KC 7C KS", 1),  # KC opened, KS too late
        ("3D 8C QC KC", 1),
        ("3D KH JC 5C", 2),
        ("9C 3D KH JC", 1),  # an added 3D cannot be beaten
    ],
)
def test_single_tricks(text: str, winner: int) -> None:
    assert trick_winner(parse_trick(text)[0]) == winner


@pytest.mark.parametrize(
    ("text", "winner"),
    [
        ("AC AD | 9C 8S | JC 5C | KH 8C", 1),
        ("AC AD | 9C 9D | JC 8S | 9H 9S", 2),
        ("QC QD | 8C 6C | 9S QH | JC 5D", 3),  # QH beats neither 8C nor 6C, 5D beats 8C
        ("QC QD | 8C 6C | 5C 9S | JC 5D", 2),  # 9S beats 6C and 5C beats 8C; 5D not 5C
        ("7C 7D | KC 7S | 3D KS | JC KH", 2),  # KS on KC, 3D on 7S
        ("7C 7D | KC 7S | 3D 7H | JC KH", 1),  # 3D on KC, but nothing on 7S
        ("7H 7D | KC 7S | KS 7C | JC KH", 2),
        ("7H 7D | KC 7S | JC KH | KS 7C", 1),  # KS too late
        ("7H 7D | 7S KC | KS 3D | AC AD", 2),
        ("KC KS | KH QD | JC 8S | 5C 5D", 2),
        ("KC KS | 7C 7D | QC QD | JC 8C", 3),
        ("KC KH | KS JC | 8S 8C | 3D 9C", 3),  # KS very next on the KC that opened
        ("KC KH | 5C 5S | KS JC | 9C 9D", 0),
        ("9C 9S 9D | 8S JC KH | 3D JD JH | AC AD AS", 1),
    ],
)
def test_multi_card_tricks(text: str, winner: int) -> None:
    assert trick_winner(parse_trick(text)[0]) == winner


def test_three_is_king_tricks() -> None:
    rules = OracleRules(three_is_king=True)

    def winner(text: str) -> int:
        return trick_winner(parse_trick(text)[0], rules=rules)

    assert winner("3D KC | 7C 7S | 5C 5S | QC QS") == 2  # 7S does not beat KC
    assert winner("3D KC | 7C QD | 5C 5S | KS 7S") == 2  # a powerless Seven headed for a while
    assert winner("3D KC | 7C QD | KS 8C | 7S JC") == 2  # KS stands above 7C
    assert winner("3D KC | 7C QD | 7S 8C | KS QC") == 3  # 7S beats nothing, not even 7C
    assert winner("3D KC | 7D QD | 7C 8C | 7S JC") == 1
    assert winner("3D KC | 7C KS | QC QS | AC 7D") == 2  # KS very next after the KC that opened
    assert winner("3D KC | 7C 7D | KS 5C | AC 7S") == 2
    assert winner("3D KC | 7C 7D | 7H KS") == 0  # KS too late
    assert winner("3D KC | 7H KS | 7C 7D") == 1
    assert winner("3D KH | 8S AC | 7D JC | 9C 9D") == 2  # 7D beats the led 3D, JC Voormsi
    # A lone led 3D is still followed by a second play that opens.
    assert winner("3D 7D 9C 7S") == 3
    with pytest.raises(ValueError, match="not a lead of one rank"):
        trick_winner(parse_trick("3D KC | 7C 7S | 5C 5S | QC QS")[0])


def test_card_beats_lines() -> None:
    plain = {"led": True, "opening": True, "seven_trick": False, "very_next": True}
    seven = {**plain, "seven_trick": True}
    added = {**plain, "led": False, "opening": False}
    assert all(card_beats("3D", card, **plain) for card in PACK if card != "3D")
    assert all(card_beats(card, "3D", **plain) for card in PACK if card != "3D")
    assert not any(card_beats(card, "3D", **added) for card in PACK if card != "3D")
    assert {card for card in PACK if card_beats(card, "7H", **seven)} == {"7C", "7S", "KC", "3D"}
    assert {card for card in PACK if card_beats(card, "KC", **seven)} == {"KS", "3D"}
    assert {card for card in PACK if card_beats(card, "KS", **seven)} == {"3D"}
    assert {card for card in PACK if card != "KH" and card_beats(card, "KH", **plain)} == {
        "JC",
        "3D",
    }
    assert card_beats("KS", "KC", **plain)
    assert not card_beats("KS", "KC", **added)


def test_leads() -> None:
    hand = {0: ["KC", "KS", "3D", "5H"]}
    game = scripted_game([], held=hand)
    singles = {frozenset({card}) for card in hand[0]}
    assert game.legal() == singles | {frozenset({"KC", "KS"})}
    game = scripted_game([], OracleRules(three_is_king=True), held=hand)
    kings = [{"KC", "KS"}, {"KC", "3D"}, {"KS", "3D"}, {"KC", "KS", "3D"}]
    assert game.legal() == singles | {frozenset(cards) for cards in kings}


def test_follows_same_number_of_any_rank() -> None:
    game = scripted_game(tricks_of("9C 9S | 5C 5H"), held={1: ["3D", "7C"]}, plays=1)
    assert len(game.legal()) == 6
    assert all(len(cards) == 2 for cards in game.legal())


def test_illegal_plays_change_nothing() -> None:
    game = scripted_game(tricks_of("KH 5C 6C 6S"), held={1: ["JC"]}, plays=1)
    before = (game.hands, game.scores, game.to_play, game.current_deal(), game.legal())
    for cards in (["5C"], ["JC", "5C"], [], ["KH"], ["JC", "JC"], ["9C"], ["??"]):
        with pytest.raises(ValueError, match="illegal play"):
            game.play(cards)
        now = (game.hands, game.scores, game.to_play, game.current_deal(), game.legal())
        assert now == before
        assert game.obliged_but_did_not() == set()
    game.play(["JC"])
    assert game.to_play == 2


def test_bad_arguments() -> None:
    with pytest.raises(ValueError, match="bust: never"):
        OracleRules(bust="never")
    with pytest.raises(ValueError, match="no such seat"):
        OracleGame(FOUR, 4, lambda _: list(PACK))
    with pytest.raises(ValueError, match="36 cards"):
        OracleGame(FOUR, 0, lambda _: [*list(PACK)[:35], "JC"])
    with pytest.raises(ValueError, match="one entry a team"):
        OracleGame(FOUR, 0, lambda _: list(PACK), start_scores=[0, 0, 0])


def test_deal_and_drawing_one_at_a_time() -> None:
    """RULES 2: eldest first; after a trick the winner draws first, one card at a time."""
    deck = ["9C", "9S", "9H", "9D", "AC", "AS", "AH", "AD", "8S", "JC", "JS", "JH"]
    deck += ["6C", "6S", "6H", "6D"]
    deck += [card for card in PACK if card not in deck]
    game = OracleGame(FOUR, 1, lambda _: list(deck))
    assert game.to_play == 2
    assert [set(game.hands[seat]) for seat in (2, 3, 0, 1)] == [
        set(deck[4 * place : 4 * place + 4]) for place in range(4)
    ]
    game.play(["9C", "9S"])
    game.play(["AC", "AS"])
    game.play(["8S", "JC"])  # seat 0 wins
    game.play(["6C", "6S"])
    assert game.to_play == 0
    stock = deck[16:]
    for place, seat in enumerate((0, 1, 2, 3)):
        assert {stock[place], stock[place + 4]} <= set(game.hands[seat])
    assert all(len(hand) == 4 for hand in game.hands)

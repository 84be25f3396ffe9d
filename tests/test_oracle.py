"""Tests of the rules oracle itself, against docs/rules.md (sections cited as "RULES n")."""

from __future__ import annotations

import random
from itertools import product

import pytest
from helpers import (
    BONUS_THEN_FIVE,
    EXAMPLES,
    FIVE_AFTER_ONE,
    OWN_GOAL_EXAMPLE,
    RUN_LOST,
    RUN_WITH_VOORMSI,
    SWEEP,
    TWO_WITH_FIVE,
    Trick,
    parse_trick,
    scripted_deck,
    tricks_of,
)
from oracle import (
    PACK,
    OracleGame,
    OracleRules,
    add_sum,
    card_beats,
    number_of_teams,
    play_has_ended,
    plays_in_trick,
    points_for_tricks,
    run_is_on,
    sorted_cards,
    target,
    team_of,
    trick_winner,
    tricks_in_deal,
    tricks_won,
)

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


# ---------------------------------------------------------------- RULES 5


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("KH 3D 5C 5S", bonus(1, 1, "three")),
        ("KH 5C 3D 5S", bonus(0, 1, "three")),
        ("KH 5C 5S JC", bonus(1, 2, "toqutsit")),
        ("KH JC 5C 3D", bonus(1, 2, "three_on_toqutsit")),  # his own partner's Toqutsit
        ("9C KH JC 5C", bonus(0, 2, "toqutsit")),
        ("9C 3D KH JC", None),  # Voormsi did not head
        ("JC 3D KH 5C", None),  # 3D takes a Toqutsit that took nothing
        ("JC KH 3D 5C", bonus(0, 1, "three")),  # second matador, then 3D takes Voormsi
        ("JC KH 5C 5S", None),
        ("7C KH JC 5S", None),
        ("3D KH 5C 5S", bonus(1, 1, "voormsi")),
        ("KH KC | 5C 5S | JC 3D | 6C 6S", bonus(0, 1, "three")),  # partner's JC with 3D
        ("KH KC | JC 3D | 5C 5S | 6C 6S", bonus(1, 2, "toqutsit")),
        ("KH KC | JC 8S | 3D 5S | 6C 6S", bonus(1, 2, "toqutsit")),  # 5S does not beat
        ("KH KC | JC 5C | 3D 8S | 6C 6S", bonus(0, 2, "three_on_toqutsit")),
        ("KH KC | JC 7C | 3D 7S | 6C 6S", bonus(0, 1, "voormsi")),  # JC played after, in vain
        ("KH KC | 5C 5S | JC 7S | 6C 6S", bonus(0, 1, "voormsi")),  # partner's JC, in vain
        ("AC AS | KH JC | 5C 5S | 6C 6S", None),  # Toqutsit played with it
        ("AC AS | KH 3D | 5C 5S | 6C 6S", bonus(1, 1, "voormsi")),
        ("AC AS | JC 5C | KH 3D | 6C 6S", None),  # Toqutsit before, in vain
        ("AC AS | 5C 5S | 6C 6S | KH 3D", None),  # last play
    ],
)
def test_bonuses(text: str, expected: dict | None) -> None:
    trick = first_trick(text)
    assert trick["bonus"] == expected


def test_bonus_goes_on_the_ladder_at_the_end_of_its_trick() -> None:
    game = scripted_game(tricks_of("KH JC 9C 8S"))
    assert game.scores == [0, 2]
    assert game.current_deal()["scores"] == [0, 2]
    game = scripted_game(tricks_of("KH JC 9C 8S"), OracleRules(settlement="deal"))
    assert game.scores == [0, 0]


def test_voormsi_not_with_toqutsit_in_hand() -> None:
    assert first_trick("KH 5C 5S 6C", held={0: ["JC"]})["bonus"] is None
    assert first_trick("KH 5C 5S 6C", held={2: ["JC"]})["bonus"] == bonus(0, 1, "voormsi")


def test_voormsi_drawing_toqutsit_after_the_trick_keeps_its_bonus() -> None:
    """The hand counts before drawing."""
    game = scripted_game(tricks_of("KH 5C 5S 6C"), held={0: ["9C", "9S", "9H"]})
    deck = game.current_deal()["deck"]
    place = deck.index("JC")
    deck[16], deck[place] = deck[place], deck[16]
    game = OracleGame(FOUR, 3, lambda _: list(deck))
    for card in ("KH", "5C", "5S", "6C"):
        game.play([card])
    assert "JC" in game.hands[0]
    assert game.scores == [1, 0]
    assert game.shown == [(0, (1,), frozenset({"9C", "9S", "9H"}))]


def test_voormsi_not_when_toqutsit_went_in_an_earlier_trick() -> None:
    game = scripted_game(tricks_of("JC 5C 5S 5H", "KH 6C 6S 6H"))
    assert [trick["bonus"] for trick in game.current_deal()["tricks"]] == [None, None]
    assert game.shown == []


@pytest.mark.parametrize(
    ("players", "show_hand_to", "seats"),
    [
        (4, "left", (2,)),
        (4, "opponents", (0, 2)),
        (4, "none", None),
        (3, "left", (2,)),
        (3, "opponents", (0, 2)),
        (2, "left", (0,)),
        (2, "opponents", (0,)),
    ],
)
def test_shown_hand(players: int, show_hand_to: str, seats: tuple[int, ...] | None) -> None:
    rules = OracleRules(players=players, show_hand_to=show_hand_to)
    held = {1: ["AC", "AS", "AH"]}
    if players == 2:
        # seat 1 heads after the second play and so plays AC third
        game = scripted_game(tricks_of("5H KH AC 6D"), rules, held={1: ["AS", "AH", "AD"]})
        cards = {"AS", "AH", "AD"}
    else:
        text = " ".join(["5H", "KH", "6C", "6S"][:players])
        game = scripted_game(tricks_of(text), rules, held=held)
        cards = {"AC", "AS", "AH"}
    assert game.current_deal()["tricks"][0]["bonus"] == bonus(1, 1, "voormsi")
    assert game.shown == ([] if seats is None else [(1, seats, frozenset(cards))])


def test_duty() -> None:
    held = {1: ["JC", "9C", "9S", "9H"]}
    game = scripted_game(tricks_of("KH"), held=held)
    assert game.legal() == {frozenset({"JC"})}
    game = scripted_game(tricks_of("7C KH"), held={2: ["JC", "9C", "9S", "9H"]})
    assert len(game.legal()) == 4  # a seven trick: Voormsi does not head
    game = scripted_game(tricks_of("KH 5C"), held={2: ["JC", "9C", "9S", "9H"]})
    assert len(game.legal()) == 4  # the partner's Voormsi
    game = scripted_game(tricks_of("3D KH"), held={2: ["JC", "9C", "9S", "9H"]})
    assert game.legal() == {frozenset({"JC"})}
    game = scripted_game(tricks_of("KH 3D"), held={3: ["JC", "9C", "9S", "9H"]})
    assert len(game.legal()) == 4  # Voormsi no longer heads


def test_obliged_but_did_not() -> None:
    game = scripted_game(tricks_of("KH 5C 5S 6C", "AC AS AH AD"), plays=4)
    assert game.obliged_but_did_not() == {1, 3}
    game = scripted_game(tricks_of("5C KH 5S 6C"))
    assert game.obliged_but_did_not() == {2}
    game = scripted_game(tricks_of("KH 5C 5S JC"))
    assert game.obliged_but_did_not() == {1}
    game = scripted_game(tricks_of("KH 3D 5S 6C"))
    assert game.obliged_but_did_not() == {1}


def test_forced_own_goal() -> None:
    """RULES 5: it is legal, even when it is forced."""
    rules = OracleRules(three_is_king=True)
    text = "KC KS KH 3D | 5C 5S 5H 5D | JC AC AS 9C"
    game = scripted_game([parse_trick(text)[0]], rules, [4, 0], plays=2)
    assert game.legal() == {frozenset({"JC", "AC", "AS", "9C"})}
    game.play(["JC", "AC", "AS", "9C"])
    assert game.result == {"winner": 1, "reason": "forfeit", "scores": [0, 0]}


def test_toqutsit_without_beating_is_no_own_goal() -> None:
    game = scripted_game(tricks_of("KH KC | 5C 5S | JC 7S | 6C 6S"))
    assert game.result is None


# ---------------------------------------------------------------- RULES 6

STREAK = OracleRules(play_on="streak")
THREE_STREAK = OracleRules(players=3, play_on="streak")


@pytest.mark.parametrize(
    ("rules", "tricks", "run", "ended", "points"),
    [
        (FOUR, won((0, 4)), False, False, [0, 0]),
        (FOUR, won((0, 3), (2, 2)), True, False, [2, 0]),
        (FOUR, won((0, 4), (2, 4)), True, False, [5, 0]),
        (FOUR, won((0, 3), (2, 2), (1, 1)), False, True, [2, 0]),
        (FOUR, won((0, 3), (2, 2), (0, 1), (1, 1)), False, True, [3, 0]),
        (FOUR, won((1, 1), (0, 4)), False, False, [0, 0]),
        (FOUR, won((1, 1), (0, 4), (0, 1)), False, True, [1, 0]),
        (FOUR, won((1, 1), (0, 4), (0, 4)), False, True, [4, 0]),
        (FOUR, won((1, 4), (0, 4)), False, False, [0, 0]),
        (FOUR, won((1, 4), (0, 4), (3, 1)), False, True, [0, 1]),
        (FOUR, won((0, 4), (2, 4), (0, 1)), False, True, [6, 0]),
        (STREAK, won((1, 1), (0, 4), (0, 1)), True, False, [1, 0]),
        (STREAK, won((1, 1), (0, 4), (0, 1), (2, 1)), True, False, [2, 0]),
        (STREAK, won((1, 1), (0, 4), (0, 1), (1, 1)), False, True, [1, 0]),
        (STREAK, won((1, 1), (0, 4), (0, 4)), False, True, [4, 0]),
        (STREAK, won((0, 4), (0, 1), (1, 4)), False, True, [2, 0]),
        (THREE_PLAYERS, won((0, 4), (1, 4)), False, False, [0, 0, 0]),
        (THREE_PLAYERS, won((0, 4), (1, 4), (2, 4)), False, True, [0, 0, 0]),
        (THREE_PLAYERS, won((0, 4), (0, 4)), True, False, [5, 0, 0]),
        (THREE_PLAYERS, won((0, 4), (0, 4), (2, 4)), False, True, [5, 0, 0]),
        (THREE_PLAYERS, won((2, 1), (1, 4), (1, 1)), False, True, [0, 1, 0]),
        (THREE_STREAK, won((1, 2), (0, 4), (0, 1)), True, False, [1, 0, 0]),
        (THREE_STREAK, won((1, 2), (0, 4), (0, 1), (1, 3)), False, True, [1, 1, 0]),
        (THREE_STREAK, won((1, 2), (0, 4), (0, 1), (2, 3)), False, True, [1, 0, 0]),
        (THREE_STREAK, won((0, 4), (0, 4), (1, 4)), False, True, [5, 0, 0]),
    ],
)
def test_runs_and_points(
    rules: OracleRules, tricks: list[dict], run: bool, ended: bool, points: list[int]
) -> None:
    assert run_is_on(tricks, rules) is run
    assert play_has_ended(tricks, rules) is ended
    teams = range(number_of_teams(rules))
    assert [points_for_tricks(tricks, team, rules) for team in teams] == points


@pytest.mark.parametrize("settlement", ["trick", "deal"])
@pytest.mark.parametrize("play_on", ["unbeaten", "streak"])
def test_winning_all_tricks_annuls_the_deal(settlement: str, play_on: str) -> None:
    rules = OracleRules(settlement=settlement, play_on=play_on)
    game = scripted_game(tricks_of(*SWEEP), rules, [8, 3])
    assert game.scores == [8, 3]
    assert game.result is None
    deal = game.deals[0]
    assert deal["annulled"] is True
    assert deal["scores"] == [8, 3]
    assert sum(trick["size"] for trick in deal["tricks"]) == 9
    assert game.current_deal()["dealer"] == 0
    assert game.to_play == 1


def test_waiting_at_game_points_during_a_run() -> None:
    """RULES 7: nine points in a run must wait, and can still go bust."""
    lost = tricks_of(RUN_LOST)
    held = {2: ["JC"], 1: ["JD", "KC"], 0: ["9H", "9D"]}
    game = scripted_game(
        tricks_of(*RUN_WITH_VOORMSI) + lost, start_scores=[8, 0], held=held, plays=24
    )
    assert game.scores == [9, 0]
    assert game.result is None
    assert game.to_play == 0
    for cards in lost[0]:
        game.play(cards)
    # 2 for five tricks first of all, 1 for the sixth: 9 + 3 rebounds to 6
    assert game.result is None
    assert game.scores == [6, 0]
    assert game.deals[0]["scores"] == [6, 0]


def test_waiting_at_game_points_and_then_annulled() -> None:
    # seat 2's Toqutsit wins the eighth trick, seat 0's 3D the ninth
    tricks = tricks_of(*RUN_WITH_VOORMSI, "9S JD 6H QD", "9H 6D JC KS", "9D 8S 3D KC")
    game = scripted_game(tricks, start_scores=[8, 0], plays=32)
    assert game.scores == [9, 0]
    assert game.result is None
    for cards in tricks[-1]:
        game.play(cards)
    assert game.deals[0]["annulled"] is True
    assert game.deals[0]["tricks"][5]["bonus"] == bonus(0, 1, "voormsi")
    assert game.scores == [8, 0]
    assert game.result is None


def test_run_settled_with_the_deal() -> None:
    lost = tricks_of(RUN_LOST)
    held = {2: ["JC"]}
    rules = OracleRules(settlement="deal")
    game = scripted_game(tricks_of(*RUN_WITH_VOORMSI) + lost, rules, [5, 0], held)
    assert game.result == {"winner": 0, "reason": "points", "scores": [9, 0]}


def test_play_on_streak() -> None:
    more = tricks_of("AH JS JH JD", "6S AD 6H 6D")
    game = scripted_game(tricks_of(*FIVE_AFTER_ONE))
    assert len(game.deals) == 1
    assert game.scores == [3, 0]
    game = scripted_game(tricks_of(*FIVE_AFTER_ONE) + more, STREAK, plays=28)
    assert game.deals == []
    assert game.scores == [2, 0]
    for cards in more[1]:
        game.play(cards)
    assert len(game.deals) == 1
    assert game.scores == [4, 0]
    assert [trick["winner"] for trick in game.deals[0]["tricks"]] == [1, 2, 2, 2, 2, 0, 0, 1]


# ---------------------------------------------------------------- RULES 7


@pytest.mark.parametrize(("bust", "expected"), [("rebound", 7), ("deduct", 6), ("off", 9)])
@pytest.mark.parametrize("settlement", ["trick", "deal"])
def test_last_bonus_and_tricks_are_one_sum(settlement: str, bust: str, expected: int) -> None:
    """8 + (2 + 1); as two sums the rebound would be 8 and then 9."""
    rules = OracleRules(bust=bust, settlement=settlement)
    game = scripted_game(tricks_of(*FIVE_AFTER_ONE), rules, [8, 0])
    assert game.scores == [expected, 0]
    assert (game.result is None) == (expected != 9)


def test_settlement_by_trick_or_deal() -> None:
    """Five tricks, not five first, after a Voormsi bonus: 1 and 1, or 2 at once."""
    game = scripted_game(tricks_of(*BONUS_THEN_FIVE), start_scores=[3, 0])
    assert game.deals[0]["scores"] == [5, 0]
    game = scripted_game(tricks_of(*BONUS_THEN_FIVE), OracleRules(settlement="deal"), [8, 0])
    assert game.deals[0]["scores"] == [8, 0]
    assert game.result is None
    game = scripted_game(tricks_of(*BONUS_THEN_FIVE), OracleRules(settlement="deal"), [7, 0])
    assert game.result == {"winner": 0, "reason": "points", "scores": [9, 0]}


def test_game_ends_inside_a_deal() -> None:
    game = scripted_game(tricks_of("KH 5C 5S 5H"), start_scores=[8, 2])
    assert game.result == {"winner": 0, "reason": "points", "scores": [9, 2]}
    assert game.to_play is None
    assert len(game.deals) == 1
    assert game.current_deal() == game.deals[0]
    deal = game.deals[0]
    assert deal["scores"] == [9, 2]
    assert deal["annulled"] is False
    assert len(deal["plays"]) == 4
    with pytest.raises(ValueError, match="game is over"):
        game.play(["5D"])


@pytest.mark.parametrize("settlement", ["trick", "deal"])
def test_own_goal_during_a_run(settlement: str) -> None:
    """RULES 5: the tricks won in the deal score nothing; the ladder of the others stays."""
    tricks = tricks_of(*RUN_WITH_VOORMSI[:5], "KH JH JC")
    game = scripted_game(tricks, OracleRules(settlement=settlement), [4, 2])
    assert game.result == {"winner": 1, "reason": "forfeit", "scores": [0, 2]}
    assert len(game.deals) == 1
    assert len(game.deals[0]["tricks"]) == 5
    assert len(game.deals[0]["plays"]) == 23
    assert game.deals[0]["scores"] == [0, 2]


def test_truncated() -> None:
    deck = scripted_deck(4, 3, tricks_of(*FIVE_AFTER_ONE))
    game = OracleGame(FOUR, 3, lambda _: list(deck), max_deals=1)
    for trick in tricks_of(*FIVE_AFTER_ONE):
        for cards in trick:
            game.play(cards)
    assert game.result == {"winner": None, "reason": "truncated", "scores": [3, 0]}
    assert game.to_play is None


def test_record_sorts_cards() -> None:
    assert sorted_cards(["3D", "7D", "KH", "JC", "9D", "9C", "KS"]) == [
        "JC",
        "KH",
        "9C",
        "9D",
        "KS",
        "7D",
        "3D",
    ]


# ---------------------------------------------------------------- RULES 8, three players


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("KH JC 5C", bonus(1, 2, "toqutsit")),
        ("KH 5C JC", bonus(2, 2, "toqutsit")),  # no partner, no own goal
        ("KH JC 3D", bonus(2, 2, "three_on_toqutsit")),
        ("KH 5C 3D", bonus(2, 1, "three")),
        ("5C KH 6C", bonus(1, 1, "voormsi")),
        ("5C 6C KH", None),
        ("KH KC | 5C 5S | JC 3D", bonus(2, 2, "toqutsit")),
    ],
)
def test_three_players_bonuses(text: str, expected: dict | None) -> None:
    assert first_trick(text, THREE_PLAYERS)["bonus"] == expected


def test_three_players_duty_for_everybody() -> None:
    game = scripted_game(tricks_of("KH 5C"), THREE_PLAYERS, held={2: ["JC"]})
    assert game.legal() == {frozenset({"JC"})}
    assert game.obliged_but_did_not() == {1}


def test_three_players_table() -> None:
    game = OracleGame(THREE_PLAYERS, 0, lambda _: list(PACK))
    assert target(THREE_PLAYERS) == 12
    assert len(game.scores) == 3
    assert game.to_play == 1
    assert [len(hand) for hand in game.hands] == [4, 4, 4]
    assert set(game.hands[0]) == set(PACK[8:12])


def test_three_players_draw() -> None:
    game = scripted_game(tricks_of(*TWO_WITH_FIVE[:6]), THREE_PLAYERS, [11, 11, 0])
    assert game.result == {"winner": 0, "reason": "points", "scores": [12, 11, 0]}
    game = scripted_game(tricks_of(*TWO_WITH_FIVE), THREE_STREAK, [11, 11, 0])
    assert game.result == {"winner": None, "reason": "points", "scores": [12, 12, 0]}
    game = scripted_game(tricks_of(*TWO_WITH_FIVE), THREE_STREAK, [2, 1, 0])
    assert game.deals[0]["scores"] == [3, 2, 0]
    assert game.current_deal()["dealer"] == 0
    assert game.to_play == 1


# ---------------------------------------------------------------- RULES 8, two players


def test_two_players_order_and_drawing() -> None:
    deck = ["5H", "6C", "6S", "6H", "9C", "AS", "AH", "AD"]
    deck += [card for card in reversed(PACK) if card not in deck]
    stock = deck[8:]
    game = OracleGame(TWO, 1, lambda _: list(deck))
    assert game.to_play == 0
    game.play(["5H"])
    assert game.to_play == 1
    game.play(["9C"])
    assert game.to_play == 1  # the heading player plays third
    assert stock[0] in game.hands[1]
    assert stock[1] in game.hands[0]
    game.play(["AS"])
    assert game.to_play == 0
    assert [len(hand) for hand in game.hands] == [4, 3]
    game.play(["6C"])
    assert game.to_play == 1
    assert stock[2] in game.hands[1]
    assert stock[3] in game.hands[0]
    assert game.current_deal()["tricks"] == [{"winner": 1, "size": 1, "bonus": None}]
    assert [play["seat"] for play in game.current_deal()["plays"]] == [0, 1, 1, 0]


def test_two_players_leader_still_heading_plays_third() -> None:
    game = scripted_game(tricks_of("9C 5H 6C 8S"), TWO)
    deal = game.current_deal()
    assert [play["seat"] for play in deal["plays"]] == [0, 1, 0, 1]
    assert deal["tricks"][0]["winner"] == 1


@pytest.mark.parametrize(
    ("text", "winner", "expected"),
    [
        ("KH 5C JC 6C", 0, None),  # his own Toqutsit on his own Voormsi
        ("KH 5C JC 3D", 1, None),  # and 3D on that
        ("KH 5C 3D 6C", 0, bonus(0, 1, "three")),
        ("5C KH 3D 6C", 1, bonus(1, 1, "three")),
        ("KH KC | 5C 5S | JC 3D | 6C 6S", 0, bonus(0, 1, "three")),
        ("KH KC | JC 3D | 5C 5S | 6C 6S", 1, bonus(1, 2, "toqutsit")),
        ("KH KC | 5C 5S | JC 7C | 6C 6S", 0, bonus(0, 1, "voormsi")),
        ("KH JC 5C 6C", 1, bonus(1, 2, "toqutsit")),
        ("KH JC 3D 6C", 1, bonus(1, 2, "three_on_toqutsit")),
        ("KH JC 5C 3D", 0, bonus(0, 2, "three_on_toqutsit")),
        ("KH 5C 6C 3D", 1, bonus(1, 1, "three")),
        ("KH 5C 5S 6C", 0, bonus(0, 1, "voormsi")),
        ("5C 6C KH 5S", 1, bonus(1, 1, "voormsi")),  # third play, not the last
        ("6C 5C 5S KH", 1, None),  # the last play
        ("7H KC 5C KS", 1, None),  # the leader's KS is too late
        ("7H KC KS 5C", 1, None),
        ("KC KS QC QD", 1, None),
        ("3D 7D 7S KC", 0, None),  # seat 1 opened with a Seven
    ],
)
def test_two_players_tricks(text: str, winner: int, expected: dict | None) -> None:
    trick = first_trick(text, TWO)
    assert (trick["winner"], trick["bonus"]) == (winner, expected)


def test_two_players_duty() -> None:
    game = scripted_game(tricks_of("KH 5C"), TWO, held={0: ["JC", "AC"]})
    assert game.to_play == 0
    assert len(game.legal()) == 4
    game = scripted_game(tricks_of("KH 5C AC"), TWO, held={1: ["9C", "9S", "9H", "JC"]})
    assert game.to_play == 1
    assert game.legal() == {frozenset({"JC"})}
    assert game.obliged_but_did_not() == {1}  # at the second play, before drawing it
    game.play(["JC"])
    assert game.current_deal()["tricks"][0] == {
        "winner": 1,
        "size": 1,
        "bonus": bonus(1, 2, "toqutsit"),
    }


def test_two_players_largest_lead() -> None:
    """RULES 8: with four cards still to play a lead may have two."""
    thirds = ["AC", "AS", "AH", "AD", "JS", "JH", "JD"]
    leads = ["7C", "7S", "7H", "7D", "9C", "9S", "9H"]
    seconds = ["6C", "6S", "6H", "6D", "8C", "8H", "8D"]
    fourths = ["QC", "QS", "QH", "QD", "KC", "KS", "9D"]
    tricks = [
        [[lead], [second], [third], [fourth]]
        for lead, second, third, fourth in zip(leads, seconds, thirds, fourths, strict=True)
    ]
    held = {0: ["5C", "5S", "5H", "5D"], 1: ["8S", "JC", "KH", "3D"]}
    game = scripted_game(tricks, TWO, held=held)
    assert game.deals == []
    assert game.to_play == 0
    assert set(game.hands[0]) == set(held[0])
    assert sorted(len(cards) for cards in game.legal()) == [1] * 4 + [2] * 6
    game.play(["5C", "5S"])
    game.play(["8S", "JC"])
    game.play(["KH", "3D"])
    game.play(["5H", "5D"])
    assert game.scores == [4, 0]
    assert game.deals[0]["tricks"][-1]["winner"] == 1


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
        rules = OracleRules(players, None, bust, settlement, three_is_king, show_hand_to, play_on)
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

"""docs/rules.md sections 3 and 4: what may be led and followed, what beats what, who wins."""

from __future__ import annotations

import random
from itertools import pairwise, permutations

import numpy as np
import pytest
from helpers import FOUR, one_trick, play_tricks
from numpy.typing import NDArray
from oracle_rules import ORDER, PACK, card_beats, heading_after_each_play

from voormsi_env import Games, Rules
from voormsi_env.cards import CARD_NAMES, CARD_OF_NAME
from voormsi_env.engine import beating

THREE_IS_KING = Rules(three_is_king=True)
IN_ORDER = [card for row in ORDER for card in row]
"""The order of section 4 without the `3D`, strongest first."""


def heading(text: str, rules: Rules = FOUR) -> int:
    """The play that heads an unfinished first trick led by seat 0, by its place in the trick."""
    return int(play_tricks(text, rules=rules).state.heading)


def beats(later: str, earlier: str) -> bool:
    """Whether a card beats another that was led."""
    return heading(f"{earlier} {later}") == 1


# Section 3


def test_section_3_eldest_leads_first_and_then_the_winner_of_the_trick_before() -> None:
    game = play_tricks("5H 9C 8S* 6C", "QC QS QH* QD", plays=0)
    assert (game.dealer, game.to_play) == (3, 0)
    for cards in ("5H", "9C", "8S", "6C"):
        game.play(cards)
    assert game.to_play == 2
    for cards in ("QC", "QS", "QH", "QD"):
        game.play(cards)
    assert game.to_play == 2


def test_section_3_a_trick_of_n_cards_counts_as_n() -> None:
    game = play_tricks("9C 9S 9H | 5C 5S 5H | AC AS 8S* | 6C 6S 6H", "QC 6D QS QH")
    assert game.state.tricks[:2].tolist() == [3, 1]


def test_section_3_a_deal_has_nine_tricks() -> None:
    assert [Rules(players).tricks_per_deal for players in (2, 3, 4)] == [9, 12, 9]
    game = play_tricks("9C 9S 9H 9D | AC AS AH AD | 5C 5S 5H 5D | 6C 6S 6H 6D")
    assert game.state.tricks[:2].tolist() == [4, 0]
    assert game.state.drawn == 32


def test_section_3_the_heading_play_is_the_one_to_beat_and_not_the_lead() -> None:
    assert one_trick("9C 5C 8S JS").winner == 2
    assert one_trick("QC 8S 9C 5C").winner == 1
    assert one_trick("QD QC 8D 6C").winner == 3
    assert one_trick("QC QD | 8C 6C | 9S QH | JC 5D").winner == 3  # QH beats QD, but not 6C
    assert one_trick("QC QD | 8C 6C | 5C 9S | JC 5D").winner == 2  # then 5D does not beat 5C


def test_section_3_every_card_must_beat_the_card_it_is_paired_with() -> None:
    assert heading("AC AD | 9C 8S") == 1
    assert heading("AC AD | AS 8S") == 1  # AS on AD, 8S on AC
    assert heading("AC AD | 8S QC") == 0  # nothing but 8S beats an ace here
    assert heading("AC AD | AS AH") == 0  # both beat AD only
    assert heading("9C 9S 9D | JC 9H KH") == 1
    assert heading("9C 9S 9D | JC 9H AC") == 0
    assert heading("5C 5S 5H 5D | 6C 6S 6H JD") == 1
    assert heading("5C 5S 5H 5D | 6C 6S 6H 8S") == 1
    assert heading("5C 5S 5H 5D | 6C 6S 6H QC") == 0
    assert heading("6C 6S 6H 6D | JS JH JD 5C") == 0


def test_section_3_a_play_that_does_not_beat_changes_nothing() -> None:
    game = play_tricks("9C 8S 5C")
    record = game.state
    assert (record.heading, record.heading_seat, record.opening) == (1, 1, 0)
    game.play(game.legal_plays()[-1])
    assert game.state.last_winner == 1


def test_section_3_the_play_that_heads_after_the_last_wins() -> None:
    assert one_trick("5C 6D 6C 9D").winner == 3
    assert one_trick("9D 6D 6C 5C").winner == 0


# Section 4: the order


@pytest.mark.parametrize(("higher", "lower"), list(pairwise(IN_ORDER)))
def test_section_4_each_card_beats_the_next_of_the_order_and_not_the_other_way(
    higher: str, lower: str
) -> None:
    if lower[0] == "7":
        assert higher[0] == "7" or beats("KC", lower)  # Sevens that open: below
    elif {higher, lower} == {"JC", "KH"}:
        assert beats(higher, lower)
        assert beats(lower, higher)
    elif (higher, lower) == ("KC", "KS"):
        assert beats(higher, lower)
        assert beats(lower, higher)  # KC opened, and KS is the very next
    else:
        assert beats(higher, lower)
        assert not beats(lower, higher)


def test_section_4_order_reaches_over_all_ranks() -> None:
    for stronger, weaker in [("JC", "8S"), ("KH", "8S"), ("8S", "9C"), ("9D", "AC"), ("AD", "JS")]:
        assert beats(stronger, weaker)
        assert beats(stronger, "KS")
        assert not beats("KS", stronger)


def test_section_4_after_a_lone_three_the_second_play_opens_and_beats_it_whatever_it_is() -> None:
    for card in IN_ORDER:
        game = play_tricks(f"3D {card}")
        assert (game.state.heading, game.state.opening) == (1, 1)
        assert bool(game.state.seven_trick) == (card[0] == "7")
    assert play_tricks("3D").state.opening == -1
    assert play_tricks("5C").state.opening == 0


def test_section_4_the_second_play_has_all_powers_of_a_led_card() -> None:
    assert one_trick("3D 7D KH JC").winner == 1  # a Seven's
    assert one_trick("3D 7D 9C 7S").winner == 3
    assert one_trick("3D KC KS 7C").winner == 2  # the king's weakness
    assert one_trick("3D KC 5C KS").winner == 2  # 5C beats KC


def test_section_4_a_trick_opened_with_sevens_only_is_a_seven_trick() -> None:
    assert play_tricks("7H").state.seven_trick
    assert play_tricks("7H 7D | 5C 5S").state.seven_trick
    assert not play_tricks("5C 7C").state.seven_trick
    assert not play_tricks("9C 9D | 7C 7S").state.seven_trick


# Section 4, line 1


def test_section_4_line_1_an_added_three_beats_every_card_and_cannot_be_beaten() -> None:
    for card in IN_ORDER:
        assert beats("3D", card)
    for card in ("JC", "KH", "8S", "KC", "KS", "7C"):
        assert heading(f"5H 3D {card}") == 1
        assert heading(f"7H 3D {card}") == 1
    assert one_trick("7H KC KS 3D").winner == 3
    assert one_trick("3D QC JC 5C").winner == 2  # the led 3D has no power


# Section 4, line 2


def test_section_4_line_2_a_led_three_is_beaten_by_every_card() -> None:
    for card in IN_ORDER:
        assert beats(card, "3D")


def test_section_4_line_2_a_three_led_as_a_king_is_beaten_by_every_card() -> None:
    assert heading("3D KC | 7D QD", THREE_IS_KING) == 1  # 7D on 3D, QD on KC
    assert heading("3D KC | 7D 7C", THREE_IS_KING) == 0  # no Seven beats KC
    assert heading("3D KH | 8S JC", THREE_IS_KING) == 1  # JC on KH, 8S on 3D


def test_section_4_line_2_an_added_three_is_beaten_by_none() -> None:
    assert heading("5C 5S | 3D 6C | JC KH") == 1
    assert heading("7C 7S | 3D KC | KS KH") == 1


# Section 4, line 3


def test_section_4_line_3_a_seven_that_opened_is_beaten_by_higher_sevens_and_the_king() -> None:
    sevens = ["7C", "7S", "7H", "7D"]
    for led in sevens:
        stronger = {*sevens[: sevens.index(led)], "KC", "3D"}
        for card in PACK:
            if card != led:
                assert beats(card, led) == (card in stronger)


def test_section_4_line_3_the_king_of_clubs_falls_to_the_king_of_spades_very_next_only() -> None:
    assert one_trick("7H KC KS JC").winner == 2
    assert one_trick("7H KC 9C KS").winner == 1
    assert one_trick("7H 9C KC KS").winner == 3  # very next after the KC, whenever that came
    for card in PACK:
        if card not in ("7H", "KC"):
            assert (heading(f"7H KC {card}") == 2) == (card in ("KS", "3D"))
    assert beats("KC", "7H")
    assert heading("7H 9C KS") == 0  # KS has no power over a Seven


def test_section_4_line_3_the_king_of_spades_that_took_the_king_of_clubs_is_beaten_by_none() -> (
    None
):
    for card in PACK:
        if card not in ("7H", "KC", "KS"):
            winner = one_trick(f"7H KC KS {card}").winner
            assert (winner == 3) == (card == "3D")


def test_section_4_line_3_the_very_next_play_in_double_tricks() -> None:
    assert one_trick("7H 7D | KC 7S | KS 7C | JC KH").winner == 2
    assert one_trick("7H 7D | KC 7S | JC KH | KS 7C").winner == 1
    assert one_trick("7H 7D | 7S KC | KS 3D | AC AD").winner == 2


# Section 4, line 4


def test_section_4_line_4_a_seven_beats_nothing_in_another_trick() -> None:
    for card in IN_ORDER:
        if card[0] != "7":
            assert not beats("7C", card)
    assert one_trick("3D 5H 7S 7C").winner == 1


def test_section_4_line_4_the_king_of_spades_takes_the_king_of_clubs_that_opened() -> None:
    assert one_trick("KC KS 7C 7S").winner == 1
    assert one_trick("KC 7C KS 7S").winner == 0  # not the very next play
    assert one_trick("3D KC KS 7C").winner == 2
    assert one_trick("3D KC 7C KS").winner == 1
    assert one_trick("KC QD KS 7C").winner == 1  # QD heads, not KC
    assert one_trick("KS KC 7C 7S").winner == 1  # a KC that did not open stands above KS
    assert heading("KC KH | KS JC") == 1
    assert heading("KC KH | 5C 5S | KS JC") == 0


def test_section_4_line_4_the_second_of_the_two_matadors_wins() -> None:
    assert beats("JC", "KH")
    assert beats("KH", "JC")
    assert one_trick("JC 5D KH 8S").winner == 2


def test_section_4_line_4_otherwise_the_higher_card_wins() -> None:
    assert one_trick("8C 6D 9D AC").winner == 2
    assert one_trick("KC QD KS 5H").winner == 3


def test_section_4_line_4_a_powerless_seven_is_below_everything() -> None:
    # 7C beats the 3D led as a king and so heads for a while.
    assert heading("3D KC | 7C QD | 7S 8C", THREE_IS_KING) == 1
    assert one_trick("3D KC | 7C QD | 7S 8C | KS QC", THREE_IS_KING).winner == 3
    assert one_trick("3D KC | 7D QD | 7C 8C | 7S JC", THREE_IS_KING).winner == 1


# Against the oracle


@pytest.mark.parametrize("situation", range(beating.NUM_SITUATIONS))
def test_section_4_every_pair_of_cards_in_every_situation_against_the_oracle(
    situation: int,
) -> None:
    """Also those that no legal trick leads to, such as a `KC` that heads but did not open."""
    seven_trick = bool(situation & beating.IN_SEVEN_TRICK)
    for later, earlier in permutations(PACK, 2):
        if seven_trick and earlier[0] != "7" and earlier not in ("KC", "KS", "3D"):
            continue  # heads no seven trick
        expected = card_beats(
            later,
            earlier,
            led=bool(situation & beating.THREE_WAS_LED),
            opening=bool(situation & beating.HEADING_OPENED),
            seven_trick=seven_trick,
            very_next=bool(situation & beating.VERY_NEXT_PLAY),
        )
        beaten = int(beating.BEATEN[situation, CARD_OF_NAME[later]]) >> CARD_OF_NAME[earlier] & 1
        assert beaten == expected, (later, earlier)


def test_sections_3_and_4_tricks_of_single_cards_against_the_oracle() -> None:
    """A tenth of all leads, second and third plays of one card each."""
    rng = random.Random(34)
    tricks = [trick for trick in permutations(range(36), 3) if rng.random() < 0.1]
    games = Games(len(tricks), seed=0, decks=[[_deck_with(t)] for t in tricks], first_dealers=3)
    for cards in zip(*tricks, strict=True):
        games.step(_actions_playing(games, np.array(cards)))
    for trick, record in zip(tricks, games.states, strict=True):
        names = [CARD_NAMES[card] for card in trick]
        expected = heading_after_each_play([[name] for name in names])[-1]
        if record.over:
            assert (names[0], names[2], expected) == ("KH", "JC", 2)  # an own goal
        else:
            assert record.heading == expected, names


def _deck_with(trick: tuple[int, ...]) -> list[int]:
    """A deck that deals the cards of a trick to seats 0, 1 and 2; Toqutsit comes late if not
    among them, so that nobody is under the duty."""
    rest = [card for card in range(35, -1, -1) if card not in trick]
    deck: list[int] = []
    for card in trick:
        deck += [card, *rest[:3]]
        del rest[:3]
    return deck + rest


def _actions_playing(games: Games, cards: NDArray[np.int64]) -> NDArray[np.int64]:
    """The action that plays one card, for each game."""
    hands = games.states["hands"][np.arange(len(games)), games.to_play]
    slots = np.array(
        [(int(h) & (1 << int(c)) - 1).bit_count() for h, c in zip(hands, cards, strict=True)]
    )
    return (1 << slots) - 1

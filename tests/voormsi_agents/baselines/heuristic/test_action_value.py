"""What the heuristic player plays where that is clear."""

from __future__ import annotations

import pytest
from decisions import Player, chosen, to_follow, to_lead
from helpers import RUN_WITH_VOORMSI, SWEEP, play_tricks

from voormsi_agents.baselines.greedy import greedy_action
from voormsi_agents.baselines.heuristic.action_value import heuristic_action


@pytest.mark.parametrize(
    ("hand", "lead"),
    [
        ("7C 7S QC 5D", "7C 7S"),
        ("7D QC AC 5C", "7D"),
        ("9C 9S 5C 8D", "9C 9S"),
        ("QC QS QH 5D", "QC QS QH"),
        ("5C 5S 5H 8D", "5C 5S 5H"),
    ],
)
def test_it_leads_sevens_and_multiples(hand: str, lead: str) -> None:
    assert to_lead(hand) == lead


@pytest.mark.parametrize("card", ["3D", "KC", "KH"])
def test_it_leads_no_card_that_is_worth_more_later(card: str) -> None:
    assert card not in to_lead(f"{card} QC 8S 5C")


FOLLOWED = [
    # playing last it wins with the cheapest card that does
    ("5H QC 6C", "JS 9C AC 3D", "JS"),
    # it leaves the trick to a winning partner
    ("5H 9C 6C", "8S AC QD JS", "QD"),
    # where it cannot win it gives its least card
    ("5H 9C 8S", "AC JS QD 6C", "QD"),
    ("5H 9C 8S", "AC JS QD KC", "QD"),
    # of several cards it spends no more than it takes
    ("5C 5S | 8C 8H | 6C 6S", "9C JS QD 3D", "9C JS"),
    ("5C 5S | 6C 6S | 8C 8H", "9C JS QD 3D", "JS QD"),
    ("7H 7D | 5C 5S | 6C 6S", "KC 7S 9C QD", "KC 7S"),
    # it uses the kings against Sevens
    ("7D 5C 6C", "KC QD AC JS", "KC"),
    ("7D KC", "KS QD AC JS", "KS"),
    # it takes Voormsi, and the Toqutsit that took it, but not its partner's
    ("5H KH", "3D QD AC JS", "3D"),
    ("KH JC", "3D QD AC JS", "3D"),
    ("5H KH 6C", "3D QD AC JS", "QD"),
]
"""What it follows with, by the trick so far and its hand."""


@pytest.mark.parametrize(("trick", "hand", "play"), FOLLOWED)
def test_it_follows_with_what_it_takes(trick: str, hand: str, play: str) -> None:
    assert to_follow(trick, hand) == play


@pytest.mark.parametrize("player", [heuristic_action, greedy_action])
@pytest.mark.parametrize("trick", ["KH 5C", "8C KH 6C"])
def test_toqutsit_stays_in_hand_when_it_would_be_an_own_goal(trick: str, player: Player) -> None:
    assert "JC" not in to_follow(trick, "JC 8S AC JS", player)


@pytest.mark.parametrize(
    ("first_trick", "play"),
    [
        ("9S 5C 5S 5H", "KH"),  # Toqutsit is still out: a bonus for the risk
        ("JC 5C 5S 5H", "QD"),  # it is gone: no bonus, so Voormsi is kept for a better trick
    ],
)
def test_voormsi_goes_out_for_its_bonus(first_trick: str, play: str) -> None:
    game = play_tricks(first_trick, "6C", held={1: ["KH", "9C", "QS", "QD"]})
    assert chosen(game) == play


@pytest.mark.parametrize(
    ("score", "lead"),
    [
        (7, "8S"),  # five unbeaten make two points, just what is needed
        (8, "QS"),  # two would be too many: it rather wins the fifth trick later, for one
    ],
)
def test_it_takes_care_not_to_go_bust(score: int, lead: str) -> None:
    game = play_tricks(
        *RUN_WITH_VOORMSI[:4], held={0: ["8S", "9D", "QD", "QS"]}, start_scores=[score, 0]
    )
    assert chosen(game) == lead


@pytest.mark.parametrize(("score", "play"), [(0, "8S"), (8, "6D")])
def test_it_lets_its_opponents_go_bust(score: int, play: str) -> None:
    game = play_tricks(
        *RUN_WITH_VOORMSI[:4],
        "9C 6C QH",
        held={3: ["8S", "6D", "QD", "QS"]},
        start_scores=[score, 0],
    )
    assert chosen(game) == play


def test_it_gives_a_trick_away_rather_than_have_the_deal_annulled() -> None:
    game = play_tricks(*SWEEP[:7], SWEEP[7], plays=28)
    assert game.hand(0) == ["9D", "KS"]
    assert chosen(game) == "KS"

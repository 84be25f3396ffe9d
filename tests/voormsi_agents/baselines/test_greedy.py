"""What the greedy player plays, and how strong it is."""

from __future__ import annotations

import pytest
from decisions import share_of_wins, to_follow, to_lead
from helpers import FOUR

from voormsi_agents.baselines.greedy import GreedyAgent, greedy_action
from voormsi_agents.baselines.random import RandomAgent


@pytest.mark.parametrize(
    ("hand", "lead"),
    [
        ("JC 5C 5S 8D", "5C 5S"),
        ("9C 9S 5C 5D", "9C 9S"),
        ("3D 8C QC 5C", "5C"),
        ("KH KC KS JC", "KH KC KS"),
    ],
)
def test_greedy_leads_the_most_and_then_the_strongest_cards(hand: str, lead: str) -> None:
    assert to_lead(hand, greedy_action) == lead


@pytest.mark.parametrize(
    ("trick", "hand", "play"),
    [
        ("5H QC 6C", "JS 9C AC 3D", "3D"),
        ("5H QC 6C", "JS 9C AC QD", "9C"),
        ("5H 9C 6C", "8S AC QD JS", "8S"),  # its partner's trick
        ("5H 9C 8S", "AC JS QD 6C", "QD"),
        ("7D 5C 6C", "KC QD 7S JS", "KC"),
        ("5C 5S | 8C 8H | 6C 6S", "9C AC JS QD", "9C AC"),
        ("5C 5S | 8C 8H | 6C 6S", "9C KS 8D QD", "QD KS"),
    ],
)
def test_greedy_takes_what_it_can_with_its_strongest_cards(
    trick: str, hand: str, play: str
) -> None:
    assert to_follow(trick, hand, greedy_action) == play


def test_greedy_beats_random_players() -> None:
    assert share_of_wins(GreedyAgent(), RandomAgent(), FOUR, 150) >= 0.88

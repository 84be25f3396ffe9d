"""Every example of docs/rules.md section 9, played on the engine."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers import (
    EXAMPLES,
    OWN_GOAL_EXAMPLE,
    Bonus,
    legal_sets,
    one_trick,
    parse_trick,
    play_tricks,
)

from voormsi_env import Rules
from voormsi_env.rules import Bust

RULES_TEXT = Path(__file__).parents[2] / "docs" / "rules.md"


@pytest.mark.parametrize(("text", "bonus"), EXAMPLES)
def test_section_9_tricks(text: str, bonus: Bonus) -> None:
    plays, winner = parse_trick(text)
    assert one_trick(text) == (winner, len(plays[0]), bonus)


@pytest.mark.parametrize(("text", "bonus"), EXAMPLES)
def test_section_9_tricks_pay_the_ladder(text: str, bonus: Bonus) -> None:
    points = {"voormsi": 1, "toqutsit": 2, "three": 1, "three_on_toqutsit": 2}
    expected = [3, 4]
    if bonus is not None:
        kind, team = bonus
        expected[team] += points[kind]
    assert play_tricks(text, start_scores=[3, 4]).scores == expected


def test_section_9_own_goal() -> None:
    game = play_tricks(OWN_GOAL_EXAMPLE, start_scores=[5, 3])
    assert game.over
    assert (game.winners, game.reason, game.scores) == ([1], "forfeit", [0, 3])
    assert game.legal_plays() == []


def test_section_9_duty_in_a_double_trick() -> None:
    """The last trick: a seat 1 who held JC would have to play it."""
    last, _ = EXAMPLES[-1]
    game = play_tricks(last.replace("*", ""), held={1: ["JC", "5C"]}, plays=1)
    assert game.to_play == 1
    assert legal_sets(game) == {frozenset({"JC", other}) for other in ("8S", "KS", "5C")}


@pytest.mark.parametrize(("bust", "expected"), [("rebound", 7), ("deduct", 6), ("off", 9)])
def test_section_9_ladder(bust: Bust, expected: int) -> None:
    """8 + 3 = 11: five tricks before the others won any, and one more."""
    run = ["7C AC 5C 8C", "7S AS 5S 8H", "7H AH 5H 8D", "7D AD 5D QC", "9C JS 6C QS", "9S JH 6S QH"]
    game = play_tricks(*run, "9D 8S 6H QD", rules=Rules(bust=bust), start_scores=[8, 0])
    assert game.scores == [expected, 0]
    assert game.winners == ([0] if expected == 9 else [])


@pytest.mark.skipif(not RULES_TEXT.exists(), reason="an installed copy comes without docs")
def test_the_examples_are_those_of_the_rules() -> None:
    text = RULES_TEXT.read_text(encoding="utf-8")
    section = text[text.index("## 9.") : text.index("## 10.")]
    written = {" ".join(line.split()) for line in section.splitlines()}
    for example in [text for text, _ in EXAMPLES] + [OWN_GOAL_EXAMPLE]:
        assert any(line.startswith(" ".join(example.split())) for line in written), example
    tricks = [line for line in section.splitlines() if line.startswith("    ")]
    assert len(tricks) == len(EXAMPLES) + 1

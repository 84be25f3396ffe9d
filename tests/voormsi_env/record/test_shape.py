"""The form of a record: each fault is told with its place and what is allowed."""

from __future__ import annotations

from typing import Any

import pytest
from records import example

from voormsi_env.record.shape import Fault, played_fault, shape_faults, shown, told


def faults_of(record: object) -> list[str]:
    return [str(fault) for fault in shape_faults(record)]


def test_a_record_has_the_form_of_one() -> None:
    assert faults_of(example()) == []


@pytest.mark.parametrize(
    ("key", "value", "fault"),
    [
        ("format", "other", 'format: is "other"; allowed is "'),
        ("rules", {"player": 4}, 'rules: there is no key "player"; allowed are players, '),
        ("rules", {"players": 5}, "rules: rules option players is 5; allowed are "),
        ("rules", {"game_points": None}, "rules: game_points is null; wanted is a whole number"),
        ("seed", -1, "seed: seed is -1; allowed are whole numbers from 0"),
        ("agents", ["one"], 'agents: is ["one"]; wanted are 4 names, one a seat'),
        ("start_scores", 3, "start_scores: is 3; wanted is a list of scores, one a team"),
        ("start_scores", [99, 0], "start_scores: start_scores is [99, 0]; allowed are 2 whole"),
        ("result", {}, 'result: the key "winner" is missing'),
        ("deals", [], "deals: is []; wanted is a list of one deal or more"),
        ("more", 1, 'there is no key "more"; allowed are format, rules, '),
    ],
)
def test_a_wrong_part_is_told(key: str, value: Any, fault: str) -> None:
    assert faults_of({**example(), key: value})[0].startswith(fault)


@pytest.mark.parametrize(
    ("key", "value", "fault"),
    [
        ("dealer", 4, "deal 1: the dealer is 4; allowed are seats 0 to 3"),
        ("dealer", True, "deal 1: the dealer is true; allowed are seats 0 to 3"),
        ("deck", ["JC"], "deal 1: the deck holds 1 cards; a pack has 36"),
        ("deck", ["JC", "JC"], "deal 1: the deck holds JC twice"),
        ("plays", None, "deal 1: plays is null; wanted is a list"),
        ("plays", [{"seat": 9, "cards": ["JC"]}], "deal 1, play 1: the seat is 9; allowed are "),
        ("plays", [{"seat": 1, "cards": []}], "deal 1, play 1: cards holds 0 cards; allowed are 1"),
    ],
)
def test_a_wrong_part_of_a_deal_is_told(key: str, value: Any, fault: str) -> None:
    record = example()
    record["deals"][0][key] = value
    assert faults_of(record)[0].startswith(fault)


@pytest.mark.parametrize("key", ["seed", "deals", "result"])
def test_a_missing_part_is_told(key: str) -> None:
    record = {name: value for name, value in example().items() if name != key}
    assert faults_of(record) == [f'the key "{key}" is missing']


def test_what_is_no_record_is_told() -> None:
    assert faults_of([1]) == ["a record is an object; this is [1]"]
    assert str(Fault("deal 2", "is wrong")) == "deal 2: is wrong"


@pytest.mark.parametrize(
    ("cards", "fault"),
    [
        (["JC"], None),
        ("JC", 'is "JC"; wanted is a list of cards'),
        (["XX"], 'holds "XX", which is no card of the pack'),
        (["9C", "JC"], '["9C", "JC"] is not sorted in the order of section 4'),
        (["JC", "9C", "9S", "9H", "9D"], "holds 5 cards; allowed are 1 to 4"),
    ],
)
def test_played_cards(cards: Any, fault: str | None) -> None:
    assert played_fault(cards) == fault


def test_what_is_shown_is_short_and_ascii() -> None:
    assert shown("♣") == '"\\u2663"'
    assert shown("x" * 200) == '"' + "x" * 76 + "..."
    assert told(ValueError("♣")) == "\\u2663"
    long = told(ValueError("a" * 200 + "; allowed is b"))
    assert long.startswith("aaa")
    assert long.endswith("; allowed is b")
    assert len(long) == 163

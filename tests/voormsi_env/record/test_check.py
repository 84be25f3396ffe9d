"""What is not true in a record is found."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from records import example, recorded, swap_unplayed

from voormsi_env import Rules
from voormsi_env.record import (
    Record,
    faults_in,
)

# ---------------------------------------------------------------- alterations


def first_bonus(record: Record) -> Record:
    """The first trick that paid a bonus."""
    tricks = (trick for deal in record["deals"] for trick in deal["tricks"] if trick["bonus"])
    trick = next(tricks)
    assert isinstance(trick, dict)
    return trick


def first_double(record: Record) -> Record:
    """The first play of two cards or more."""
    plays = (play for deal in record["deals"] for play in deal["plays"] if len(play["cards"]) > 1)
    play = next(plays)
    assert isinstance(play, dict)
    return play


def first_follow(record: Record) -> Record:
    """A play that follows, with a choice."""
    play = record["deals"][0]["plays"][1]
    assert len(play["legal"]) > 1
    return play


def changed(target: Callable[[Record], Any], key: Any, value: Any) -> Callable[[Record], None]:
    """An alteration: a key of a part of the record gets a value."""

    def alter(record: Record) -> None:
        part = target(record)
        assert part[key] != value or type(part[key]) is not type(value)
        part[key] = value

    return alter


def dropped(target: Callable[[Record], Any], key: Any) -> Callable[[Record], None]:
    """An alteration: a key or an entry is taken out."""

    def alter(record: Record) -> None:
        del target(record)[key]

    return alter


def top(record: Record) -> Record:
    return record


def deal(number: int) -> Callable[[Record], Any]:
    return lambda record: record["deals"][number]


def play(number: int) -> Callable[[Record], Any]:
    return lambda record: record["deals"][0]["plays"][number]


def trick(number: int) -> Callable[[Record], Any]:
    return lambda record: record["deals"][0]["tricks"][number]


def move_card_to_other_player(record: Record) -> None:
    """Swap a card dealt to eldest with one dealt to the next player."""
    deck = record["deals"][0]["deck"]
    card = record["deals"][0]["plays"][0]["cards"][0]
    place = deck.index(card)
    assert place < 4
    deck[place], deck[4] = deck[4], deck[place]


def split_deals_elsewhere(record: Record) -> None:
    """The last play of a deal is written in the next."""
    record["deals"][1]["plays"].insert(0, record["deals"][0]["plays"].pop())


def end_early(record: Record) -> None:
    """The last deal's last trick is missing."""
    last = record["deals"][-1]
    del last["plays"][-4:], last["tricks"][-1]


ALTERATIONS: dict[str, tuple[Callable[[Record], None], str]] = {
    "another format": (changed(top, "format", "voormsi-record-2"), "format: is"),
    "no rules": (dropped(top, "rules"), 'the key "rules" is missing'),
    "a seed as text": (changed(top, "seed", "7"), "seed: "),
    "an unknown key": (lambda r: r.update(note="hello"), 'there is no key "note"'),
    "a rule of the wrong kind": (
        changed(lambda r: r["rules"], "three_is_king", 0),
        "rules: rules option three_is_king is 0",
    ),
    "game points null": (changed(lambda r: r["rules"], "game_points", None), "game_points is null"),
    "a huge game": (changed(lambda r: r["rules"], "game_points", 10**30), "rules: "),
    "other players": (changed(lambda r: r["rules"], "players", 3), "agents: "),
    "seed below zero": (changed(top, "seed", -1), "seed: "),
    "a huge seed": (changed(top, "seed", 2**63), "seed: "),
    "another seed": (changed(top, "seed", 1234), "deal 1: the deck does not follow from seed"),
    "agents of other size": (changed(top, "agents", ["a", "b"]), "agents: "),
    "an agent without a name": (changed(lambda r: r["agents"], 2, None), "agents: "),
    "start scores of other size": (changed(top, "start_scores", [0, 0, 0]), "start_scores: "),
    "another start score": (changed(lambda r: r["start_scores"], 0, 1), "scores is"),
    "start at game": (changed(lambda r: r["start_scores"], 0, 9), "start_scores: "),
    "no deals": (changed(top, "deals", []), "deals: "),
    "a deal missing": (dropped(lambda r: r["deals"], 0), "deal 1"),
    "a deal twice": (lambda r: r["deals"].insert(0, r["deals"][0]), "deal 2"),
    "another dealer first": (
        lambda r: deal(0)(r).update(dealer=(deal(0)(r)["dealer"] + 1) % 4),
        "deal 1, play 1: seat",
    ),
    "another dealer": (
        lambda r: deal(1)(r).update(dealer=(deal(1)(r)["dealer"] + 1) % 4),
        "by the rules seat",
    ),
    "a dealer of a kind": (changed(deal(0), "dealer", True), "deal 1: the dealer is true"),
    "a card missing in the deck": (lambda r: r["deals"][0]["deck"].pop(), "holds 35 cards"),
    "a card twice in the deck": (
        lambda r: r["deals"][0]["deck"].__setitem__(5, r["deals"][0]["deck"][6]),
        "twice",
    ),
    "no card in the deck": (changed(lambda r: r["deals"][0]["deck"], 5, "KD"), '"KD", which is no'),
    "dealt cards swapped": (move_card_to_other_player, "deal 1, play 1"),
    "unplayed cards swapped": (lambda r: swap_unplayed(r["deals"][1]), "deal 2: the deck"),
    "a play by another seat": (
        lambda r: play(5)(r).update(seat=(play(5)(r)["seat"] + 1) % 4),
        "play 6",
    ),
    "a seat there is not": (changed(play(5), "seat", 4), "deal 1, play 6: the seat is 4"),
    "a play missing": (dropped(lambda r: r["deals"][0]["plays"], 3), "deal 1, play 4"),
    "a play twice": (
        lambda r: r["deals"][0]["plays"].insert(3, r["deals"][0]["plays"][3]),
        "deal 1, play 5",
    ),
    "a card not held": (changed(play(0), "cards", ["KD"]), "no card of the pack"),
    "too few cards": (lambda r: first_double(r).update(cards=first_double(r)["cards"][:1]), "play"),
    "cards not sorted": (lambda r: first_double(r)["cards"].reverse(), "not sorted"),
    "no cards": (changed(play(2), "cards", []), "deal 1, play 3: cards holds 0 cards"),
    "cards as text": (changed(play(2), "cards", "7H"), "wanted is a list of cards"),
    "another legal play": (
        lambda r: first_follow(r).update(
            cards=next(c for c in first_follow(r)["legal"] if c != first_follow(r)["cards"])
        ),
        "",
    ),
    "a legal play missing": (lambda r: first_follow(r)["legal"].pop(), "legal lacks"),
    "a legal play too many": (lambda r: first_follow(r)["legal"].append(["3D"]), "legal lists"),
    "a legal play twice": (
        lambda r: first_follow(r)["legal"].append(first_follow(r)["legal"][0]),
        "legal lists a play twice",
    ),
    "legal of another kind": (changed(play(1), "legal", None), "wanted is a list of plays"),
    "a legal play of a kind": (changed(play(1), "legal", [["9C"], 7]), "a legal play is 7"),
    "deal boundary moved": (split_deals_elsewhere, "deal 1: it goes on by the rules"),
    "a trick missing": (dropped(lambda r: r["deals"][0]["tricks"], 2), "deal 1: tricks"),
    "another winner": (
        lambda r: trick(1)(r).update(winner=(trick(1)(r)["winner"] + 1) % 4),
        "deal 1, trick 2: winner",
    ),
    "another size": (lambda r: trick(1)(r).update(size=trick(1)(r)["size"] + 1), "trick 2: size"),
    "a size of a kind": (changed(trick(0), "size", 1.0), "deal 1, trick 1: size is 1.0"),
    "a bonus taken away": (lambda r: first_bonus(r).update(bonus=None), "bonus is null"),
    "another bonus": (lambda r: first_bonus(r)["bonus"].update(points=7), "bonus is"),
    "a bonus to the others": (
        lambda r: first_bonus(r)["bonus"].update(team=1 - first_bonus(r)["bonus"]["team"]),
        "bonus is",
    ),
    "a bonus made up": (
        changed(trick(0), "bonus", {"team": 0, "points": 1, "kind": "voormsi"}),
        "deal 1, trick 1: bonus is",
    ),
    "tricks null": (changed(deal(0), "tricks", None), "deal 1: tricks: null listed"),
    "annulled": (changed(deal(0), "annulled", True), "deal 1: annulled is true"),
    "annulled as a number": (changed(deal(0), "annulled", 0), "deal 1: annulled is 0"),
    "other scores": (lambda r: r["deals"][0]["scores"].reverse(), "deal 1: scores is"),
    "the end missing": (end_early, "it goes on by the rules"),
    "a deal without plays at the end": (
        lambda r: r["deals"].append(r["deals"][0] | {"plays": [], "tricks": []}),
        "deal 4",
    ),
    "another winner of the game": (
        lambda r: r["result"].update(winner={0: 1, 1: 0, None: 0}[r["result"]["winner"]]),
        "result: winner is",
    ),
    "another reason": (
        lambda r: r["result"].update(reason="points"),
        "it goes on by the rules",
    ),
    "no reason": (lambda r: r["result"].update(reason="none"), "result: the reason is"),
    "another result": (lambda r: r["result"]["scores"].reverse(), "result: scores is"),
    "result null": (changed(top, "result", None), "result: is null"),
}


@pytest.mark.parametrize("name", ALTERATIONS)
def test_alterations_are_found(name: str) -> None:
    alter, message = ALTERATIONS[name]
    record = example()
    assert record["result"]["reason"] == "truncated"
    alter(record)
    faults = faults_in(json.loads(json.dumps(record)), seeded=True)
    assert faults
    assert any(message in str(fault) for fault in faults), [str(fault) for fault in faults]
    assert all(str(fault).isprintable() and str(fault).isascii() for fault in faults)


def test_legal_plays_may_come_in_any_order_and_be_left_out() -> None:
    record = example()
    rng = random.Random(3)
    for number, each in enumerate(record["deals"][0]["plays"]):
        rng.shuffle(each["legal"])
        if number % 3 == 0:
            del each["legal"]
    assert faults_in(record, seeded=True) == []


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths of all values within a JSON value that are no object and no list."""
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, item in items:
        if isinstance(item, dict | list):
            yield from leaves(item, (*path, key))
        else:
            yield (*path, key)


def put(record: Record, path: tuple[Any, ...], value: Any) -> Any:
    """Put a value in a place of a record; the value that was there."""
    *parents, last = path
    part: Any = record
    for key in parents:
        part = part[key]
    before, part[last] = part[last], value
    return before


def test_no_value_can_be_another() -> None:
    """Whatever stands in whatever place of a record, it is found, and nothing breaks."""
    record = recorded(Rules.two(), 4, 1, legal=True, episode="deal")[0]
    assert faults_in(record, seeded=True) == []
    rng = random.Random(5)
    others = [None, True, False, -1, 0, 1, 10**40, 0.5, "", "JC", [], ["JC"], {}, {"a": []}]
    for path in rng.sample(list(leaves(record)), 250):
        value = rng.choice(others)
        before = put(record, path, value)
        same = value == before and type(value) is type(before)
        name = path[0] == "agents" and isinstance(value, str)
        assert bool(faults_in(record, seeded=True)) != (same or name), (path, value)
        put(record, path, before)


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda children: st.lists(children) | st.dictionaries(st.text(), children),
    max_leaves=20,
)
PARTS = ("rules", "seed", "agents", "start_scores", "deals", "result")


@settings(max_examples=40)
@given(st.fixed_dictionaries({}, optional=dict.fromkeys(PARTS, JSON_VALUES)), JSON_VALUES)
def test_garbage_is_refused_without_breaking(parts: dict[str, Any], garbage: Any) -> None:
    assert faults_in(garbage)
    faults = faults_in(example() | parts, seeded=True)
    assert all(str(fault).isascii() and "\n" not in str(fault) for fault in faults)

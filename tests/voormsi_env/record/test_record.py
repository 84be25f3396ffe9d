"""Game records (docs/rules.md section 10): what is written is true, what is not is found."""

from __future__ import annotations

import copy
import json
import os
import random
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from helpers import OPTIONS, play_tricks
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle import OracleGame, OracleRules

from voormsi_agents.matches.recording import record_games
from voormsi_agents.matches.roster import Roster
from voormsi_env import Game, Rules
from voormsi_env.engine.randomness import game_seed
from voormsi_env.files import writing
from voormsi_env.record import (
    Record,
    RecordError,
    decks_follow_from_seed,
    faults_in,
    from_line,
    notes_on_plays,
    read_records,
    record_of,
    replay,
    to_line,
    write_records,
)
from voormsi_env.render.transcript import transcript

SEED = 28
AGENTS = {2: ["random", "greedy"], 3: ["random", "greedy", "random"], 4: ["random", "greedy"]}


def recorded(rules: Rules, seed: int, count: int, **options: Any) -> list[Record]:
    """Games of agents that play quite differently, so that all that can happen does."""
    return list(record_games(Roster(AGENTS[rules.players], rules), seed, count, **options))


@cache
def example_line() -> str:
    """A game of several deals with legal plays, as text."""
    return to_line(recorded(Rules.four(), SEED, 1, legal=True, max_deals=3)[0])


def example() -> Record:
    """The game of `example_line`, to be altered as one likes."""
    record = from_line(example_line())
    assert isinstance(record, dict)
    return record


def oracle_replay(record: Record) -> OracleGame:
    """The oracle's game of a record's decks and plays; every list of legal plays is compared."""
    deals = record["deals"]
    truncated = record["result"]["reason"] in ("truncated", "deal")
    game = OracleGame(
        OracleRules(**record["rules"]),
        deals[0]["dealer"],
        lambda number: deals[number]["deck"],
        record["start_scores"],
        len(deals) if truncated else 1000,
    )
    for deal in deals:
        for play in deal["plays"]:
            assert game.to_play == play["seat"]
            legal = [tuple(cards) for cards in play["legal"]]
            assert len(set(legal)) == len(legal)
            assert {frozenset(cards) for cards in legal} == game.legal()
            game.play(play["cards"])
    return game


def without_legal(record: Record) -> Record:
    """A record with its lists of legal plays taken out."""
    plain = copy.deepcopy(record)
    for deal in plain["deals"]:
        for play in deal["plays"]:
            del play["legal"]
    return plain


def rules_with_each_option(players: int) -> Iterator[Rules]:
    """The default rules, and the rules with each option changed."""
    yield Rules(players=players)
    yield Rules(players=players, game_points=4)
    for name, values in OPTIONS.items():
        for value in values[1:]:
            yield Rules(players=players, **{name: value})


# ---------------------------------------------------------------- against the oracle


@pytest.mark.parametrize("players", [2, 3, 4])
def test_records_agree_with_the_oracle(players: int) -> None:
    reasons: set[str] = set()
    kinds: set[str | None] = set()
    annulled = 0
    for number, rules in enumerate(rules_with_each_option(players)):
        for record in recorded(rules, number, 2, legal=True, max_deals=6):
            game = oracle_replay(record)
            plain = without_legal(record)
            assert plain["deals"] == game.deals
            assert plain["result"] == game.result
            assert plain["rules"] == rules.to_dict()
            assert faults_in(record, seeded=True) == []
            assert faults_in(plain, seeded=True) == []
            reasons.add(record["result"]["reason"])
            annulled += sum(deal["annulled"] for deal in record["deals"])
            tricks = [trick for deal in record["deals"] for trick in deal["tricks"]]
            kinds |= {trick["bonus"] and trick["bonus"]["kind"] for trick in tricks}
    assert {"points", "truncated"} <= reasons
    assert {None, "voormsi", "toqutsit", "three"} <= kinds
    assert annulled or players > 2


@pytest.mark.parametrize("players", [2, 3, 4])
def test_single_deals(players: int) -> None:
    for record in recorded(Rules(players=players), 5, 20, legal=True, episode="deal"):
        game = oracle_replay(record)
        assert without_legal(record)["deals"] == game.deals
        assert len(record["deals"]) == 1
        gains = record["result"]["scores"]
        if record["result"]["reason"] == "deal":
            best = [team for team, gain in enumerate(gains) if gain == max(gains)]
            assert record["result"]["winner"] == (best[0] if len(best) == 1 else None)
        assert faults_in(record, seeded=True) == []


# ---------------------------------------------------------------- what a record says


def test_keys_types_and_order() -> None:
    record = example()
    assert list(record) == [
        "format",
        "rules",
        "seed",
        "agents",
        "start_scores",
        "deals",
        "result",
    ]
    assert record["format"] == "voormsi-record-1"
    assert record["agents"] == ["random", "greedy", "random", "greedy"]
    assert record["start_scores"] == [0, 0]
    assert list(record["rules"]) == [
        "players",
        "game_points",
        "bust",
        "settlement",
        "three_is_king",
        "show_hand_to",
        "play_on",
    ]
    for deal in record["deals"]:
        assert list(deal) == ["dealer", "deck", "plays", "tricks", "annulled", "scores"]
        assert all(list(play) == ["seat", "cards", "legal"] for play in deal["plays"])
        assert all(list(trick) == ["winner", "size", "bonus"] for trick in deal["tricks"])
    assert list(record["result"]) == ["winner", "reason", "scores"]


def test_a_rule_left_out_means_its_default() -> None:
    record = example()
    del record["rules"]["play_on"], record["rules"]["three_is_king"]
    assert faults_in(record) == []
    assert replay(record).rules == Rules.four()


@pytest.mark.parametrize(
    ("trick", "winner", "scores"),
    [("KH  8C  JC", 1, [0, 2]), ("9S  KH  8C  JC", 0, [4, 0])],
)
def test_own_goal_has_no_trick(trick: str, winner: int, scores: list[int]) -> None:
    """Not even one by the last play."""
    game = play_tricks("9C 5H 5S 5D", trick, start_scores=[4, 2])
    record = record_of(game, ["a", "b", "c", "d"], legal=True)
    assert record["result"] == {"winner": winner, "reason": "forfeit", "scores": scores}
    assert len(record["deals"][0]["tricks"]) == 1
    assert record["deals"][0]["scores"] == scores
    assert record["start_scores"] == [4, 2]
    assert oracle_replay(record).result == record["result"]
    assert without_legal(record)["deals"] == oracle_replay(record).deals
    assert faults_in(record) == []


def test_given_decks_need_not_follow_from_the_seed() -> None:
    record = record_of(play_tricks("KH  9C  JC"))
    assert faults_in(record) == []
    assert decks_follow_from_seed(record) == [False]
    assert [str(fault) for fault in faults_in(record, seeded=True)] == [
        "deal 1: the deck does not follow from seed 1"
    ]


def test_only_first_decks_can_be_given() -> None:
    record = without_legal(example())
    swap_unplayed(record["deals"][0])
    assert faults_in(record) == []
    swap_unplayed(record["deals"][2])
    assert [fault.place for fault in faults_in(record)] == ["deal 3"]


def test_draw_of_three() -> None:
    """Two players reach game in the same deal."""
    tricks = [
        "5C 5S | 6C 6S | 8C 8H",
        "5H QC 9C",
        "9S QS QH",
        "9H 8D QD",
        "9D 7C 7S",
        "8S 7H 7D",
        "JS JH JD | AC AS AH | KC KS 5D",
    ]
    rules = Rules.three(play_on="streak")
    game = play_tricks(*tricks, rules=rules, start_scores=[11, 11, 0])
    record = record_of(game)
    assert record["result"]["winner"] is None
    assert record["result"]["reason"] == "points"
    assert record["result"]["scores"].count(12) == 2
    assert faults_in(record) == []


def test_played_game_and_batch_make_the_same_record() -> None:
    record = example()
    seed = game_seed(SEED, 0)
    assert record["seed"] == seed
    game = Game(Rules.four(), seed=seed, max_deals=3)
    for deal in record["deals"]:
        for play in deal["plays"]:
            game.play(play["cards"])
    assert record_of(game, record["agents"], legal=True) == record


@pytest.mark.parametrize("at_once", [1, 7, 100])
def test_batches_do_not_matter(at_once: int) -> None:
    together = recorded(Rules.three(), 3, 20)
    assert recorded(Rules.three(), 3, 20, games_at_once=at_once) == together
    assert [record["seed"] for record in together] == [game_seed(3, i) for i in range(20)]


def test_an_unfinished_game_has_no_record() -> None:
    with pytest.raises(ValueError, match="not over"):
        record_of(Game(seed=1))


def test_a_name_a_seat() -> None:
    with pytest.raises(ValueError, match="wanted are 4"):
        record_of(play_tricks("KH  9C  JC"), ["a", "b"])


# ---------------------------------------------------------------- replaying


@pytest.mark.parametrize("players", [2, 3, 4])
def test_replay_to_any_play_and_on(players: int) -> None:
    record = recorded(Rules(players=players, bust="deduct"), 8, 1, max_deals=2)[0]
    written = [play for deal in record["deals"] for play in deal["plays"]]
    for count in [*range(0, len(written), 5), len(written) - 1]:
        game = replay(record, count)
        assert game.to_play == written[count]["seat"]
        assert written[count]["cards"] in game.legal_plays()
        for play in written[count:]:
            game.play(play["cards"])
        assert record_of(game, record["agents"]) == record
    assert replay(record).over
    assert record_of(replay(record), record["agents"]) == record


def test_replay_can_go_another_way() -> None:
    record = example()
    game = replay(record, 10)
    rng = random.Random(1)
    while not game.over:
        game.play(rng.choice(game.legal_plays()))
    other = record_of(game)
    assert other["deals"][0]["deck"] == record["deals"][0]["deck"]
    assert faults_in(other, seeded=True) == []


def test_replay_refuses() -> None:
    record = example()
    with pytest.raises(RecordError, match="no play 100000"):
        replay(record, 100000)
    with pytest.raises(RecordError, match="no play -1"):
        replay(record, -1)
    record["result"]["winner"] = 2
    with pytest.raises(RecordError, match="result: winner is 2"):
        replay(record)


# ---------------------------------------------------------------- alterations


def swap_unplayed(deal: Record) -> None:
    """Swap two cards of the deck that nobody played, so that no play is any different."""
    played = {card for play in deal["plays"] for card in play["cards"]}
    deck = deal["deck"]
    first, second = [place for place in range(36) if deck[place] not in played | {"JC"}][:2]
    deck[first], deck[second] = deck[second], deck[first]


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


# ---------------------------------------------------------------- lines and files


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", "empty"),
        ("   ", "empty"),
        ('{"format": ', "not JSON"),
        ('{"a": 1, "a": 2}', "'a' twice"),
        ('{"a": NaN}', "NaN"),
        ('{"a": -Infinity}', "-Infinity"),
        ("[" * 100_000, "nested too deep"),
        ("1" * 10_000, "too many digits"),
        (b"\xff\xfe", "not UTF-8"),
        ("\ufeff{}", "not JSON"),
    ],
)
def test_lines_that_are_no_json(line: str | bytes, message: str) -> None:
    with pytest.raises(RecordError, match=message):
        from_line(line)


def test_every_cut_of_a_line_is_refused() -> None:
    line = example_line()
    for length in range(0, len(line), 97):
        with pytest.raises(RecordError):
            from_line(line[:length])


def test_write_and_read(tmp_path: Path) -> None:
    records = recorded(Rules.four(), 2, 3)
    path = tmp_path / "games.jsonl"
    assert write_records(path, iter(records)) == 3
    assert list(read_records(path)) == records
    assert path.read_bytes().decode("utf-8").count("\n") == 3
    path.write_text(path.read_text() + "[1]\n")
    with pytest.raises(RecordError, match="line 4: not a JSON object"):
        list(read_records(path))


def test_names_of_any_kind_survive(tmp_path: Path) -> None:
    names = ["Toqutsit ♣", "\ud800", 'quote " and \n line', "ᐃᓄᒃ"]
    record = record_of(play_tricks("KH  9C  JC"), names)
    write_records(tmp_path / "games.jsonl", [record])
    assert list(read_records(tmp_path / "games.jsonl")) == [record]
    assert faults_in(record) == []
    shown = list(transcript(record, notes_on_plays(record)))
    assert all(line.isprintable() and line.isascii() for line in shown)


def test_a_broken_off_file_leaves_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text("old")

    def broken() -> Iterator[Record]:
        yield example()
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_records(path, broken())
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["games.jsonl"]


def test_files_that_are_no_files_are_written_to(tmp_path: Path) -> None:
    link = tmp_path / "null"
    link.symlink_to(os.devnull)
    with writing(link) as stream:
        stream.write("gone")
    assert link.is_symlink()
    assert not Path(os.devnull).is_file()
    target = tmp_path / "target"
    target.write_text("old")
    other = tmp_path / "link"
    other.symlink_to(target)
    with writing(other) as stream:
        stream.write("new")
    assert other.is_symlink()
    assert target.read_text() == "new"


# ---------------------------------------------------------------- the transcript


def test_transcript() -> None:
    game = play_tricks("9H 9D | 8S 9C* | AC AS | 5C 3D", "KH 6S JC", rules=Rules.four(bust="off"))
    record = record_of(game, ["first", "second", "third", "second"])
    assert list(transcript(record, notes_on_plays(record), hands=True)) == [
        "4 players, game at 9 points, seed 1",
        "Options: bust=off",
        "  seats 0+2: first, third",
        "  seats 1+3: second",
        "",
        "Deal 1, dealt by seat 3. Ladder 0 : 0",
        "  seat 0 is dealt 9H 9D 7C 7S",
        "  seat 1 is dealt 8S 9C KH 7H",
        "  seat 2 is dealt AC AS 6S 7D",
        "  seat 3 is dealt 5C 3D JC KS",
        "    1-2  0: 9H 9D         1: 8S 9C*        2: AC AS         3: 5C 3D",
        "            9H 9D 7C 7S      KH 8S 9C 7H      AC AS 6S 7D      JC 5C KS 3D",
        "      3  1: KH            2: 6S            3: JC            own goal",
        "            KH QD KC 7H      6S 8C QC 7D      JC 8H QS KS",
        "  Tricks 0 : 2. Ladder 0 : 0",
        "",
        "The game is over (own goal): seats 0+2 won, 0 : 0",
    ]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_transcripts_name_every_play_and_the_winner(players: int) -> None:
    record = recorded(Rules(players=players), 3, 1, max_deals=4)[0]
    lines = list(transcript(record, notes_on_plays(record)))
    cells = [cell for line in lines for cell in line.replace("  ", "\n").split("\n")]
    shown = [cell for cell in map(str.strip, cells) if cell[1:3] == ": " and cell[0] in "0123"]
    deals = record["deals"]
    plays = [play for deal in deals for play in deal["plays"]]
    assert [cell.rstrip("*") for cell in shown] == [
        f"{play['seat']}: {' '.join(play['cards'])}" for play in plays
    ]
    winners = [trick["winner"] for deal in deals for trick in deal["tricks"]]
    assert [int(cell[0]) for cell in shown if cell.endswith("*")] == winners
    bonuses = [trick for deal in deals for trick in deal["tricks"] if trick["bonus"]]
    assert sum(" for seat" in line for line in lines) == len(bonuses)

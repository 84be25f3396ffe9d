"""What a record says (docs/rules.md section 10)."""

from __future__ import annotations

import pytest
from helpers import play_tricks
from records import SEED, example, oracle_replay, recorded, swap_unplayed, without_legal

from voormsi_env import Game, Rules
from voormsi_env.engine.randomness import game_seed
from voormsi_env.record import (
    decks_follow_from_seed,
    faults_in,
    record_of,
    replay,
)

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

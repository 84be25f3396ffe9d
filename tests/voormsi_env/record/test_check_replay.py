"""A record is replayed to any point."""

from __future__ import annotations

import random

import pytest
from records import example, recorded

from voormsi_env import Rules
from voormsi_env.record import (
    RecordError,
    faults_in,
    record_of,
    replay,
)

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

"""Records of games (docs/rules.md section 10) agree with the oracle."""

from __future__ import annotations

import pytest
from records import oracle_replay, recorded, rules_with_each_option, without_legal

from voormsi_env import Rules
from voormsi_env.record import (
    faults_in,
)

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

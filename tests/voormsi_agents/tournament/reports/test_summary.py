"""A summary: its numbers add up, and say who forfeited what."""

from __future__ import annotations

import numpy as np
import pytest
from tournaments import BAD, spec_of, whole_summary

from voormsi_env import Rules


def test_a_summary_adds_up(tmp_path):
    spec = spec_of(["random", "greedy", "random"])
    found, results = whole_summary(tmp_path, spec, 40)
    assert [agent["name"] for agent in found["agents"]] == ["random", "greedy", "random (2)"]
    assert found["games"] == 120
    assert found["agents"][0]["rating"]["value"] == 0
    assert found["agents"][1]["rating"]["value"] > 100
    assert sum(agent["nash"]["weight"] for agent in found["agents"]) == pytest.approx(1, abs=1e-5)
    for match, given in zip(found["matches"], results, strict=True):
        rates = [one["win_rate"]["value"] for one in match["standings"]]
        assert sum(rates) == pytest.approx(1)
        assert rates[0] == pytest.approx(
            given.outcomes["shares"][::2, 0].sum() / 240
            + given.outcomes["shares"][1::2, 1].sum() / 240,
            abs=1e-6,
        )
        points = [one["points_per_deal"]["value"] for one in match["standings"]]
        assert sum(points) == pytest.approx(0, abs=1e-5)
    outcomes = np.concatenate([match.outcomes for match in results])
    play = [agent["play"] for agent in found["agents"]]
    assert sum(one["games"] for one in play) == 240
    assert sum(one["decisions"] for one in play) == outcomes["plies"].sum()
    assert sum(one["tricks"] for one in play) == outcomes["tricks"].sum()
    assert sum(sum(one["bonuses_won"].values()) for one in play) == outcomes["bonuses"].sum()
    assert sum(sum(one["bonuses_lost"].values()) for one in play) == outcomes["bonuses"].sum()
    assert sum(sum(one["tricks_led_by_size"]) for one in play) == outcomes["leads"].sum()


def test_there_is_no_nash_average_where_some_have_not_met(tmp_path):
    spec = spec_of(["random", "greedy", "random"], schedule="gauntlet")
    found, _ = whole_summary(tmp_path, spec, 40)
    assert [agent["nash"] for agent in found["agents"]] == [None] * 3
    assert all(agent["rating"] for agent in found["agents"])


def test_a_summary_of_three_players_counts_both_places_of_one(tmp_path):
    found, _ = whole_summary(tmp_path, spec_of(["greedy", "random"], Rules.three()), 30)
    one, two = found["matches"][0]["standings"]
    assert one["win_rate"]["value"] + 2 * two["win_rate"]["value"] == pytest.approx(1, abs=1e-5)
    assert found["agents"][1]["play"]["games"] == 2 * found["agents"][0]["play"]["games"] == 60


def test_a_forfeited_match_counts_for_nothing_but_is_told(tmp_path):
    bad = BAD.format("Illegal")
    found, _ = whole_summary(tmp_path, spec_of(["random", bad]), 300)
    (match,) = found["matches"]
    assert match["forfeit"]["by"] == bad
    assert match["standings"] == []
    assert found["agents"][0]["rating"] is None
    assert found["agents"][1]["play"]["matches_forfeited"] == 1
    assert found["agents"][0]["play"]["matches_forfeited"] == 0
    assert [agent["play"]["illegal_plays"] for agent in found["agents"]] == [0, 1]

"""The tables of a tournament, row by row."""

from __future__ import annotations

import pytest
from tournaments import whole_summary

from voormsi_agents.matches.pairings import Match
from voormsi_agents.tournament.reports.rows import labels, match_rows
from voormsi_agents.tournament.tasks import TournamentSpec
from voormsi_env import Rules


def test_files_are_called_by_their_names_where_these_differ():
    a, b = "checkpoint:runs/a/policy.safetensors", "checkpoint:runs/b/policy.safetensors"
    c, d = "checkpoint:runs/a/policies/0042.safetensors,temperature=1", "heuristic+checkpoint:x/y"
    assert labels([a, b, c, d, "pimc:worlds=64", "random (2)"]) == {
        a: a,
        b: b,
        c: "checkpoint:0042,temperature=1",
        d: "heuristic+checkpoint:y",
        "pimc:worlds=64": "pimc:worlds=64",
        "random (2)": "random (2)",
    }


def test_standings_come_in_the_order_of_the_match(tmp_path):
    spec = TournamentSpec(("random", "heuristic"), Rules(), 1, (Match((1, 0)), Match((0, 1))), 100)
    found, _ = whole_summary(tmp_path, spec, 40)
    for match in found["matches"]:
        assert [one["name"] for one in match["standings"]] == match["agents"]
    assert found["agents"][1]["nash"]["weight"] == pytest.approx(1, abs=1e-5)
    rows = list(match_rows(found))
    assert rows[0][0] == "heuristic – random"
    assert rows[0][2].startswith("100.0%")
    assert rows[1][2].startswith("0.0%")

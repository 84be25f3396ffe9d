"""Benchmarks: a block to quote, and a row of the leaderboard."""

from __future__ import annotations

import re

from rich.console import Console

from voormsi_agents.tournament import benchmark
from voormsi_agents.tournament.benchmark import (
    Benchmark,
    benchmark_plan,
    block,
    update_leaderboard,
)
from voormsi_agents.tournament.runner import RunOptions, run
from voormsi_env import Rules


def test_a_benchmark_gives_a_block_to_quote_and_a_row_of_the_leaderboard(
    tmp_path, monkeypatch, here
):
    small = Benchmark(1, {"random": 20, "heuristic-1": 20, "nobody": 20})
    monkeypatch.setitem(benchmark.BENCHMARKS, "voormsi-1", small)
    board = tmp_path / "leaderboard.md"
    found = {}
    for agent in ("random", "greedy"):
        plan = benchmark_plan("voormsi-1", agent, Rules())
        options = RunOptions(out=tmp_path / agent)
        found[agent], _ = run(plan, None, options, Console(quiet=True))
        update_leaderboard(board, found[agent])
    said = block(found["greedy"])
    assert re.search(r"voormsi-1: greedy\n  against random .*%.* 20 games\n", said)
    assert re.search(r"against nobody +not available", said)
    assert re.search(r"voormsi-env \S+, commit \S+, .*Python", said)
    lines = board.read_text(encoding="utf-8").splitlines()
    rows = [line.split("|")[1].strip() for line in lines if line.startswith("|")]
    assert rows == ["voormsi-1", "---", "`greedy`", "`random`"]
    update_leaderboard(board, found["random"])
    assert board.read_text(encoding="utf-8").splitlines() == lines

"""Plans played to their end: interruption, agents that fail, and the files that come of it."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest
from rich.console import Console
from tournaments import results_of

from voormsi_agents.folder_lock import held
from voormsi_agents.tournament.plan import plan_of
from voormsi_agents.tournament.runner import RunOptions, run
from voormsi_agents.tournament.workers.store import StoreError
from voormsi_env import Rules
from voormsi_env.record import faults_in, read_records

ROOT = Path(__file__).resolve().parents[3]


def play(folder, agents, games, rules=None, schedule=None, seed=0, **options):
    """Play a plan and write its files; what was printed."""
    plan = plan_of(agents, rules or Rules(), seed, schedule, games)
    console = Console(record=True, width=200, file=io.StringIO())
    run(plan, None, RunOptions(out=folder, **options), console)
    return console.export_text()


def without_times(folder):
    found = results_of(folder)
    del found["times"]
    return json.dumps(found, indent=2)


def test_a_killed_tournament_ends_with_the_very_numbers_of_one_that_was_not(tmp_path):
    killed = tmp_path / "killed"
    command = [sys.executable, ROOT / "evaluate.py", "--agents", "random"]
    command += [f"failing_agents.KillsParent:{killed}", "--games", 160, "--seed", 4, "--records"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "tests")])}

    def run(folder, *more, **in_environment):
        return subprocess.run(
            [str(part) for part in (*command, "--out", folder, *more)],
            env=environment | in_environment,
            capture_output=True,
            text=True,
            check=False,
        )

    for parts in (1, 3):
        died = run(killed, "--workers", 2, KILL_AT_PARTS=str(parts))
        assert died.returncode == -signal.SIGKILL
        assert not (killed / "results.json").exists()
        assert len(list((killed / "parts").glob("*.npz"))) >= parts
    last = run(killed, "--workers", 2)
    assert last.returncode == 0, last.stderr
    assert "going on" in last.stdout
    whole = run(tmp_path / "whole", "--workers", 1)
    assert whole.returncode == 0, whole.stderr
    assert "going on" not in whole.stdout
    assert without_times(killed) == without_times(tmp_path / "whole")
    for name in ("games.parquet", "records.jsonl"):
        assert (killed / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()
    for record in read_records(killed / "records.jsonl"):
        assert faults_in(record) == []
    assert len(list(read_records(killed / "records.jsonl"))) == 160


def test_agents_that_hang_die_crash_or_cheat_forfeit_and_the_rest_goes_on(tmp_path):
    bad = [f"failing_agents.{kind}" for kind in ("Hangs", "Dies", "Crash", "Illegal")]
    agents = ["failing_agents.First", *bad, "greedy"]
    play(tmp_path, agents, 200, schedule="gauntlet", time_limit=3, workers=2)
    found = results_of(tmp_path)
    forfeits = [match["forfeit"] for match in found["matches"]]
    assert [forfeit["by"] for forfeit in forfeits[:4]] == bad
    assert forfeits[4] is None
    assert found["matches"][4]["games"] == 200
    for forfeit, words in zip(
        forfeits,
        ("longer than 3 s", "died (signal 9)", "out of luck", "is not legal"),
        strict=False,
    ):
        assert words in forfeit["what"]
    assert [agent["play"]["matches_forfeited"] for agent in found["agents"]] == [0, 1, 1, 1, 1, 0]
    assert [agent["play"]["illegal_plays"] for agent in found["agents"]] == [0, 0, 0, 0, 1, 0]
    report = (tmp_path / "report.html").read_text(encoding="utf-8")
    for agent in bad:
        assert f"{agent} forfeited" in report


def test_files_agree_with_each_other_and_with_the_documentation(tmp_path, here):
    play(tmp_path, ["random", "greedy", "random"], 60, Rules(bust="off"), seed=9)
    found = results_of(tmp_path)
    games = pq.read_table(tmp_path / "games.parquet").to_pydict()
    assert len(games["seed"]) == found["games"] == 180
    for number, match in enumerate(found["matches"]):
        rows = np.array(games["match"]) == number
        first = match["agents"][0]
        rate = (
            sum(
                np.array(games[f"team_{team}_win"])[
                    rows & (np.array(games[f"team_{team}_agent"]) == first)
                ].sum()
                for team in (0, 1)
            )
            / rows.sum()
        )
        assert match["standings"][0]["win_rate"]["value"] == pytest.approx(rate, abs=1e-6)
    assert found["rules"]["bust"] == "off"
    assert sorted(path.name for path in (tmp_path / "plots").iterdir()) == [
        f"{name}.{kind}" for name in ("cross_table", "play", "ratings") for kind in ("png", "svg")
    ]
    text = (ROOT / "docs" / "evaluation.md").read_text(encoding="utf-8")
    documented = set(re.findall(r"`([a-z_0-9]+)`", text))
    assert set(keys_of(found)) - set(found["rules"]) <= documented
    assert {column.replace("team_1", "team_0") for column in games} <= documented


def keys_of(value):
    if isinstance(value, dict):
        for key, item in value.items():
            yield key
            yield from keys_of(item)
    elif isinstance(value, list):
        for item in value:
            yield from keys_of(item)


def test_a_folder_of_another_tournament_is_refused_and_kept(tmp_path, here):
    play(tmp_path, ["random", "greedy"], 20)
    before = (tmp_path / "results.json").read_bytes()
    other = ["greedy", "random"]
    with pytest.raises(StoreError, match="other agents"):
        play(tmp_path, other, 20)
    assert (tmp_path / "results.json").read_bytes() == before
    play(tmp_path, other, 20, fresh=True)
    assert results_of(tmp_path)["agents"][0]["name"] == "greedy"
    with (
        held(tmp_path, ValueError()),
        pytest.raises(StoreError, match="another process is playing"),
    ):
        play(tmp_path, other, 20)
    (tmp_path / "parts" / "mine").mkdir()
    (tmp_path / "parts" / "mine.txt").touch()
    play(tmp_path, other, 20, fresh=True)
    assert sorted(path.name for path in (tmp_path / "parts").glob("mine*")) == ["mine", "mine.txt"]
    (tmp_path / "file").write_text("")
    with pytest.raises(OSError, match="file"):
        play(tmp_path / "file", other, 20)


def test_a_finished_tournament_is_not_played_again(tmp_path, here):
    play(tmp_path, ["random", "greedy"], 20)
    before = without_times(tmp_path)
    assert "going on: 20 of 20 games" in play(tmp_path, ["random", "greedy"], 20)
    assert without_times(tmp_path) == before
    assert results_of(tmp_path)["times"]["games_per_second"] is None


def test_every_folder_of_results_is_named_after_what_is_played(tmp_path, here, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for seed in (1, 1, 2):
        play(None, ["random", "greedy"], 2, seed=seed)
    assert len(list((tmp_path / "results").glob("head-to-head-????????"))) == 2


OLD = ROOT / "tests" / "data" / "0.1.0" / "tournament"
RENAMED = {"win_rate_without_luck": "win_rate_without_card_luck", "luck_saves": "card_luck_saves"}
"""What version 0.1.0 called entries of results.json."""


def renamed(value):
    if isinstance(value, dict):
        return {RENAMED.get(key, key): renamed(item) for key, item in value.items()}
    return [renamed(item) for item in value] if isinstance(value, list) else value


def test_a_half_played_tournament_of_version_0_1_0_ends_with_the_numbers_it_had_then(
    tmp_path, here, monkeypatch
):
    monkeypatch.setattr("voormsi_agents.tournament.statistics.ratings.RESAMPLES", 1000)
    shutil.copytree(OLD / "folder", tmp_path / "out")
    agents = ["heuristic", "greedy", "checkpoint:champion"]
    said = play(tmp_path / "out", agents, 40, seed=3)
    assert "going on: 34 of 120 games" in said
    found = results_of(tmp_path / "out")
    expected = renamed(results_of(OLD))
    for name in ("format", "version", "commit", "code", "times"):
        found.pop(name)
        expected.pop(name, None)
    assert found == expected
    assert "34" not in play(tmp_path / "out", agents, 40, seed=3)


def test_a_match_forfeited_by_a_hanging_agent_under_version_0_1_0_stays_so(tmp_path, here):
    shutil.copytree(OLD / "folder", tmp_path / "out")
    lost = {"task": [1, 4, 8], "agent": "checkpoint:champion", "what": "it hung"}
    (tmp_path / "out" / "parts" / "1-lost.json").write_text(json.dumps(lost))
    play(tmp_path / "out", ["heuristic", "greedy", "checkpoint:champion"], 20, seed=3)
    forfeits = [match["forfeit"] for match in results_of(tmp_path / "out")["matches"]]
    assert [forfeit and forfeit["by"] for forfeit in forfeits] == [
        None,
        "checkpoint:champion",
        None,
    ]

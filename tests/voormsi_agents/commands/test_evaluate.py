"""`voormsi evaluate`: worker processes, interruption, files, bad input."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest
from rich.console import Console
from safetensors.numpy import save_file
from test_arena_tournament import Here, played, same, setup_of

from voormsi_agents import registry
from voormsi_agents.commands.main import main
from voormsi_agents.folder_lock import held
from voormsi_agents.tournament import benchmark
from voormsi_agents.tournament.benchmark import Benchmark, update_leaderboard
from voormsi_agents.tournament.run import RunOptions
from voormsi_agents.tournament.run import run as play_plan
from voormsi_agents.tournament.training_run import run_plan
from voormsi_agents.tournament.workers.engines import RayEngine
from voormsi_env import Rules
from voormsi_env.record import faults_in, read_records

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(autouse=True)
def _few_resamples(monkeypatch):
    monkeypatch.setattr("voormsi_agents.tournament.statistics.ratings.RESAMPLES", 20)


@pytest.fixture
def here(monkeypatch):
    """Play in this process: for tests of anything but the worker processes."""
    monkeypatch.setattr(
        "voormsi_agents.tournament.run.LocalEngine", lambda spec, workers: Here(spec)
    )


def evaluate(*arguments, out=None):
    """Run the command in this process; its workers are processes of their own."""
    given = ("evaluate", *arguments, *(("--out", out) if out else ()))
    return main([str(argument) for argument in given])


def results_of(folder):
    return json.loads((folder / "results.json").read_text(encoding="utf-8"))


def without_times(folder):
    found = results_of(folder)
    del found["times"]
    return json.dumps(found, indent=2)


def refused(capsys, *arguments):
    """What the command says when it refuses: one line, and nothing else."""
    assert evaluate(*arguments) == 2
    said = capsys.readouterr()
    assert said.err.count("\n") == 1
    assert "Traceback" not in said.err
    return said.err


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


def test_a_ray_cluster_gives_the_same_numbers(tmp_path):
    pytest.importorskip("ray", reason="the package ray is not installed")
    spec = setup_of(["failing_agents.First", "greedy"])
    engine = RayEngine(spec, 2, None)
    try:
        there = played(tmp_path / "ray", spec, 80, engine)
    finally:
        engine.close()
    same(there, played(tmp_path / "here", spec, 80))


def test_agents_that_hang_die_crash_or_cheat_forfeit_and_the_rest_goes_on(tmp_path, capsys):
    bad = [f"failing_agents.{kind}" for kind in ("Hangs", "Dies", "Crash", "Illegal")]
    options = ("--schedule", "gauntlet", "--games", 200, "--time-limit", 3, "--workers", 2)
    assert evaluate("--agents", "failing_agents.First", *bad, "greedy", *options, out=tmp_path) == 0
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
    said = " ".join(capsys.readouterr().out.split())
    report = (tmp_path / "report.html").read_text(encoding="utf-8")
    for agent in bad:
        assert f"{agent} forfeited" in said
        assert f"{agent} forfeited" in report


def test_files_agree_with_each_other_and_with_the_documentation(tmp_path, here):
    agents = ("--agents", "random", "greedy", "random", "--games", 60, "--seed", 9)
    assert evaluate(*agents, "--bust", "off", out=tmp_path) == 0
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
    assert sorted(path.name for path in (tmp_path / "pictures").iterdir()) == [
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


def test_options_come_from_a_config_file_and_flags_go_first(tmp_path, here):
    config = tmp_path / "match.yaml"
    config.write_text("agents: [random, greedy]\ngames: 40\nseed: 3\nplayers: 2\nworkers: 1\n")
    assert evaluate("--config", config, "--games", 20, out=tmp_path / "out") == 0
    found = results_of(tmp_path / "out")
    assert (found["rules"]["players"], found["seed"], found["games"]) == (2, 3, 20)


@pytest.mark.parametrize(
    "path", sorted((ROOT / "configs" / "evaluate").glob("*.yaml")), ids=lambda p: p.stem
)
def test_configs_that_come_with_the_project_can_be_read(path, monkeypatch):
    plans = []

    def stop(plan, *_):
        plans.append(plan)
        raise ValueError("enough")

    monkeypatch.setattr("voormsi_agents.commands.evaluate_run.run", stop)
    assert evaluate("--config", path) == 2
    assert plans


def test_until_stops_early_and_says_so(tmp_path, capsys, here):
    agents = ("--agents", "greedy", "random", "--until", "greedy > random at 99%")
    assert evaluate(*agents, out=tmp_path) == 0
    (match,) = results_of(tmp_path)["matches"]
    assert match["stopped"]
    assert match["games"] < 200
    assert match["standings"][0]["win_rate"]["low"] > 0.5
    assert match["standings"][0]["win_rate_without_luck"] is None
    assert match["standings"][0]["points_per_deal"]["low"] is None
    said = " ".join(capsys.readouterr().out.split())
    assert re.search(r"at most 100,000 games.* about [\d,]+ if greedy wins 55%", said)
    assert "stopped" in said


def test_bad_input_is_refused_in_one_line(tmp_path, capsys):
    for arguments, words in (
        ((), "say what to play"),
        (("--agents", "random"), "1 agent cannot meet"),
        (("--agents", "random", "nobody"), "no agent is called 'nobody'"),
        (("--agents", "random", "checkpoint:nowhere.zip"), "nowhere.zip"),
        (("--agents", "random", "greedy", "--games", "0"), "games is 0"),
        (("--agents", "random", "greedy", "--games", "many"), "games"),
        (("--agents", "random", "greedy", "--seed", "-1"), "seed is -1"),
        (("--agents", "random", "greedy", "--players", "5"), "players is 5"),
        (("--agents", "random", "greedy", "--bust", "never"), "never"),
        (("--agents", "random", "greedy", "--schedule", "cup"), "cup"),
        (("--agents", "random", "greedy", "--until", "soon"), "until is 'soon'"),
        (
            ("--agents", "random", "greedy", "heuristic", "--until", "greedy > random at 99%"),
            "width",
        ),
        (("--agents", "random", "greedy", "--workers", "0"), "workers is 0"),
        (("--agents", "random", "greedy", "--time-limit", "0"), "time limit is 0"),
        (("--agents", "random", "greedy", "--address", "auto"), "--address belongs"),
        (("--agents", "random", "greedy", "--agent", "random"), "belong to --benchmark"),
        (("--agents", "random", "greedy", "--colour", "red"), "colour"),
        (("--config", tmp_path / "nothing.yaml"), "nothing.yaml"),
        (("--benchmark", "voormsi-1"), "--agent"),
        (("--benchmark", "voormsi-1", "--agent", "nobody"), "nobody"),
        (
            ("--benchmark", "voormsi-1", "--agent", "random", "--players", "2"),
            "--players does not go with --benchmark",
        ),
        (
            ("--benchmark", "voormsi-1", "--agent", "random", "--games", "10"),
            "--games does not go with --benchmark",
        ),
        (
            ("--run", tmp_path, "--schedule", "gauntlet"),
            "--schedule does not go with --run",
        ),
        (("--run", tmp_path, "--bust", "off"), "--bust does not go with --run"),
        (("--best-response", "random", "--fresh"), "--fresh does not go with --best-response"),
        (("--best-response", "random", "--run", tmp_path), "--run does not go with --best"),
        (("--agents", "random", "greedy", "--games", "100000001"), "to 100000000"),
        (("--agents", "random", "greedy", "--out", ""), "--out is empty"),
        (("--benchmark", "voormsi-0", "--agent", "random"), "voormsi-0"),
        (("--run", tmp_path), "holds no policies"),
    ):
        assert words in refused(capsys, *arguments), arguments


def test_a_folder_of_another_tournament_is_refused_and_kept(tmp_path, capsys, here):
    assert evaluate("--agents", "random", "greedy", "--games", 20, out=tmp_path) == 0
    before = (tmp_path / "results.json").read_bytes()
    other = ("--agents", "greedy", "random", "--games", 20)
    assert "other agents" in refused(capsys, *other, "--out", tmp_path)
    assert (tmp_path / "results.json").read_bytes() == before
    assert evaluate(*other, "--fresh", out=tmp_path) == 0
    assert results_of(tmp_path)["agents"][0]["name"] == "greedy"
    with held(tmp_path, ValueError()):
        assert "another process is playing" in refused(capsys, *other, "--out", tmp_path)
    (tmp_path / "parts" / "mine").mkdir()
    (tmp_path / "parts" / "mine.txt").touch()
    assert evaluate(*other, "--fresh", out=tmp_path) == 0
    assert sorted(path.name for path in (tmp_path / "parts").glob("mine*")) == ["mine", "mine.txt"]
    (tmp_path / "file").write_text("")
    assert "file" in refused(capsys, *other, "--out", tmp_path / "file")


def test_a_benchmark_gives_a_block_to_quote_and_a_row_of_the_leaderboard(
    tmp_path, capsys, monkeypatch, here
):
    small = Benchmark(1, {"random": 20, "heuristic-1": 20, "nobody": 20})
    monkeypatch.setitem(benchmark.BENCHMARKS, "voormsi-1", small)
    board = tmp_path / "leaderboard.md"
    for agent in ("random", "greedy"):
        options = ("--benchmark", "voormsi-1", "--agent", agent, "--leaderboard", board)
        assert evaluate(*options, out=tmp_path / agent) == 0
    said = capsys.readouterr().out
    assert re.search(r"voormsi-1: greedy\n  against random .*%.* 20 games\n", said)
    assert re.search(r"against nobody +not available", said)
    assert re.search(r"voormsi-env \S+, commit \S+, .*Python", said)
    lines = board.read_text(encoding="utf-8").splitlines()
    rows = [line.split("|")[1].strip() for line in lines if line.startswith("|")]
    assert rows == ["voormsi-1", "---", "`greedy`", "`random`"]
    update_leaderboard(board, results_of(tmp_path / "random"))
    assert board.read_text(encoding="utf-8").splitlines() == lines


def save_policy(path, steps, rules):
    path.parent.mkdir(parents=True, exist_ok=True)
    about = {"rules": rules.to_dict(), "card": {"steps": steps}}
    save_file({}, path, {key: json.dumps(value) for key, value in about.items()})


def test_a_run_is_rated_on_one_scale_by_its_own_rules(tmp_path, capsys, monkeypatch, here):
    run = tmp_path / "run"
    for steps in (300, 100, 200):
        save_policy(run / "pool" / f"{steps}.safetensors", steps, Rules.two())
    save_policy(run / "policy.safetensors", 300, Rules.two())
    (run / "half.safetensors").write_text("half a file")
    plan = run_plan(run, 1, 20, ("random", "greedy"))
    assert [plan.steps[text] for text in plan.entrants[2:]] == [100, 200, 300]
    assert plan.rules == Rules.two()
    assert len(plan.matches) == 1 + 3 * 2 + 2
    monkeypatch.setitem(registry.FACTORIES, "checkpoint", "failing_agents:First")
    (out := tmp_path / "out").mkdir()
    options = RunOptions(out=out)
    results, _ = play_plan(plan, None, options, Console())
    assert results["steps"] == plan.steps
    assert (out / "pictures" / "strength.png").stat().st_size > 10_000
    assert "Strength against training steps" in (out / "report.html").read_text(encoding="utf-8")
    save_policy(run / "other.safetensors", 400, Rules.four())
    assert "different rules" in refused(capsys, "--run", run)

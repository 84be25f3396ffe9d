"""Training runs: resumed, killed, and how their schedules go."""

from __future__ import annotations

import csv
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import torch
from training_runs import state_of, tiny_config  # noqa: F401

from voormsi_agents.commands.main import main
from voormsi_agents.training import model
from voormsi_agents.training import run as training

ROOT = Path(__file__).parents[3]


def test_resume_goes_on_with_model_optimizer_and_counters(config: Path, tmp_path: Path) -> None:
    out = tmp_path / "run"
    main(["train", "--config", str(config), "--out", str(out)])
    before = state_of(out)
    updates = before["parameters"]["policy.optimizer"]["state"][0]["step"]
    assert main(["train", "--resume", str(out), "--steps", str(before["steps"] + 200)]) == 0
    after = state_of(out)
    assert before["steps"] + 200 <= after["steps"] < before["steps"] + 200 + 5 * 20
    assert after["updates"] > before["updates"]
    assert after["seconds"] > before["seconds"]
    gained = after["parameters"]["policy.optimizer"]["state"][0]["step"] - updates
    assert 0 < gained <= 20
    assert not torch.equal(*(s["parameters"]["policy"]["value_net.bias"] for s in (before, after)))
    with (out / "progress.csv").open() as stream:
        steps = [int(row["steps"]) for row in csv.DictReader(stream)]
    assert steps == sorted(set(steps))


def test_a_finished_run_resumed_has_nothing_to_do(config: Path, tmp_path: Path) -> None:
    out = tmp_path / "run"
    main(["train", "--config", str(config), "--out", str(out)])
    steps = state_of(out)["steps"]
    measured = (out / "evaluations.csv").read_text()
    assert main(["train", "--resume", str(out)]) == 0
    assert state_of(out)["steps"] == steps
    assert (out / "evaluations.csv").read_text() == measured


def test_a_resumed_run_plays_other_games(
    config: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seeds = []
    games = model.Games
    monkeypatch.setattr(
        model, "Games", lambda *a, seed, **k: (seeds.append(seed), games(*a, seed=seed, **k))[1]
    )
    out = tmp_path / "run"
    main(["train", "--config", str(config), "--out", str(out)])
    main(["train", "--resume", str(out), "--steps", "800"])
    assert len(set(seeds)) == len(seeds) == 2


KILLED = """
import os, signal, sys
from voormsi_agents.commands.main import main

replace, saved = os.replace, []

def replace_or_die(source, target):
    if str(target).endswith(".pt"):
        saved.append(target)
        if len(saved) == 3:
            os.kill(os.getpid(), signal.SIGKILL)
    replace(source, target)

os.replace = replace_or_die
main(["train", *sys.argv[1:]])
"""
"""Kills itself while it writes its third checkpoint."""


def test_a_killed_run_resumes_from_its_last_checkpoint(config: Path, tmp_path: Path) -> None:
    out = tmp_path / "run"
    command = [sys.executable, "-c", KILLED, "--config", str(config), "--out", str(out)]
    paths = os.pathsep.join((str(ROOT), str(ROOT / "agents")))
    killed = subprocess.run(
        command, cwd=ROOT, stdout=subprocess.DEVNULL, env={**os.environ, "PYTHONPATH": paths}
    )
    assert killed.returncode == -signal.SIGKILL
    before = state_of(out)["steps"]
    assert 0 < before < 400
    assert not (out / "policy.safetensors").exists()
    later = out / "policies" / f"{before + 1:012d}.safetensors"
    later.touch()
    assert main(["train", "--resume", str(out)]) == 0
    assert state_of(out)["steps"] >= 400
    assert (out / "policy.safetensors").is_file()
    assert not later.exists()


def test_schedules_begin_where_imitation_ends(
    config: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parts: list[float] = []

    class Slow(training.Run):
        def imitate(self) -> None:
            self.clock.began -= 1200.0  # as if it had taken so many seconds
            super().imitate()

        def _on_step(self) -> bool:
            super()._on_step()
            parts.append(self.model.work_done)
            raise KeyboardInterrupt

    monkeypatch.setattr(training, "Run", Slow)
    given = ["--config", str(config), "--minutes", "60", "--steps", "100000000"]
    assert main(["train", *given, "--out", str(tmp_path / "run")]) == 130
    assert 0.0 <= parts[0] < 0.1

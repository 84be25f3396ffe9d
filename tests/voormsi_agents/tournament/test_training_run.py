"""The policies of a training run, rated on one scale."""

from __future__ import annotations

import json

import pytest
from rich.console import Console
from safetensors.numpy import save_file

from voormsi_agents import registry
from voormsi_agents.tournament.runner import RunOptions, run
from voormsi_agents.tournament.training_run import run_plan
from voormsi_env import Rules


def save_policy(path, steps, rules):
    path.parent.mkdir(parents=True, exist_ok=True)
    about = {"rules": rules.to_dict(), "card": {"steps": steps}}
    save_file({}, path, {key: json.dumps(value) for key, value in about.items()})


def test_a_run_is_rated_on_one_scale_by_its_own_rules(tmp_path, monkeypatch, here):
    folder = tmp_path / "run"
    for steps in (300, 100, 200):
        save_policy(folder / "pool" / f"{steps}.safetensors", steps, Rules.two())
    save_policy(folder / "policy.safetensors", 300, Rules.two())
    (folder / "half.safetensors").write_text("half a file")
    plan = run_plan(folder, 1, 20, ("random", "greedy"))
    assert [plan.steps[text] for text in plan.entrants[2:]] == [100, 200, 300]
    assert plan.rules == Rules.two()
    assert len(plan.matches) == 1 + 3 * 2 + 2
    monkeypatch.setitem(registry.FACTORIES, "checkpoint", "failing_agents:First")
    (out := tmp_path / "out").mkdir()
    options = RunOptions(out=out)
    results, _ = run(plan, None, options, Console(quiet=True))
    assert results["steps"] == plan.steps
    assert (out / "plots" / "strength.png").stat().st_size > 10_000
    assert "Strength against training steps" in (out / "report.html").read_text(encoding="utf-8")
    save_policy(folder / "other.safetensors", 400, Rules.four())
    with pytest.raises(ValueError, match="different rules"):
        run_plan(folder, 1, 20)

"""The probe of a policy's weakness: a response is trained, measured, and gone on with."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import pytest
import torch

from voormsi_agents.commands.main import main
from voormsi_agents.networks.policies import make_policy
from voormsi_agents.networks.torch_file import save_policy
from voormsi_agents.training import run
from voormsi_agents.training.best_response import best_response, victim_of
from voormsi_agents.training.config import TrainConfig
from voormsi_agents.training.run_folder import RunFolder
from voormsi_env.rules import Rules

module = importlib.import_module("voormsi_agents.training.best_response")
RULES = Rules(players=2)
TINY = {
    "network": {"kind": "plain", "actor": [8], "critic": [8]},
    "ppo": {"games": 10, "rounds": 4, "batch_size": 64},
}


@pytest.fixture(autouse=True)
def _tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "FRESH", TINY)
    monkeypatch.setattr(module, "COPY", {"ppo": TINY["ppo"]})


@pytest.fixture
def configs(monkeypatch: pytest.MonkeyPatch) -> list[TrainConfig]:
    """The configs by which responses are trained."""
    seen: list[TrainConfig] = []
    train = module.train

    def watched(config: TrainConfig, folder: RunFolder) -> None:
        seen.append(config)
        train(config, folder)

    monkeypatch.setattr(module, "train", watched)
    return seen


def test_the_response_imitates_its_victim_and_plays_against_it_alone(
    tmp_path: Path, configs: list[TrainConfig]
) -> None:
    found = best_response("greedy", RULES, tmp_path / "probe", seed=3, games=40, steps=200)
    (config,) = configs
    assert config.opponents == {"greedy": 1.0}
    assert (config.imitation.teacher, config.imitation.positions) == ("greedy", 200)
    assert (tmp_path / "probe" / "demonstrations" / "00000.npz").is_file()
    assert 0.0 <= found.low <= found.rate <= found.high <= 1.0
    assert (found.games, found.even, found.partners) == (40, 0.5, False)
    assert 200 <= found.steps < 400
    assert "of 40 games (50% is even)" in found.text()
    assert "partners" not in found.text()


def test_the_response_to_a_policy_begins_as_its_copy(
    tmp_path: Path, configs: list[TrainConfig], monkeypatch: pytest.MonkeyPatch
) -> None:
    network = {"kind": "cards", "actor": [12], "critic": [8], "critic_kind": "own"}
    policy = make_policy(**network, rules=RULES)  # type: ignore[arg-type]
    path = tmp_path / "victim.safetensors"
    save_policy(policy, network, RULES, path)
    begun: list[dict[str, torch.Tensor]] = []

    class Watched(run.Run):
        def __init__(self, *arguments: Any) -> None:
            super().__init__(*arguments)
            begun.append({k: v.clone() for k, v in self.model.policy.state_dict().items()})

    monkeypatch.setattr(run, "Run", Watched)
    found = best_response(str(path), RULES, tmp_path / "probe", seed=3, games=8, steps=200)
    (config,) = configs
    assert config.opponents == {f"checkpoint:{path}": 1.0}
    assert config.imitation.teacher is None
    assert all(torch.equal(begun[0][name], value) for name, value in policy.state_dict().items())
    assert found.steps >= 200


def test_the_same_command_goes_on_and_another_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "probe"
    command = ["--best-response", "random", "--players", "2", "--games", "8", "--out", str(out)]
    assert main(["evaluate", *command, "--steps", "200"]) == 0
    first = RunFolder(out).load_checkpoint()
    said = capsys.readouterr().out
    assert "a response to random, trained on " in said
    assert main(["evaluate", *command, "--steps", "400"]) == 0
    second = RunFolder(out).load_checkpoint()
    assert first is not None
    assert second is not None
    assert 200 <= first["steps"] < 400 <= second["steps"]
    assert "holds another run" in refused(capsys, *command, "--steps", "400", "--seed", "5")


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    capsys.readouterr()
    assert main(["evaluate", *arguments]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    return said


def test_bad_questions_are_refused_before_any_work(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = ("--out", str(tmp_path / "probe"))
    probe = ("--best-response", "random", *out)
    assert "missing" in refused(capsys, "--best-response", "missing", *out)
    assert "minutes is 0" in refused(capsys, *probe, "--minutes", "0")
    assert "steps is 0" in refused(capsys, *probe, "--steps", "0")
    assert "games is -4" in refused(capsys, *probe, "--games", "-4")
    assert "--agents does not go with" in refused(capsys, *probe, "--agents", "random")
    assert "belong to --best-response" in refused(capsys, "--agents", "random", "--steps", "4")
    assert "cheat sees all cards" in refused(capsys, "--best-response", "cheat", *out)
    assert "no victim is named" in refused(capsys, "--best-response", "", *out)
    assert "nowhere" in refused(capsys, "--best-response", "nowhere.MyAgent:x=1", *out)
    assert not (tmp_path / "probe").exists()


def test_a_victim_is_an_agent_or_a_policy() -> None:
    assert victim_of("heuristic", Rules()) == "heuristic"
    assert victim_of("checkpoint:champion,temperature=1", Rules()).endswith("temperature=1")
    assert victim_of("champion", Rules()) == "checkpoint:champion"
    assert victim_of("failing_agents.First:path=x", Rules()) == "failing_agents.First:path=x"


def test_partners_are_told_to_share_nothing() -> None:
    found = module.Response("x", 0.5, 0.4, 0.6, 100, 0.5, 1000, partners=True)
    assert "no cards and no messages" in found.text()
    assert "50.0% [40.0%, 60.0%] of 100 games" in found.text()

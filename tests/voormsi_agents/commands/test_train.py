"""`voormsi train`: runs, resumes, survives a kill, and refuses what is wrong."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
import torch
import yaml
from training_runs import TINY, state_of, tiny_config  # noqa: F401

from voormsi_agents.commands import train as cli
from voormsi_agents.commands.main import main
from voormsi_agents.networks.torch_file import load_policy
from voormsi_agents.registry import make_agent
from voormsi_agents.training.run_folder import RunFolder
from voormsi_env.rules import Rules


@pytest.fixture
def finished(config: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """The folder of a run that has come to its end."""
    out = tmp_path / "run"
    main(["train", "--config", str(config), "--out", str(out)])
    capsys.readouterr()
    return out


def test_a_run_leaves_everything_in_its_folder(config: Path, tmp_path: Path) -> None:
    out = tmp_path / "run"
    assert main(["train", "--config", str(config), "--out", str(out)]) == 0
    for name in ("config.yaml", "about.json", "policy.safetensors", "best.safetensors"):
        assert (out / name).is_file()
    assert (out / "curves.png").read_bytes().startswith(b"\x89PNG")
    assert list((out / "tensorboard").glob("events*"))
    assert len(list((out / "checkpoints").iterdir())) == 2
    assert state_of(out)["steps"] >= 400
    assert yaml.safe_load((out / "config.yaml").read_text())["ppo"]["rounds"] == 4
    with (out / "progress.csv").open() as stream:
        steps = [int(row["steps"]) for row in csv.DictReader(stream)]
    assert steps == sorted(set(steps))
    with (out / "evaluations.csv").open() as stream:
        rows = list(csv.DictReader(stream))
    assert {row["opponent"] for row in rows} == {"random"}
    saved = {int(path.stem) for path in (out / "policies").iterdir()}
    assert saved == {int(row["steps"]) for row in rows}
    make_agent(f"checkpoint:{out}", Rules(players=2))


def test_a_run_can_begin_from_a_policy(
    config: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    main(["train", "--config", str(config), "--out", str(first)])
    given = ("--config", str(config), "--out", str(second), "--start", str(first))
    still = ("--imitation.teacher", "null", "--steps", "1", "--ppo.learning_rate", "1e-12")
    assert main(["train", *given, *still]) == 0
    start, kept = (
        load_policy(path, Rules(players=2)).state_dict()
        for path in (first / "policy.safetensors", second / "policy.safetensors")
    )
    assert start.keys() == kept.keys()
    assert all(torch.allclose(start[name], kept[name], atol=1e-6) for name in start)
    capsys.readouterr()
    other = (*given, "--network.actor", "[9]")
    assert "not a policy of the network" in failure(capsys, *other)
    missing = ("--config", str(config), "--start", str(tmp_path / "none"))
    assert "start: there is no policy file" in failure(capsys, *missing)


def failure(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["train", *arguments]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 1
    assert "Traceback" not in lines[0]
    return lines[0]


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("ppo", "{gamez: 3}", "gamez"),
        ("ppo", "{games: 1.5}", "ppo.games"),
        ("ppo", "{games: 0}", "ppo.games is 0; allowed are whole numbers from 1"),
        ("ppo", "{gamma: 1.5}", "ppo.gamma is 1.5"),
        ("ppo", "{final_entropy: -1}", "ppo.final_entropy is -1"),
        ("ppo", "{magnet: .inf}", "ppo.magnet is inf"),
        ("ppo", "{magnet: 0.1, entropy: 0}", "with a magnet numbers above 0"),
        ("ppo", "{magnet_halflife: 0}", "ppo.magnet_halflife is 0"),
        ("ppo", "{learning_rate: -1}", "ppo.learning_rate"),
        ("colour", "blue", "colour"),
        ("seed", "x", "seed"),
        ("seed", str(2**63), "seed is 9223372036854775808"),
        ("minutes", "0", "minutes is 0"),
        ("reward", "money", "reward"),
        ("rules", "{players: 7}", "players is 7"),
        ("network", "{actor: []}", "network.actor"),
        ("network", "{kind: big}", "network.kind"),
        ("network", "{critic_kind: blind}", "network.critic_kind"),
        ("opponents", "{nobody: 1}", "nobody"),
        ("opponents", "{self: 0}", "weight of 'self' is 0"),
        ("opponents", "{checkpoint:missing: 1}", "missing"),
        ("evaluation", "{opponents: [nobody]}", "evaluation.opponents"),
        ("evaluation", "{every: 0}", "evaluation.every"),
        ("imitation", "{teacher: nobody}", "imitation.teacher"),
        ("imitation", "{teacher: cheat}", "imitation.teacher is cheat; allowed are agents that"),
        ("imitation", "{random_plays: 1}", "imitation.random_plays"),
        ("checkpoints", "{keep: 0}", "checkpoints.keep"),
        ("hindsight", "{positions: 3}", "has the key hindsight; allowed is rollout_targets"),
    ],
)
def test_a_bad_config_is_refused_before_any_work(
    key: str,
    value: str,
    words: str,
    config: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    options = {**yaml.safe_load(TINY)}
    options[key] = yaml.safe_load(value)
    config.write_text(yaml.safe_dump(options))
    out = tmp_path / "run"
    assert words in failure(capsys, "--config", str(config), "--out", str(out))
    assert not out.exists()


def test_bad_flags_and_folders_are_refused(
    config: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "file").touch()
    given = ("--config", str(config))
    assert "not empty" in failure(capsys, *given, "--out", str(tmp_path / "full"))
    assert "--colour" in failure(capsys, *given, "--colour", "blue")
    old = ("--hindsight.positions", "3")
    assert "allowed is --rollout_targets.positions" in failure(capsys, *given, *old)
    assert "no.yaml" in failure(capsys, "--config", str(tmp_path / "no.yaml"))
    assert "no run folder" in failure(capsys, "--resume", str(tmp_path / "full"))
    assert "--resume is empty" in failure(capsys, "--resume", "")
    assert "--out is empty" in failure(capsys, *given, "--out", "")
    assert "--seed does not go with --resume" in failure(
        capsys, "--resume", str(tmp_path / "full"), "--seed", "4"
    )


def test_a_folder_belongs_to_one_process_at_a_time(
    finished: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with RunFolder(finished).held():
        assert "another process is training in" in failure(capsys, "--resume", str(finished))
    assert main(["train", "--resume", str(finished)]) == 0


def test_a_foreign_checkpoint_is_refused(
    finished: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    newest = RunFolder(finished).checkpoints()[-1]
    torch.save({"something": "else"}, newest)
    assert "no checkpoint of the format" in failure(capsys, "--resume", str(finished))
    newest.write_bytes(b"nothing of the kind")
    assert "is no checkpoint" in failure(capsys, "--resume", str(finished))


def test_an_interruption_before_anything_was_begun_is_said(
    config: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "config_of", interrupted)
    assert main(["train", "--config", str(config)]) == 130
    assert capsys.readouterr().err.endswith("voormsi train: stopped; nothing was begun\n")

"""The comparison of learners: `benchmarks/learning.py` on a tiny budget."""

from __future__ import annotations

import csv
import json
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[3] / "benchmarks"))

import learning

from voormsi_agents.training.config import TrainConfig
from voormsi_agents.training.config_file import config_of, parser

TINY = """
rules: {players: 2, game_points: 2}
threads: 1
network: {kind: cards, actor: [8], critic: [8]}
ppo: {games: 10, rounds: 4, batch_size: 64}
evaluation: {games: 4, every: 100}
"""


TRAIN = """
import json, sys
from pathlib import Path
from voormsi_agents.commands.main import main

given = Path(__file__).with_name("given.jsonl")
with given.open("a") as stream:
    print(json.dumps(sys.argv[1:]), file=stream)
stop_at = Path(__file__).with_name("stop_at")
if stop_at.exists() and len(given.read_text().splitlines()) == int(stop_at.read_text()):
    raise SystemExit(130)  # as when the user interrupts it
raise SystemExit(main(["train", *sys.argv[1:]]))
"""


@pytest.fixture
def command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    config = tmp_path / "tiny.yaml"
    config.write_text(TINY)
    (tmp_path / "train.py").write_text(TRAIN)
    monkeypatch.setattr(learning, "TRAIN", tmp_path / "train.py")
    monkeypatch.setattr(learning, "STEPS", 200)
    out = str(tmp_path / "out")
    return ["--config", str(config), "--minutes", "5", "--threads", "1", "--out", out]


def given(tmp_path: Path) -> list[list[str]]:
    """What `train.py` was given, run by run."""
    return [json.loads(line) for line in (tmp_path / "given.jsonl").read_text().splitlines()]


def rates(folder: Path, opponent: str) -> float:
    with (folder / "evaluations.csv").open() as stream:
        found = [row for row in csv.DictReader(stream) if row["opponent"] == opponent]
    return 100 * float(found[-1]["rate"])


def test_runs_are_made_once_and_gathered_in_a_table(
    command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command += ["--variants", "cards", "pool", "--seeds", "2"]
    (tmp_path / "stop_at").write_text("3")
    assert learning.main(command) == 130
    assert len(given(tmp_path)) == 3
    assert learning.main([*command, "--jobs", "2"]) == 0
    assert len(given(tmp_path)) == 5
    assert learning.main(command) == 0
    assert len(given(tmp_path)) == 5

    out = tmp_path / "out"
    said = capsys.readouterr().out
    for variant in ("cards", "pool"):
        line = next(row for row in said.splitlines() if row.startswith(f"| {variant} |"))
        for opponent in ("random", "heuristic"):
            won = [rates(out / f"{variant}-5min-{seed}", opponent) for seed in (1, 2)]
            cell = f"| {sum(won) / 2:.1f}% ({min(won):.1f}%–{max(won):.1f}%) |"
            assert cell in line
    assert (out / "curves.png").read_bytes().startswith(b"\x89PNG")


def test_a_run_that_was_stopped_goes_on(command: list[str], tmp_path: Path) -> None:
    command += ["--variants", "plain", "--seeds", "1"]
    assert learning.main(command) == 0
    folder = tmp_path / "out" / "plain-5min-1"
    (folder / "policy.safetensors").unlink()
    assert learning.main(command) == 0
    assert given(tmp_path)[1:] == [["--resume", str(folder), "--threads", "1"]]
    assert (folder / "policy.safetensors").is_file()


def test_a_run_that_fails_is_named(
    command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "tiny.yaml").write_text("no_such_key: 1")
    assert learning.main([*command, "--variants", "cards", "--seeds", "1"]) == 1
    log = tmp_path / "out" / "cards-5min-1.log"
    assert capsys.readouterr().err == f"{log.with_suffix('')} ended with 2; see {log}\n"
    assert "no_such_key" in log.read_text()


@pytest.mark.parametrize("variant", learning.VARIANTS)
def test_every_variant_differs_from_the_first_in_its_keys_alone(variant: str) -> None:
    base_config = str(Path(__file__).parents[3] / "configs" / "selfplay.yaml")
    keys = learning.VARIANTS[variant][1]
    config, base = (
        config_of(parser().parse_args(["--config", base_config, *given]))
        for given in (learning.flags(keys), [])
    )
    changed = {
        name
        for name in TrainConfig.__dataclass_fields__
        if getattr(config, name) != getattr(base, name)
    }
    assert changed == {key.partition(".")[0] for key in keys}
    assert bool(keys) == (variant != "cards")

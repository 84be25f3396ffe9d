"""The comparison of learners: `benchmarks/learning.py` on a tiny budget."""

from __future__ import annotations

import csv
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "benchmarks"))

import learning

from agents.learning import cli
from agents.learning.config import TrainConfig

TINY = """
rules: {players: 2, game_points: 2}
threads: 1
network: {kind: cards, actor: [8], critic: [8]}
ppo: {games: 10, rounds: 4, batch_size: 64}
evaluation: {games: 4, every: 100}
"""


@pytest.fixture
def command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    config = tmp_path / "tiny.yaml"
    config.write_text(TINY)
    monkeypatch.setattr(learning, "STEPS", 200)
    out = str(tmp_path / "out")
    return ["--config", str(config), "--minutes", "5", "--threads", "1", "--out", out]


def rates(folder: Path, opponent: str) -> float:
    with (folder / "evaluations.csv").open() as stream:
        found = [row for row in csv.DictReader(stream) if row["opponent"] == opponent]
    return 100 * float(found[-1]["rate"])


def test_runs_are_made_once_and_gathered_in_a_table(
    command: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    given: list[list[str]] = []
    train = cli.main

    def watched(arguments: list[str]) -> int:
        given.append(arguments)
        if len(given) == 3:
            return 130  # as when the user interrupts it
        return train(arguments)

    monkeypatch.setattr(cli, "main", watched)
    command += ["--variants", "cards", "pool", "--seeds", "2"]
    assert learning.main(command) == 130
    assert learning.main(command) == 0
    assert len(given) == 5
    assert learning.main(command) == 0
    assert len(given) == 5

    out = tmp_path / "out"
    said = capsys.readouterr().out
    for variant in ("cards", "pool"):
        line = next(row for row in said.splitlines() if row.startswith(f"| {variant} |"))
        for opponent in ("random", "heuristic"):
            won = [rates(out / f"{variant}-5min-{seed}", opponent) for seed in (1, 2)]
            cell = f"| {sum(won) / 2:.1f}% ({min(won):.1f}%–{max(won):.1f}%) |"
            assert cell in line
    assert (out / "curves.png").read_bytes().startswith(b"\x89PNG")


def test_a_run_that_was_stopped_goes_on(
    command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command += ["--variants", "plain", "--seeds", "1"]
    assert learning.main(command) == 0
    folder = tmp_path / "out" / "plain-5min-1"
    (folder / "policy.safetensors").unlink()
    given: list[list[str]] = []
    monkeypatch.setattr(
        cli,
        "main",
        lambda arguments: (given.append(arguments), (folder / "policy.safetensors").touch(), 0)[2],
    )
    assert learning.main(command) == 0
    assert given == [["--resume", str(folder), "--threads", "1"]]


@pytest.mark.parametrize("variant", learning.VARIANTS)
def test_every_variant_differs_from_the_first_in_its_keys_alone(variant: str) -> None:
    keys = learning.VARIANTS[variant][1]
    given = learning.flags(keys)
    config, base = (cli.config_of(cli.parser().parse_args(g)) for g in (given, []))
    changed = {
        name
        for name in TrainConfig.__dataclass_fields__
        if getattr(config, name) != getattr(base, name)
    }
    assert changed == {key.partition(".")[0] for key in keys}
    assert len(keys) == (variant != "cards")

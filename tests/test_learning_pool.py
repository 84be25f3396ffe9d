"""The pool: past selves as opponents, on disk and back."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

from agents.learning.cli import main
from agents.learning.opponents import Tables
from agents.learning.policies import make_policy
from agents.learning.policy_file import save_policy
from agents.learning.pool import Pool
from agents.learning.run_folder import RunFolder
from voormsi_env.rules import Rules

RULES = Rules(players=2)
NETWORK = {"kind": "plain", "actor": [4], "critic": [4]}


def pool_of(folder: Path, snapshots: int, size: int = 3, prioritised: bool = True) -> Pool:
    pool = Pool(folder, RULES, size, prioritised)
    for steps in range(snapshots):
        torch.manual_seed(steps)
        path = pool.path_of(steps)
        save_policy(make_policy(**NETWORK, rules=RULES), NETWORK, RULES, path)  # type: ignore[arg-type]
        pool.add(path)
    return pool


def test_the_oldest_makes_room_and_the_newest_come_back(tmp_path: Path) -> None:
    pool = pool_of(tmp_path / "pool", snapshots=5)
    assert len(pool.agents) == 3
    assert sorted(path.name[:12] for path in (tmp_path / "pool").iterdir()) == [
        f"{steps:012d}" for steps in (2, 3, 4)
    ]
    assert len(Pool(tmp_path / "pool", RULES, 2, True).agents) == 2


def test_winners_are_drawn_more_often(tmp_path: Path) -> None:
    pool = pool_of(tmp_path / "pool", snapshots=2)
    pool.note(np.repeat([0, 1], 400), np.repeat([0.9, 0.1], 400))
    drawn = pool.draw(4000, np.random.default_rng(0))
    assert 0.8 < (drawn == 0).mean() < 0.95
    alike = pool_of(tmp_path / "alike", snapshots=2, prioritised=False)
    alike.note(np.repeat([0, 1], 400), np.repeat([0.9, 0.1], 400))
    assert 0.45 < (alike.draw(4000, np.random.default_rng(0)) == 0).mean() < 0.55


def test_a_record_survives(tmp_path: Path) -> None:
    pool = pool_of(tmp_path / "pool", snapshots=3)
    pool.note(np.array([1, 1]), np.array([1.0, 1.0]))
    again = Pool(tmp_path / "pool", RULES, 3, True)
    again.restore(pool.record())
    assert again.record() == pool.record()


def test_tables_seat_past_selves_and_count_their_games(tmp_path: Path) -> None:
    pool = pool_of(tmp_path / "pool", snapshots=2)
    tables = Tables({"self": 1.0, "random": 1.0, "pool": 2.0}, RULES, 400, pool)
    tables.draw(np.ones(400, np.bool_), np.random.default_rng(0))
    assert len(tables.agents) == 3
    past = (tables.deciders >= 2).any(axis=1)
    assert 0.4 < past.mean() < 0.6
    assert (tables.deciders[past] == 0).sum(axis=1).tolist() == [1] * past.sum()
    before = sum(games for games, _ in pool.record().values())
    tables.note(np.arange(400), np.zeros(400))
    record = pool.record().values()
    assert sum(games for games, _ in record) == before + past.sum()


def test_a_run_against_its_past_resumes_with_its_pool(tmp_path: Path) -> None:
    out = tmp_path / "run"
    arguments = {
        "steps": "300",
        "threads": "1",
        "rules.players": "2",
        "opponents": "{self: 0.5, pool: 0.5}",
        "pool.every": "80",
        "pool.size": "2",
        "network": "{kind: plain, actor: [4], critic: [4]}",
        "ppo": "{games: 10, rounds: 4, batch_size: 64}",
        "evaluation": "{opponents: [random], games: 4}",
        "checkpoints.every": "50",
    }
    given = [part for key, value in arguments.items() for part in (f"--{key}", value)]
    assert main([*given, "--out", str(out)]) == 0
    names = {path.name for path in (out / "pool").iterdir()}
    state = RunFolder(out).load_checkpoint()
    assert state is not None
    assert len(names) == 2
    assert set(state["pool"]) == names
    assert main(["--resume", str(out), "--steps", "400"]) == 0


def test_a_mix_with_partners_takes_no_past_selves() -> None:
    with pytest.raises(ValueError, match="takes registry agents only"):
        Tables({"pool with random": 1.0}, Rules(), 1)

"""The pool: past selves as opponents, on disk and back."""

from __future__ import annotations

import copy
import shutil
from pathlib import Path

import numpy as np
import pytest
import torch
from training_runs import begin_run, state_of, train

from voormsi_agents.networks.policies import make_policy
from voormsi_agents.networks.torch_file import save_policy
from voormsi_agents.training import run as training
from voormsi_agents.training.selfplay.opponents import SeatAssignment
from voormsi_agents.training.selfplay.pool import PRIOR_GAMES, Pool
from voormsi_env.rules import Rules

RULES = Rules(players=2)
NETWORK = {"kind": "plain", "actor": [4], "critic": [4]}
CONFIG = """
steps: 400
threads: 1
rules: {players: 2, game_points: 1}
opponents: {self: 0.5, pool: 0.5}
pool: {every: 100, size: 2}
network: {kind: plain, actor: [4], critic: [4]}
ppo: {games: 10, rounds: 4, batch_size: 64, magnet: 0.1, magnet_halflife: 400}
evaluation: {opponents: [random], games: 4}
checkpoints: {every: 50}
"""


def pool_of(folder: Path, snapshots: int, size: int = 3, prioritised: bool = True) -> Pool:
    pool = Pool(folder, RULES, size, prioritised, upto=100)
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
    assert len(Pool(tmp_path / "pool", RULES, 2, True, upto=4).agents) == 2
    assert list(Pool(tmp_path / "pool", RULES, 3, True, upto=3).record()) == [
        f"{steps:012d}.safetensors" for steps in (2, 3)
    ]
    assert len(list((tmp_path / "pool").iterdir())) == 2


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
    again = Pool(tmp_path / "pool", RULES, 3, True, upto=2)
    again.restore(pool.record())
    assert again.record() == pool.record()


def test_assignment_seat_past_selves_and_count_their_games(tmp_path: Path) -> None:
    pool = pool_of(tmp_path / "pool", snapshots=2)
    assignment = SeatAssignment({"self": 1.0, "random": 1.0, "pool": 2.0}, RULES, 400, pool)
    assignment.draw(np.ones(400, np.bool_), np.random.default_rng(0))
    assert len(assignment.agents) == 3
    past = (assignment.deciders >= 2).any(axis=1)
    assert 0.4 < past.mean() < 0.6
    assert (assignment.deciders[past] == 0).sum(axis=1).tolist() == [1] * past.sum()
    before = sum(games for games, _ in pool.record().values())
    assignment.note(np.arange(400), np.zeros(400))
    record = pool.record().values()
    assert sum(games for games, _ in record) == before + past.sum()


def test_a_run_resumes_with_its_pool_and_its_magnet(tmp_path: Path) -> None:
    out = tmp_path / "run"
    assert begin_run(out, CONFIG) == 0
    before = state_of(out)
    names = names_in(out / "pool")
    assert set(before["pool"]) == names
    assert len(names) == 2
    assert sum(games for games, _ in before["pool"].values()) > 2 * PRIOR_GAMES

    # A snapshot from after the last checkpoint, as a kill leaves one.
    later = out / "pool" / f"{before['steps'] + 50:012d}.safetensors"
    shutil.copy(out / "pool" / sorted(names)[-1], later)
    pools, magnets = [], []

    class Watched(training.Run):
        def imitate(self) -> None:
            raise AssertionError("a run that is resumed has imitated before")

        def _on_rollout_start(self) -> None:
            if not pools:
                assert self.pool is not None
                pools.append(self.pool.record())
                magnets.append(copy.deepcopy(self.model.start_magnet().state_dict()))
            super()._on_rollout_start()

    assert train("--resume", str(out), "--steps", "900", watched=Watched) == 0
    kept = sorted(names)[-1]
    assert pools[0][kept] == before["pool"][kept]
    assert later.name not in pools[0]
    for name, average in magnets[0].items():
        assert torch.equal(average, before["magnet"][name])
    assert not torch.equal(
        *(state["magnet"]["value_net.bias"] for state in (before, state_of(out)))
    )
    steps = [int(name[:12]) for name in names_in(out / "pool")]
    assert all(later % 100 < 80 and later >= 700 for later in steps)


def names_in(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_a_mix_with_partners_takes_no_past_selves() -> None:
    with pytest.raises(ValueError, match="takes registry agents only"):
        SeatAssignment({"pool with random": 1.0}, Rules(), 1)

"""Files of earlier versions are read: what was made before is not lost.

Run folders are in `tests/voormsi_agents/training/test_old_runs.py`, tournaments in
`tests/voormsi_agents/tournament/workers/`.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from voormsi_agents.registry import make_agent
from voormsi_env import Games, Rules
from voormsi_env.record import faults_in, read_records, replay

DATA = Path(__file__).parent / "data"
RECORDS = sorted(DATA.glob("*/records/*.jsonl"))
POLICIES = sorted(DATA.glob("*/policies/*.safetensors"))


def test_every_version_has_left_its_files() -> None:
    assert len(RECORDS) >= 4
    assert {path.stem.split("-")[0] for path in POLICIES} >= {"cards", "plain", "sequence"}


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_is_right_and_can_be_replayed(path: Path) -> None:
    for record in read_records(path):
        assert faults_in(record, seeded=True) == []
        assert replay(record).over


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_an_option_that_a_record_leaves_out_means_its_default(path: Path) -> None:
    record = next(read_records(path))
    usual = Rules(players=record["rules"]["players"]).to_dict()
    kept = {name: value for name, value in record["rules"].items() if value != usual[name]}
    kept["players"] = record["rules"]["players"]
    assert faults_in(json.loads(json.dumps({**record, "rules": kept}))) == []


@pytest.mark.parametrize("path", POLICIES, ids=lambda path: path.stem)
def test_a_policy_plays(path: Path) -> None:
    games = Games(50, Rules.two(), seed=1)
    agent = make_agent(f"checkpoint:{path}", Rules.two())
    for _ in range(12):
        actions = agent.act(games.views(), np.zeros(50, np.int64))
        assert (games.legal >> actions & 1).all()
        games.step(actions)

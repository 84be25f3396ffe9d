"""Worker processes and clusters play what this process would."""

from __future__ import annotations

import os

import pytest
from tournaments import played, same, spec_of

from voormsi_agents.tournament.workers.engines import LocalEngine, RayEngine


def test_workers_play_the_same_and_leave_this_process_as_it_is(tmp_path):
    spec = spec_of(["random", "greedy"])
    before = dict(os.environ)
    workers = LocalEngine(spec, 1)
    try:
        there = played(tmp_path / "there", spec, 8, workers)
    finally:
        workers.close()
    assert dict(os.environ) == before
    same(there, played(tmp_path / "here", spec, 8))


def test_a_ray_cluster_gives_the_same_numbers(tmp_path):
    pytest.importorskip("ray", reason="the package ray is not installed")
    spec = spec_of(["failing_agents.First", "greedy"])
    engine = RayEngine(spec, 2, None)
    try:
        there = played(tmp_path / "ray", spec, 80, engine)
    finally:
        engine.close()
    same(there, played(tmp_path / "here", spec, 80))

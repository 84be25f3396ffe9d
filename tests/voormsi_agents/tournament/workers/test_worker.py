"""Worker processes: they load what they play with, and nothing of what comes after the games."""

from __future__ import annotations

from voormsi_agents.matches.pairings import Match
from voormsi_agents.tournament.tasks import Task, TaskResult, TournamentSpec
from voormsi_agents.tournament.workers.worker import Worker
from voormsi_env import Rules

NOT_NEEDED = ("matplotlib", "rich", "pyarrow", "torch", "choix", "jsonargparse", "ray")
NOT_NEEDED += ("scipy.special", "scipy.optimize", "scipy.stats")  # Numba loads scipy itself
NOT_NEEDED += tuple(
    f"voormsi_agents.tournament.{name}"
    for name in ("statistics", "reports", "runner", "workers.store", "workers.progress")
)

TELLER = """
import sys
from pathlib import Path

from voormsi_agents.baselines.random import RandomAgent


class Teller(RandomAgent):
    def __init__(self, path: str) -> None:
        self.path = path

    def act(self, views, keys):
        Path(self.path).write_text("\\n".join(sys.modules))
        return super().act(views, keys)
"""


def test_a_worker_loads_nothing_that_only_statistics_and_reports_need(tmp_path, monkeypatch):
    (tmp_path / "told_modules.py").write_text(TELLER)
    monkeypatch.syspath_prepend(tmp_path)
    told = tmp_path / "modules"
    agents = (f"told_modules.Teller:{told}", "greedy")
    spec = TournamentSpec(agents, Rules(), 1, (Match((0, 1)),), 100, records=True)
    worker = Worker(spec)
    try:
        result = worker.play(Task(0, 0, 1))
    finally:
        worker.close()
    assert isinstance(result, TaskResult)
    assert result.records.count("\n") == 2
    modules = told.read_text().split()
    assert "voormsi_agents.tournament.workers.worker" in modules
    under = tuple(f"{name}." for name in NOT_NEEDED)
    assert [name for name in modules if name in NOT_NEEDED or name.startswith(under)] == []

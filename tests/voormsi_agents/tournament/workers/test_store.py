"""A tournament's folder: what it keeps, and what it refuses."""

from __future__ import annotations

import pytest
from tournaments import Here, played, spec_of

from voormsi_agents.matches.pairings import Match
from voormsi_agents.tournament.tasks import TournamentSpec
from voormsi_agents.tournament.workers.store import Store, StoreError
from voormsi_env import Rules


def test_a_part_without_its_records_is_played_again(tmp_path):
    spec = spec_of(["random", "greedy"])
    played(tmp_path, spec, 20)
    engine = Here(spec_of(["random", "greedy"], records=True))
    played(tmp_path, engine.spec, 20, engine)
    assert sum(task.last - task.first for task in engine.played) == 10


def test_a_folder_holds_one_tournament(tmp_path):
    spec = spec_of(["random", "greedy"])
    Store(tmp_path, spec)
    Store(tmp_path, spec)
    for other, what in (
        (spec_of(["random", "heuristic"]), "other agents"),
        (spec_of(["random", "greedy"], Rules(bust="off")), "other rules"),
        (spec_of(["random", "greedy"], schedule="gauntlet"), None),
    ):
        if what is None:
            Store(tmp_path, other)  # the same match under another name
            continue
        with pytest.raises(StoreError, match=what):
            Store(tmp_path, other)
    (tmp_path / "tournament.json").write_text("[")
    with pytest.raises(StoreError, match="cannot be read"):
        Store(tmp_path, spec)
    (tmp_path / "tournament.json").unlink()
    (tmp_path / "parts" / "0-0-8.npz").touch()
    with pytest.raises(StoreError, match="no tournament"):
        Store(tmp_path, spec)
    Store(tmp_path, spec_of(["random", "heuristic"]), fresh=True)


def test_a_changed_file_of_an_agent_is_another_tournament(tmp_path):
    weights = tmp_path / "weights"
    weights.write_text("1")
    agents = ["random", f"failing_agents.First:{weights}"]
    spec = TournamentSpec(tuple(agents), Rules(), 1, (Match((0, 1)),), 100)
    Store(tmp_path / "out", spec)
    weights.write_text("2")
    with pytest.raises(StoreError, match="other files"):
        Store(tmp_path / "out", spec)

"""What makes a tournament the same: whatever decides its games, and nothing else."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tournaments import spec_of

import voormsi_agents
import voormsi_env
from voormsi_agents.networks import policy_file
from voormsi_agents.tournament.workers import manifest
from voormsi_agents.tournament.workers.manifest import code_digest, differences, manifest_of
from voormsi_env import Rules


def test_rules_options_that_a_folder_does_not_name_have_their_defaults():
    wanted = manifest_of(spec_of(["random", "greedy"]))
    older = {**wanted, "rules": {"players": 4}}
    assert differences(older, wanted) == []
    assert differences({**wanted, "rules": {"players": 4, "bust": "off"}}, wanted) == ["rules"]
    assert differences({**wanted, "rules": {"cards": 52}}, wanted) == ["rules"]
    assert differences({**wanted, "rules": None}, wanted) == ["rules"]


def test_the_version_decides_nothing_and_everything_else_does():
    wanted = manifest_of(spec_of(["random", "greedy"]))
    assert differences({**wanted, "version": "9.9.9"}, wanted) == []
    for name in wanted.keys() - {"version"}:
        assert differences({**wanted, name: "another"}, wanted) == [name]


def test_a_folder_of_version_0_1_0_is_taken_over_whatever_its_code_was():
    wanted = manifest_of(spec_of(["random", "greedy"]))
    older = {**wanted, "format": "voormsi-tournament-1", "version": "0.1.0", "code": "0123"}
    del older["policies"]
    assert differences(older, wanted) == []
    assert differences({**older, "version": "0.0.9"}, wanted) == ["version"]
    assert differences({**older, "files": {"weights": "0123"}}, wanted) == ["files"]
    assert differences({**older, "agents": ["greedy", "random"]}, wanted) == ["agents"]


def test_the_code_is_that_of_the_agents_that_play():
    both = code_digest(("random", "greedy"))
    assert both == code_digest(("greedy+random", "random"))
    assert both != code_digest(("random",))
    assert both != code_digest(("random", "greedy", "failing_agents.First"))
    assert code_digest(("heuristic",)) == code_digest(("heuristic-1",))


def test_the_code_is_what_matches_are_played_by_and_nothing_of_tournaments(monkeypatch):
    asked = []
    monkeypatch.setattr(manifest, "digest_of", asked.extend)
    code_digest(("random",))
    names = {path.name for path in asked}
    assert {"play_sets.py", "stream.py", "slots.py", "tally.py", "play.py", "random.py"} <= names
    assert not any("voormsi_agents/tournament" in path.as_posix() for path in asked)


def test_policies_that_options_mean_are_part_of_it(tmp_path, monkeypatch):
    named = ("checkpoint", "checkpoint:champion", "search:worlds=8", "search:checkpoint=champion")
    digests = [manifest.policy_digests((text,), Rules()) for text in named]
    assert all(found == digests[0] for found in digests)
    assert list(digests[0]) == ["champion"]
    assert manifest.policy_digests(named[:1], Rules.two()) != digests[0]
    assert manifest.policy_digests(("random", "pimc:worlds=8"), Rules()) == {}
    (tmp_path / "champion-4-players.safetensors").write_text("another")
    monkeypatch.setattr(policy_file, "SHIPPED", tmp_path)
    monkeypatch.setattr(manifest, "SHIPPED", tmp_path)
    assert manifest.policy_digests(named[:1], Rules()) != digests[0]


def test_a_policy_that_an_option_names_by_its_path_is_a_file(tmp_path):
    path = tmp_path / "policy.safetensors"
    path.write_text("one")
    for option in (path, tmp_path):
        found = manifest.file_digests((f"checkpoint:{option},temperature=1",))
        assert list(found) == [str(path)]
        assert manifest.policy_digests((f"checkpoint:{option}",), Rules()) == {}


PLAY = """
import sys
from pathlib import Path
from rich.console import Console
from voormsi_agents.tournament.plan import plan_of
from voormsi_agents.tournament.runner import RunOptions, run
from voormsi_env.rules import Rules

if __name__ == "__main__":
    plan = plan_of(["random", "failing_agents.First"], Rules(), 1, None, int(sys.argv[2]))
    run(plan, None, RunOptions(out=Path(sys.argv[1]), workers=1), Console())
"""


@pytest.fixture
def copied(tmp_path):
    """Both packages in a folder of their own, and a program that plays a tournament with them."""
    for package in (voormsi_env, voormsi_agents):
        root = Path(str(package.__file__)).parent
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(root, tmp_path / root.name, ignore=ignored)
    agents = Path(__file__).resolve().parents[3] / "failing_agents.py"
    shutil.copy(agents, tmp_path)
    (tmp_path / "play.py").write_text(PLAY)
    return tmp_path


def play_in(folder, games):
    """Play there, compiling anew and in haste; what the program said."""
    environment = {"PYTHONPATH": str(folder), "NUMBA_CACHE_DIR": "cache", "NUMBA_OPT": "0"}
    return subprocess.run(
        [sys.executable, "play.py", "out", str(games)],
        cwd=folder,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
    )


def compiled_in(folder):
    """When each file of compiled code was written."""
    return {path: path.stat().st_mtime_ns for path in (folder / "cache").rglob("*.nb?")}


def add_a_line(path):
    with path.open("a", encoding="utf-8") as stream:
        stream.write("\nADDED = 1\n")


def test_an_edit_of_reports_or_statistics_changes_neither_a_tournament_nor_what_is_compiled(
    copied,
):
    manifest_file = copied / "out" / "tournament.json"
    first = play_in(copied, 8)
    assert first.returncode == 0, first.stderr
    before, compiled = manifest_file.read_text(), compiled_in(copied)
    assert compiled
    tournament = copied / "voormsi_agents" / "tournament"
    for name in ("reports/html.py", "statistics/ratings.py", "workers/progress.py"):
        add_a_line(tournament / name)
    assert "going on: 8 of 40 games" in play_in(copied, 40).stdout
    assert (manifest_file.read_text(), compiled_in(copied)) == (before, compiled)
    add_a_line(copied / "failing_agents.py")
    assert "holds a tournament with other code" in play_in(copied, 40).stderr

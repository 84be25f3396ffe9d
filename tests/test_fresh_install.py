"""An installed wheel, in a virtual environment of its own and an empty folder, without PyTorch."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
pytestmark = pytest.mark.integration

IMPORTS = """
from agents import Agent
import voormsi_env, voormsi_agents
from voormsi_agents import make_agent
assert "voormsi" not in Agent.__module__
assert make_agent("greedy", voormsi_env.Rules()).name == "greedy"
assert make_agent("checkpoint:champion", voormsi_env.Rules()).name == "checkpoint:champion"
"""


def run(folder: Path, *command: str | Path) -> str:
    """What a command prints; it must succeed."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        [str(part) for part in command],
        cwd=folder,
        capture_output=True,
        text=True,
        env=environment,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    run(folder, sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", folder, ROOT)
    [built] = folder.glob("*.whl")
    return built


@pytest.mark.parametrize("first", ["wheel", "openai-agents"])
def test_a_wheel_plays_beside_another_package_called_agents(
    first: str, wheel: Path, tmp_path: Path
) -> None:
    run(tmp_path, sys.executable, "-m", "venv", tmp_path / "venv")
    programs, empty = tmp_path / "venv" / "bin", tmp_path / "empty"
    empty.mkdir()
    packages = [wheel, "openai-agents"]
    for package in packages if first == "wheel" else reversed(packages):
        constraint = ("--constraint", ROOT / "constraints.txt")
        run(empty, programs / "pip", "install", "--quiet", *constraint, package)
    run(empty, programs / "python", "-c", IMPORTS)
    voormsi = programs / "voormsi"
    assert "evaluate" in run(empty, voormsi, "--help")
    assert "checkpoint" in run(empty, voormsi, "agents")
    for agents in (("heuristic", "greedy"), ("checkpoint:champion", "random")):
        given = ("--agents", *agents, "--games", "40", "--out", empty / agents[0])
        assert "40 games" in run(empty, voormsi, "evaluate", *given)
    assert "12000 games" in run(
        empty, voormsi, "evaluate", "--config", "baselines", "--games", "4000"
    ).replace(",", "")
    refused = subprocess.run([voormsi, "train"], cwd=empty, capture_output=True, text=True)
    assert refused.returncode == 2
    assert "pip install voormsi-env[train]" in refused.stderr
    assert refused.stderr.count("\n") == 1

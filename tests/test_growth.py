"""A new option of the rules is one line in `rules.py` and what it does in the engine.

Both packages are copied, an option with a default is added, and everything else follows: flags,
config keys, records, what a seat may know. What was made before goes on as if it stood there with
its default. The copies run as plain Python.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import voormsi_agents
import voormsi_env

RECORDS = Path(__file__).parent / "data" / "0.1.0" / "records"

OPTION = "    single_leads: bool = False\n"
MEANING = "        single_leads: a lead is one card, never more (section 3).\n"
EFFECT = '''

_largest_by_cards = largest_lead


@compiled
def largest_lead(game):
    """The most cards a lead may have, with the option."""
    return 1 if game.single_leads else _largest_by_cards(game)
'''

PROGRAM = """
import numpy as np
from voormsi_env import Games, Rules
from voormsi_agents import make_agent

rules = Rules(single_leads=True)
games = Games(20, rules, seed=1)
views = games.views()
assert views["single_leads"].all() and not Games(1, seed=1).views()["single_leads"].any()
assert all((a + 1).bit_count() == 1 for mask in games.masks for a in np.flatnonzero(mask))
keys = np.zeros(len(views), np.int64)
actions = make_agent("heuristic", rules).act(views, keys)
assert (games.legal >> actions & 1).all()
views = Games(3, seed=1).views()
champion = make_agent("checkpoint:champion", Rules())
assert (views["legal"].astype(int) >> champion.act(views, keys[:3]) & 1).all()
try:
    make_agent("checkpoint:champion", rules)
except ValueError as error:
    assert "single_leads" in str(error), error
else:
    raise AssertionError("a policy of other rules is to be refused")
"""


@pytest.fixture(scope="module")
def grown(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with both packages, the option added."""
    folder = tmp_path_factory.mktemp("grown")
    for package in (voormsi_env, voormsi_agents):
        source = Path(str(package.__file__)).parent
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(source, folder / source.name, ignore=ignored)
    rules = folder / "voormsi_env" / "rules.py"
    text = rules.read_text(encoding="utf-8")
    last_option = next(line for line in text.splitlines() if line.startswith("    play_on: "))
    text = text.replace(f"{last_option}\n", f"{last_option}\n{OPTION}", 1)
    text = text.replace("\n    Raises:", f"{MEANING}\n    Raises:", 1)
    rules.write_text(text, encoding="utf-8")
    with (folder / "voormsi_env" / "engine" / "table.py").open("a", encoding="utf-8") as stream:
        stream.write(EFFECT)
    return folder


def run(grown: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(grown), "NUMBA_DISABLE_JIT": "1"}
    return subprocess.run(
        [sys.executable, *arguments], cwd=grown, env=environment, capture_output=True, text=True
    )


def voormsi(grown: Path, *arguments: str) -> str:
    """What a command prints on the standard output; it must succeed."""
    done = run(grown, "-m", "voormsi_agents.commands.main", *arguments)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_games_views_and_agents_have_the_option(grown: Path) -> None:
    done = run(grown, "-c", PROGRAM)
    assert done.returncode == 0, done.stderr


def test_records_have_it_and_those_without_mean_the_default(grown: Path) -> None:
    made = grown / "made.jsonl"
    agents = ("--agents", "random,greedy", "--games", "2", "--seed", "1")
    voormsi(grown, "record", *agents, "--single-leads", "--out", str(made))
    for line in made.read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        assert record["rules"]["single_leads"] is True
        assert all(trick["size"] == 1 for deal in record["deals"] for trick in deal["tricks"])
    assert "no fault" in voormsi(grown, "check", str(made))
    for path in sorted(RECORDS.glob("*.jsonl")):
        assert "no fault" in voormsi(grown, "check", str(path))


def test_an_option_that_does_not_exist_is_refused_in_a_record(grown: Path) -> None:
    record = json.loads((RECORDS / "two_players.jsonl").read_text(encoding="utf-8"))
    record["rules"]["double_leads"] = True
    wrong = grown / "wrong.jsonl"
    wrong.write_text(json.dumps(record) + "\n", encoding="utf-8")
    done = run(grown, "-m", "voormsi_agents.commands.main", "check", str(wrong))
    assert done.returncode == 1
    assert "double_leads" in done.stdout


@pytest.mark.parametrize(
    ("command", "flag"),
    [("record", "--single-leads"), ("evaluate", "--single-leads"), ("train", "single_leads")],
)
def test_commands_have_the_flag(grown: Path, command: str, flag: str) -> None:
    text = " ".join(voormsi(grown, command, "--help").split())
    assert flag in text
    assert command == "train" or "a lead is one card" in text


def test_config_files_have_the_key(grown: Path) -> None:
    config = grown / "tournament.yaml"
    config.write_text("agents: [random, greedy]\ngames: 2\nsingle_leads: true\n", encoding="utf-8")
    voormsi(grown, "evaluate", "--config", str(config), "--out", str(grown / "out"))
    results = json.loads((grown / "out" / "results.json").read_text(encoding="utf-8"))
    assert results["rules"]["single_leads"] is True

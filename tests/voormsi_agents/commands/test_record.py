"""`voormsi record`: the same games in every process, whole files or none."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from command_line import in_a_process, run

from voormsi_agents.commands import record as command
from voormsi_agents.commands.arguments import split_agents
from voormsi_agents.matches.recording import record_games
from voormsi_env.engine.randomness import game_seed
from voormsi_env.record import read_records, record_of, replay

THREE_GAMES = ["record", "--agents", "random,greedy", "--games", "3", "--seed", "11", "--legal"]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_record_then_check(
    players: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "games.jsonl"
    agents = "random,greedy,random" if players == 3 else "random,greedy"
    command = ["record", "--agents", agents, "--games", "4", "--seed", "9"]
    rules = {
        "players": players,
        "game_points": 6,
        "bust": "deduct",
        "settlement": "deal",
        "three_is_king": True,
        "show_hand_to": "opponents",
        "play_on": "streak",
    }
    flags = [f"--{name.replace('_', '-')}={value}" for name, value in rules.items()]
    assert run(*command, *flags, "--max-deals", "3", "--out", path) == 0
    assert run("check", "--seeded", path) == 0
    assert "4 games" in capsys.readouterr().out
    records = list(read_records(path))
    assert [record["seed"] for record in records] == [game_seed(9, i) for i in range(4)]
    for record in records:
        assert record["rules"] == rules
        assert len(record["deals"]) <= 3
        assert record["agents"] == (agents.split(",") * 2)[:players]
        assert "legal" not in record["deals"][0]["plays"][0]


def test_single_deals(tmp_path: Path) -> None:
    path = tmp_path / "deals.jsonl"
    command = ["record", "--agents", "random,random", "--games", "20", "--seed", "3"]
    assert run(*command, "--episode", "deal", "--out", path) == 0
    records = list(read_records(path))
    assert all(len(record["deals"]) == 1 for record in records)
    assert {record["result"]["reason"] for record in records} >= {"deal"}
    assert run("check", path) == 0


def test_the_same_seed_gives_the_same_bytes_in_every_process(games: Path, tmp_path: Path) -> None:
    """Compiled and plain, to a file and to the standard output, over a file that is there."""
    path = tmp_path / "games.jsonl"
    path.write_text("something else, longer than it will be " * 10_000)
    compiled = in_a_process(*THREE_GAMES, "--out", path)
    plain = in_a_process(*THREE_GAMES, "--out", "-", NUMBA_DISABLE_JIT="1")
    assert plain.communicate()[0] == games.read_bytes()
    assert compiled.communicate()[0] == b""
    assert path.read_bytes() == games.read_bytes()
    assert (plain.returncode, compiled.returncode) == (0, 0)
    assert os.listdir(tmp_path) == ["games.jsonl"]


def test_more_games_are_the_same_games_and_more(games: Path, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    more = ["5" if argument == "3" else argument for argument in THREE_GAMES]
    assert run(*more, "--out", path) == 0
    assert path.read_bytes().startswith(games.read_bytes())
    assert len(path.read_bytes().splitlines()) == 5


def test_agents_by_seat(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    assert run("record", "--agents", "random+greedy", "greedy", "--seed", "1", "--out", path) == 0
    [record] = read_records(path)
    assert record["agents"] == ["random", "greedy", "greedy", "greedy"]


@pytest.mark.parametrize(
    ("texts", "agents"),
    [
        (["a,b"], ["a", "b"]),
        (["a", "b"], ["a", "b"]),
        (["a:x=1,y=2,b"], ["a:x=1,y=2", "b"]),
        (["a:x=1,b:y=2"], ["a:x=1", "b:y=2"]),
        (["a:folder/x=1.zip, b"], ["a:folder/x=1.zip", "b"]),
        (["a,"], ["a", ""]),
    ],
)
def test_split_agents(texts: list[str], agents: list[str]) -> None:
    assert split_agents(texts) == agents


def test_a_fresh_seed_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    command = ["record", "--agents", "random,random", "--episode", "deal", "--out"]
    assert run(*command, first) == 0
    seed = capsys.readouterr().err.split()[-1]
    assert run(*command, second, "--seed", seed) == 0
    assert first.read_bytes() == second.read_bytes()


def broken_after_two(stop: Any) -> Any:
    """A series of games that is broken off."""

    def games(*arguments: Any, **options: Any) -> Iterator[Any]:
        for number, record in enumerate(record_games(*arguments, **options)):
            if number == 2:
                stop()
            yield record

    return games


def interrupt() -> None:
    raise KeyboardInterrupt


def terminate() -> None:
    os.kill(os.getpid(), signal.SIGTERM)


@pytest.mark.parametrize(("stop", "status"), [(interrupt, 130), (terminate, 143)])
def test_stopped_in_the_middle(
    stop: Any, status: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "record_games", broken_after_two(stop))
    before = signal.getsignal(signal.SIGTERM)
    path = tmp_path / "games.jsonl"
    path.write_text("old")
    assert run(*THREE_GAMES, "--out", path) == status
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["games.jsonl"]
    assert signal.getsignal(signal.SIGTERM) is before


def test_killed_in_the_middle(tmp_path: Path) -> None:
    """Nothing can tidy up after this; there still is no half file."""
    path = tmp_path / "games.jsonl"
    code = f"""
import os, signal
from voormsi_agents.commands import record as command
from voormsi_agents.commands.main import main
def games(*arguments, **options):
    yield {{}}
    os.kill(os.getpid(), signal.SIGKILL)
command.record_games = games
main({[*THREE_GAMES, "--out", str(path)]!r})
"""
    killed = subprocess.run([sys.executable, "-c", code], check=False)
    assert killed.returncode == -signal.SIGKILL
    assert not path.exists()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is full")
def test_no_space_left(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(*THREE_GAMES, "--out", "/dev/full") == 2
    assert capsys.readouterr().err.startswith(
        "voormsi record: /dev/full cannot be written: No space"
    )


def test_a_recorded_game_can_be_played_with(games: Path) -> None:
    record = next(read_records(games))
    assert record_of(replay(record), record["agents"], legal=True) == record

"""The `voormsi` command: help, refusals and exit statuses of all its commands."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from command_line import in_a_process, run

from voormsi_agents.registry import FACTORIES

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("", "COMMAND"),
        ("nonsense", "invalid choice: 'nonsense'"),
        ("record", "--agents, --out"),
        ("record --agents random,random", "--out"),
        ("record --agents random --out OUT", "an agent is wanted for each"),
        ("record --agents random,random --players 3 --out OUT", "3 teams"),
        ("record --agents random,nobody --out OUT", "no agent is called 'nobody'"),
        ("record --agents random,random:worlds=1 --out OUT", "has no option 'worlds'"),
        ("record --agents random,random --games 0 --out OUT", "--games: '0' is not allowed"),
        ("record --agents random,random --games x --out OUT", "--games: 'x' is not allowed"),
        ("record --agents random,random --seed -1 --out OUT", "--seed: '-1' is not allowed"),
        ("record --agents random,random --seed 9223372036854775808 --out OUT", "--seed"),
        ("record --agents random,random --max-deals 0 --out OUT", "--max-deals"),
        ("record --agents random,random --players 5 --out OUT", "players is 5"),
        ("record --agents random,random --game-points 51 --out OUT", "game_points is 51"),
        ("record --agents random,random --bust no --out OUT", "--bust: invalid choice"),
        ("record --agents random,random --three-is-king 1 --out OUT", "true and false"),
        ("record --agents random,random --nonsense --out OUT", "--nonsense"),
        ("record --agents random,random --out OUT/games.jsonl", "cannot be written"),
        ("record --agents random,random --out .", "cannot be written"),
        ("check", "FILE"),
        ("check OUT", "No such file"),
        ("check .", "Is a directory"),
        ("show OUT", "No such file"),
        ("show OUT --game 0", "--game: '0' is not allowed"),
    ],
)
def test_bad_usage(
    arguments: str,
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(*arguments.split()) == 2
    printed = capsys.readouterr()
    assert message in printed.err
    assert printed.err.startswith("voormsi")
    assert printed.err.count("\n") == 1
    assert printed.out == ""
    assert os.listdir(tmp_path) == []


def test_a_missing_package_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in set(FACTORIES) - {"random"}:
        monkeypatch.delitem(FACTORIES, name)
    monkeypatch.setitem(FACTORIES, "odd", "no_such_package.agents:Odd")
    assert run("record", "--agents", "odd,random", "--out", tmp_path / "games.jsonl") == 2
    assert "needs the package 'no_such_package'" in capsys.readouterr().err
    assert run("agents") == 0
    assert "needs the package 'no_such_package'" in capsys.readouterr().out


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["record", "--help"]])
def test_help(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(*arguments) == 0
    assert "voormsi" in capsys.readouterr().out


def test_agents(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("agents") == 0
    printed = capsys.readouterr().out
    for name in FACTORIES:
        assert f"\n{name}" in f"\n{printed}"
    assert "    Chooses uniformly among the legal plays.\n" in printed


def test_a_reader_that_goes_away(games: Path) -> None:
    with in_a_process("show", games) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141

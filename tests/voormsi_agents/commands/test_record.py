"""The `voormsi` command, as a user meets it."""

from __future__ import annotations

import io
import json
import os
import runpy
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from voormsi_agents.commands import main as cli
from voormsi_agents.matches.recording import record_games
from voormsi_env.engine.randomness import game_seed
from voormsi_env.record import read_records, record_of, replay, write_records

ROOT = Path(__file__).parent.parent
THREE_GAMES = ["record", "--agents", "random,greedy", "--games", "3", "--seed", "11", "--legal"]


def run(*arguments: str | Path) -> int:
    """The command's exit status."""
    return cli.main([str(argument) for argument in arguments])


def in_a_process(*arguments: str | Path, **environment: str) -> subprocess.Popen[bytes]:
    """The command in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "voormsi_agents.commands.main", *map(str, arguments)],
        cwd=ROOT,
        env=os.environ | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three games."""
    path = tmp_path_factory.mktemp("records") / "games.jsonl"
    assert run(*THREE_GAMES, "--out", path) == 0
    return path


# ---------------------------------------------------------------- record


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
    assert cli.split_agents(texts) == agents


def test_a_fresh_seed_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    command = ["record", "--agents", "random,random", "--episode", "deal", "--out"]
    assert run(*command, first) == 0
    seed = capsys.readouterr().err.split()[-1]
    assert run(*command, second, "--seed", seed) == 0
    assert first.read_bytes() == second.read_bytes()


# ---------------------------------------------------------------- interruption


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
    monkeypatch.setattr(cli, "record_games", broken_after_two(stop))
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
from voormsi_agents.commands import main as cli
def games(*arguments, **options):
    yield {{}}
    os.kill(os.getpid(), signal.SIGKILL)
cli.record_games = games
cli.main({[*THREE_GAMES, "--out", str(path)]!r})
"""
    killed = subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False)
    assert killed.returncode == -signal.SIGKILL
    assert not path.exists()


# ---------------------------------------------------------------- bad usage


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
    assert printed.err.startswith("voormsi: ")
    assert printed.err.count("\n") == 1
    assert printed.out == ""
    assert os.listdir(tmp_path) == []


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is full")
def test_no_space_left(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(*THREE_GAMES, "--out", "/dev/full") == 2
    assert capsys.readouterr().err.startswith("voormsi: /dev/full cannot be written: No space")


def test_a_missing_package_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in set(cli.FACTORIES) - {"random"}:
        monkeypatch.delitem(cli.FACTORIES, name)
    monkeypatch.setitem(cli.FACTORIES, "odd", "no_such_package.agents:Odd")
    assert run("record", "--agents", "odd,random", "--out", tmp_path / "games.jsonl") == 2
    assert "needs the package 'no_such_package'" in capsys.readouterr().err
    assert run("agents") == 0
    assert "needs the package 'no_such_package'" in capsys.readouterr().out


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["record", "--help"]])
def test_help(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(*arguments) == 0
    assert "voormsi" in capsys.readouterr().out


# ---------------------------------------------------------------- check


def test_check_counts(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("check", games) == 0
    records = list(read_records(games))
    deals = sum(len(record["deals"]) for record in records)
    plays = sum(len(deal["plays"]) for record in records for deal in record["deals"])
    assert capsys.readouterr().out == (
        f"{games}: 3 games, {deals} deals, {plays} plays, no fault\n"
    )


def test_check_tells_of_given_decks(
    games: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = next(read_records(games))
    path = tmp_path / "given.jsonl"
    write_records(path, [record | {"seed": 5}])
    assert run("check", path) == 0
    assert "1 game with decks that do not follow from the seed" in capsys.readouterr().out
    assert run("check", "--seeded", path) == 1
    assert "line 1: deal 1: the deck does not follow from seed 5" in capsys.readouterr().out


BAD_LINES = [
    ("", "the line is empty"),
    ("hello", "not JSON"),
    ("[]", "a record is an object; this is []"),
    ("7", "this is 7"),
    ("{}", "format: is null"),
    ('{"format": "voormsi-record-1"}', 'the key "deals" is missing'),
    ('{"format": "voormsi-record-1", "format": "x"}', "twice"),
    ("9" * 5000, "too many digits"),
    ("[" * 5000, "nested too deep"),
    ("\x00\x01", "not JSON"),
]


def test_check_names_the_line_of_every_fault(
    games: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = games.read_text().splitlines()
    bad = json.loads(good[1])
    bad["deals"][0]["plays"][2]["seat"] = 3 - bad["deals"][0]["plays"][2]["seat"]
    cut = good[2][: len(good[2]) // 2]
    lines = [good[0], json.dumps(bad), *(line for line, _ in BAD_LINES), good[0], cut]
    path = tmp_path / "bad.jsonl"
    path.write_bytes("\n".join(lines).encode() + b"\n\xff\n")
    assert run("check", path) == 1
    printed = capsys.readouterr().out.splitlines()
    assert printed[0].startswith("line 2: deal 1, play 3: seat")
    for number, (_, message) in enumerate(BAD_LINES, 3):
        assert any(line.startswith(f"line {number}: ") and message in line for line in printed)
    assert printed[-3].startswith(f"line {len(lines)}: not JSON")
    assert printed[-2] == f"line {len(lines) + 1}: byte 1 of the line is not UTF-8"
    assert printed[-1] == f"{path}: {len(lines) - 1} of {len(lines) + 1} games with faults"


def test_check_an_empty_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "empty"
    path.touch()
    assert run("check", path) == 1
    assert capsys.readouterr().out == f"{path} holds no record\n"


def test_check_a_file_without_line_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("voormsi_env.record.lines.LONGEST_LINE", 1000)
    path = tmp_path / "endless"
    path.write_bytes(b"{}\n" + bytes(5000))
    assert run("check", path) == 1
    assert capsys.readouterr().out.splitlines()[-1] == "line 2 has more than 1000 bytes"
    assert run("show", path, "--game", "2") == 2
    assert "line 2 has more than 1000 bytes" in capsys.readouterr().err


def test_standard_input(
    games: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for command in ("check", "show"):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(games.read_bytes())))
        assert run(command, "-") == 0
    assert capsys.readouterr().out.startswith("standard input: 3 games")


# ---------------------------------------------------------------- show, agents


def test_show(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    records = list(read_records(games))
    for number, record in enumerate(records, 1):
        assert run("show", games, "--game", str(number)) == 0
        lines = capsys.readouterr().out.splitlines()
        assert lines[0] == f"4 players, game at 9 points, seed {record['seed']}"
        assert sum(line.startswith("Deal ") for line in lines) == len(record["deals"])
        scores = " : ".join(map(str, record["result"]["scores"]))
        assert lines[-1].startswith("The game is over (")
        assert lines[-1].endswith(scores)
    assert run("show", games) == 0
    without = capsys.readouterr().out
    assert without.startswith(f"4 players, game at 9 points, seed {records[0]['seed']}\n")
    assert run("show", games, "--hands") == 0
    assert len(capsys.readouterr().out.splitlines()) > len(without.splitlines())


def test_show_refuses(games: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("show", games, "--game", "4") == 2
    assert f"{games} holds 3 games, no game 4" in capsys.readouterr().err
    record = next(read_records(games))
    record["result"]["scores"] = [1, 1]
    path = tmp_path / "bad.jsonl"
    write_records(path, [record])
    assert run("show", path) == 2
    assert "line 1: result: scores is [1, 1]" in capsys.readouterr().err


def test_a_reader_that_goes_away(games: Path) -> None:
    with in_a_process("show", games) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141


def test_agents(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("agents") == 0
    printed = capsys.readouterr().out
    for name in cli.FACTORIES:
        assert f"\n{name}" in f"\n{printed}"
    assert "    Chooses uniformly among the legal plays.\n" in printed


def test_a_recorded_game_can_be_played_with(games: Path) -> None:
    record = next(read_records(games))
    assert record_of(replay(record), record["agents"], legal=True) == record


def test_the_example_reads_records(
    games: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["read_records.py", str(games)])
    runpy.run_path(str(ROOT / "examples" / "read_records.py"), run_name="__main__")
    printed = capsys.readouterr().out
    tricks = [
        trick
        for record in read_records(games)
        for deal in record["deals"]
        for trick in deal["tricks"]
    ]
    assert "3 games" in printed
    for kind in ("voormsi", "toqutsit", "three", "three_on_toqutsit"):
        paid = sum(
            trick["bonus"] is not None and trick["bonus"]["kind"] == kind for trick in tricks
        )
        assert (f"{kind:<18}{paid:>6}\n" in printed) == (paid > 0)


def test_the_document_shows_the_example() -> None:
    code = (ROOT / "examples" / "read_records.py").read_text()
    shown = (ROOT / "docs" / "records.md").read_text()
    assert code.split('"""\n\n', 1)[1] in shown

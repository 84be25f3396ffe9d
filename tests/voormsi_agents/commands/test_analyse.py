"""`voormsi analyse`: the plays of a record with most regret first."""

from __future__ import annotations

from pathlib import Path

import pytest

from voormsi_agents.commands.main import main


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("games") / "games.jsonl"
    arguments = ["record", "--agents", "heuristic,random", "--games", "2", "--seed", "4"]
    assert main([*arguments, "--game-points", "3", "--legal", "--out", str(path)]) == 0
    return path


def test_the_command(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--game", "2", "--agent", "pimc:worlds=2", "--most", "3"]
    assert main(["analyse", str(games), *options]) == 0
    out = capsys.readouterr().out
    assert out.count("lost in") == 4
    assert out.count(" lost ") == 3 + 4


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--game", "3"], "holds 2 games, no game 3"),
        (["--agent", "greedy"], "does not say what plays are worth"),
        (["--agent", "nobody"], "no agent is called"),
        (["--agent", "pimc:worlds=0"], "allowed are"),
    ],
)
def test_what_cannot_be_done_is_refused(
    games: Path, options: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["analyse", str(games), *options]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1

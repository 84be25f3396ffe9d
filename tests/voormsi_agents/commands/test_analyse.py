"""`voormsi analyse`: every play of a record judged, the biggest mistakes first."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from voormsi_agents.base import ActionValueAgent
from voormsi_agents.commands.main import main
from voormsi_agents.matches.analysis import judge, report
from voormsi_agents.registry import make_agent
from voormsi_env import Rules
from voormsi_env.record import from_line


class StrongCards(ActionValueAgent):
    """Values every legal play by its number, so that the last one is best."""

    def values(self, views: np.ndarray, keys: np.ndarray) -> np.ndarray:
        legal = views["legal"][:, None] >> np.arange(15) & 1
        return np.where(legal == 1, np.arange(15) / 100, -np.inf).astype(np.float32)


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("games") / "games.jsonl"
    arguments = ["record", "--agents", "heuristic,random", "--games", "2", "--seed", "4"]
    assert main([*arguments, "--game-points", "3", "--legal", "--out", str(path)]) == 0
    return path


def test_every_play_is_judged_and_its_legal_plays_are_those_of_the_record(games: Path) -> None:
    record = from_line(games.read_bytes().splitlines()[1])
    judged = judge(record, StrongCards())
    plays = [
        (number, play) for number, deal in enumerate(record["deals"], 1) for play in deal["plays"]
    ]
    assert len(judged) == len(plays)
    for judgement, (deal, play) in zip(judged, plays, strict=True):
        assert (judgement.deal, judgement.seat) == (deal, play["seat"])
        assert judgement.made == " ".join(play["cards"])
        assert {cards for cards, _ in judgement.values} == {" ".join(c) for c in play["legal"]}
        assert judgement.loss == judgement.values[0][1] - dict(judgement.values)[judgement.made]
        assert judgement.loss >= 0


def test_the_biggest_mistakes_come_first_and_the_sums_are_of_all(games: Path) -> None:
    judged = judge(from_line(games.read_bytes().splitlines()[0]), StrongCards())
    lines = list(report(judged, most=5))
    losses = [float(line.rpartition(" ")[2]) for line in lines[:10:2]]
    expected = sorted((100 * play.loss for play in judged), reverse=True)
    assert losses == pytest.approx(expected[:5], abs=0.05)
    total = sum(float(re.findall(r": ([\d.]+) lost", line)[0]) for line in lines[11:])
    assert total == pytest.approx(sum(expected), abs=0.2)


def test_a_judge_knows_what_the_seat_could_know_and_is_seeded(games: Path) -> None:
    record = from_line(games.read_bytes().splitlines()[0])
    agent = make_agent("pimc:worlds=4", Rules(game_points=3))
    assert isinstance(agent, ActionValueAgent)
    assert judge(record, agent, key=3) == judge(record, agent, key=3)


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

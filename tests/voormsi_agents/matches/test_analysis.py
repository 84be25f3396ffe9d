"""Analysing records: what every legal play was worth, the plays of most regret first."""

from __future__ import annotations

import re

import numpy as np
import pytest

from voormsi_agents.base import ActionValueAgent
from voormsi_agents.matches.analysis import analyse, report
from voormsi_agents.matches.recording import record_games
from voormsi_agents.matches.roster import Roster
from voormsi_agents.registry import make_agent
from voormsi_env import Rules
from voormsi_env.record import Record


class StrongCards(ActionValueAgent):
    """Values every legal play by its number, so that the last one is best."""

    def values(self, views: np.ndarray, keys: np.ndarray) -> np.ndarray:
        legal = views["legal"][:, None] >> np.arange(15) & 1
        return np.where(legal == 1, np.arange(15) / 100, -np.inf).astype(np.float32)


@pytest.fixture(scope="module")
def games() -> list[Record]:
    roster = Roster(["heuristic", "random"], Rules(game_points=3))
    return list(record_games(roster, 4, 2, legal=True))


def test_every_play_is_there_with_the_legal_plays_of_the_record(
    games: list[Record],
) -> None:
    record = games[1]
    analysed = analyse(record, StrongCards())
    plays = [
        (number, play) for number, deal in enumerate(record["deals"], 1) for play in deal["plays"]
    ]
    assert len(analysed) == len(plays)
    for found, (deal, play) in zip(analysed, plays, strict=True):
        assert (found.deal, found.seat) == (deal, play["seat"])
        assert found.made == " ".join(play["cards"])
        assert {cards for cards, _ in found.values} == {" ".join(c) for c in play["legal"]}
        assert found.regret == found.values[0][1] - dict(found.values)[found.made]
        assert found.regret >= 0


def test_the_plays_of_most_regret_come_first_and_the_sums_are_of_all(games: list[Record]) -> None:
    analysed = analyse(games[0], StrongCards())
    lines = list(report(analysed, most=5))
    regrets = [float(line.rpartition(" ")[2]) for line in lines[:10:2]]
    expected = sorted((100 * play.regret for play in analysed), reverse=True)
    assert regrets == pytest.approx(expected[:5], abs=0.05)
    total = sum(float(re.findall(r": ([\d.]+) lost", line)[0]) for line in lines[11:])
    assert total == pytest.approx(sum(expected), abs=0.2)


def test_the_values_are_seeded(games: list[Record]) -> None:
    record = games[0]
    agent = make_agent("pimc:worlds=4", Rules(game_points=3))
    assert isinstance(agent, ActionValueAgent)
    assert analyse(record, agent, key=3) == analyse(record, agent, key=3)

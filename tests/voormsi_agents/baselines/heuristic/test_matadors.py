"""Toqutsit, Voormsi and the 3D in the heuristic player's sums."""

from __future__ import annotations

from helpers import play_tricks

from voormsi_agents.baselines.heuristic.matadors import (
    CERTAIN_LOSS,
    danger_of_own_goal,
    worth_of_bonuses,
)
from voormsi_agents.baselines.heuristic.position import read_position, stakes_of
from voormsi_env.cards import parse_cards


def danger(view, play: str) -> float:
    return danger_of_own_goal(view, read_position(view), parse_cards(play), True)


def worth(view, play: str, chance: float, takes: bool = True) -> float:
    position = read_position(view)
    stakes = stakes_of(view, position.rival, 1)
    return worth_of_bonuses(view, position, parse_cards(play), takes, chance, stakes)


def test_toqutsit_on_the_partners_voormsi_is_a_certain_loss() -> None:
    held = {2: ["JC", "5C", "5S", "QD"]}
    assert danger(play_tricks("KH 9C", held=held).view(2), "JC") == CERTAIN_LOSS
    assert danger(play_tricks("9C KH", held=held).view(2), "JC") == 0


def test_taking_voormsi_is_worth_two_points_and_may_lose_them_again() -> None:
    view = play_tricks("5H KH", held={2: ["JC", "3D", "5S", "QD"]}).view(2)
    assert worth(view, "JC", 1.0) > worth(view, "3D", 1.0) > 0
    assert worth(view, "JC", 0.0) < 0
    assert worth(view, "QD", 0.0, takes=False) <= 0


def test_a_trick_without_matadors_has_no_bonus() -> None:
    view = play_tricks("5H", held={1: ["9C", "5C", "5S", "QD"]}).view(1)
    assert worth(view, "9C", 0.7) == 0

"""Plays that lose at once are left out."""

from __future__ import annotations

from helpers import play_tricks

from voormsi_agents.networks.own_goals import without_own_goals
from voormsi_env.actions import action_to_cards, legal_actions
from voormsi_env.cards import TOQUTSIT


def plays_of_toqutsit(view, actions: int) -> list[int]:
    return [
        action
        for action in legal_actions(actions)
        if action_to_cards(action, int(view.hand)) >> TOQUTSIT & 1
    ]


def test_toqutsit_on_the_partners_voormsi_is_left_out() -> None:
    view = play_tricks("KH 9C", held={2: ["JC", "5C", "5S", "QD"]}).view(2)
    lost = plays_of_toqutsit(view, int(view.legal))
    assert lost
    kept = without_own_goals(view)
    assert kept == int(view.legal) & ~sum(1 << action for action in lost)


def test_all_plays_are_left_where_none_is_an_own_goal() -> None:
    for trick in ("", "9C KH"):
        game = play_tricks(trick or "5H", held={2: ["JC", "5C", "5S", "QD"]} if trick else None)
        view = game.view(game.to_play)
        assert without_own_goals(view) == view.legal

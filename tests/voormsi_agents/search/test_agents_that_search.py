"""Players that search: by view and key alone; right where it is plain."""

from __future__ import annotations

import importlib

import numpy as np
import pytest
from helpers import SWEEP, play_tricks, random_positions
from search_positions import choice, keys_for, views_to_move

from voormsi_agents.base import ask
from voormsi_agents.registry import UnknownAgentError, make_agent
from voormsi_env import Game, Rules
from voormsi_env.engine.state import VIEW

SEARCHERS = ("pimc:worlds=8", "ismcts:iterations=40")


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("text", SEARCHERS)
def test_searchers_play_legally_by_view_and_key_alone(text: str, players: int) -> None:
    agent = make_agent(text, Rules(players=players))
    views = views_to_move(25, seed=6, players=players)
    keys = keys_for(views)
    actions = agent.act(views, keys)
    assert ((views["legal"] >> actions) & 1 == 1).all()
    alone = [int(agent.act(views[i : i + 1], keys[i : i + 1])[0]) for i in range(len(views))]
    assert actions.tolist() == alone


@pytest.mark.parametrize("text", ["pimc:ms=1", "ismcts:ms=1"])
def test_a_decision_by_the_clock_is_legal(text: str) -> None:
    views = views_to_move(10, seed=4, players=4)
    actions = make_agent(text, Rules()).act(views, keys_for(views))
    assert ((views["legal"] >> actions) & 1 == 1).all()


@pytest.mark.parametrize("text", SEARCHERS)
def test_one_legal_play_needs_no_search(text: str) -> None:
    agent = make_agent(text, Rules())
    views = views_to_move(1, seed=4, players=4)
    views["legal"] = 1 << 3
    views["history"] = 0  # nothing to search with
    assert agent.act(views, keys_for(views)).tolist() == [3] * len(views)


@pytest.mark.parametrize("text", SEARCHERS)
def test_a_seat_that_is_not_to_play_is_refused(text: str) -> None:
    views = np.zeros(1, VIEW)
    with pytest.raises(ValueError, match="no legal play"):
        make_agent(text, Rules()).act(views, keys_for(views))


@pytest.mark.parametrize(
    "text",
    [
        "pimc:worlds=0",
        "pimc:ms=-1",
        "pimc:threads=0",
        "pimc:tricks=-1",
        "pimc:endgame=-1",
        "pimc:endgame=5",
        "pimc:tricks=13",
        "pimc:threads=257",
        "ismcts:tricks=13",
        "ismcts:iterations=0",
        "cheat:plays=0",
    ],
)
def test_options_out_of_range_are_refused(text: str) -> None:
    with pytest.raises(UnknownAgentError, match="allowed are"):
        make_agent(text, Rules())


# Positions with a right play. In some, team 0 wins the first seven tricks, unbeaten, and seat 2
# leads the eighth.

SEVEN_WON = (*SWEEP[:6], "3D JD 9H* QH")
THINKERS = ("pimc:worlds=128", "ismcts:iterations=1000", "cheat")


def eighth_trick(scores: list[int], seat_3: list[str], lead: str = "") -> Game:
    left = ["6C", "9D", "6H", "6S", "KC", "KS"]
    others = [card for card in left if card not in seat_3]
    held = {2: ["8S", "QD"], 3: seat_3, 0: others[:2], 1: others[2:]}
    game = play_tricks(*SEVEN_WON, start_scores=scores, held=held)
    if lead:
        game.play([lead])
    return game


@pytest.mark.parametrize("text", THINKERS)
def test_a_run_is_ended_where_that_makes_exactly_the_points_that_win(text: str) -> None:
    """Four for seven tricks, five for eight: the Queen loses a trick, the 8S none."""
    assert choice(text, eighth_trick([5, 0], ["6S", "6C"])) == ["QD"]


@pytest.mark.parametrize("text", ["pimc:worlds=128", "cheat"])
def test_who_lost_all_tricks_lets_the_rest_go_so_that_the_deal_is_annulled(text: str) -> None:
    assert choice(text, eighth_trick([0, 0], ["9D", "KC"], lead="QD")) == ["KC"]


@pytest.mark.parametrize("text", THINKERS)
def test_the_last_play_of_a_deal(text: str) -> None:
    assert choice(text, play_tricks(*SWEEP, plays=35)) == ["KS"]


@pytest.mark.parametrize("text", THINKERS)
def test_no_own_goal(text: str) -> None:
    game = play_tricks("KH 9C", held={2: ["JC", "5C", "5S", "QD"]})
    assert choice(text, game) != ["JC"]


@pytest.mark.parametrize("text", THINKERS)
def test_the_last_two_points_are_taken(text: str) -> None:
    """The 3D takes Toqutsit that took Voormsi: two points, and the game."""
    game = play_tricks("KH JC", start_scores=[7, 0], held={2: ["3D", "AC", "5S", "QD"]})
    assert choice(text, game) == ["3D"]


@pytest.mark.parametrize(
    ("text", "step"),
    [
        ("pimc:worlds=100", "voormsi_agents.search.pimc.try_plays"),
        ("pimc:worlds=100,threads=2", "voormsi_agents.search.pimc.try_plays"),
        ("ismcts:iterations=200", "voormsi_agents.search.ismcts._grow"),
        ("cheat:plays=2", "voormsi_agents.search.cheat._choose"),
    ],
)
def test_an_interrupted_decision_leaves_nothing_behind(
    text: str, step: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who is interrupted while it thinks plays on afterwards as if it had not been."""
    positions = [game for game, _ in random_positions(12, seed=8, players=4) if not game.over]
    games = np.concatenate([game.state.reshape(1).copy() for game in positions])
    views = views_to_move(12, seed=8, players=4)
    rows, keys = np.arange(len(games)), keys_for(views)
    agent = make_agent(text, Rules())
    module, name = step.rsplit(".", 1)
    whole = getattr(importlib.import_module(module), name)
    calls = []

    def interrupted(*arguments: object) -> object:
        calls.append(1)
        if len(calls) == 5:
            raise KeyboardInterrupt
        return whole(*arguments)

    with monkeypatch.context() as patch:
        patch.setattr(step, interrupted)
        with pytest.raises(KeyboardInterrupt):
            ask(agent, games, rows, views, keys)
    fresh = make_agent(text, Rules())
    assert (ask(agent, games, rows, views, keys) == ask(fresh, games, rows, views, keys)).all()

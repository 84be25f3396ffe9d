"""Players that search: by view and key alone, whatever the threads; right where it is plain."""

from __future__ import annotations

import importlib

import numpy as np
import pytest
from helpers import SWEEP, bytes_of, play_tricks, random_positions

from voormsi_agents.base import ActionValueAgent, PerfectInformationAgent, ask
from voormsi_agents.registry import UnknownAgentError, make_agent
from voormsi_agents.search.ismcts import IsmctsAgent
from voormsi_agents.tournament.comparison import compare
from voormsi_env import Game, Rules
from voormsi_env.actions import action_to_cards
from voormsi_env.cards import text_of
from voormsi_env.engine.play import legal
from voormsi_env.engine.state import VIEW

SEARCHERS = ("pimc:worlds=8", "ismcts:iterations=40")


def views_to_move(positions: int, seed: int, players: int) -> np.ndarray:
    views = [
        np.asarray(game.view(game.to_play))[None]
        for game, _ in random_positions(positions, seed=seed, players=players)
        if not game.over
    ]
    return np.concatenate(views)


def keys_for(views: np.ndarray) -> np.ndarray:
    return np.arange(len(views), dtype=np.int64) * 7919 + 5


def choice(text: str, game: Game, key: int = 1) -> list[str]:
    """The cards an agent plays for the seat to play."""
    agent = make_agent(text, game.rules)
    views = np.asarray(game.view(game.to_play))[None]
    action = int(ask(agent, game.state.reshape(1), np.zeros(1, int), views, np.array([key]))[0])
    return text_of(action_to_cards(action, int(views["hand"][0]))).split()


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


def test_threads_change_nothing() -> None:
    views = views_to_move(20, seed=9, players=4)
    keys = keys_for(views)
    one, three = (make_agent(f"pimc:worlds=20,threads={n}", Rules()) for n in (1, 3))
    assert isinstance(one, ActionValueAgent)
    assert isinstance(three, ActionValueAgent)
    assert (one.values(views, keys) == three.values(views, keys)).all()


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
        "pimc:endings=-1",
        "pimc:endings=5",
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


def test_who_sees_all_cannot_play_from_a_view() -> None:
    with pytest.raises(ValueError, match="sees all cards"):
        make_agent("cheat", Rules()).act(np.zeros(1, VIEW), np.zeros(1, np.int64))


def test_ismcts_looks_as_often_as_it_is_told_to() -> None:
    """With as many looks as plays, each legal play is looked at once."""
    views = views_to_move(40, seed=5, players=4)
    for row in range(len(views)):
        view = views[row : row + 1]
        number = int(view["legal"][0]).bit_count()
        agent = make_agent(f"ismcts:iterations={number},tricks=0", Rules())
        assert isinstance(agent, IsmctsAgent)
        looks, values = agent.looks_and_values(view, 0, key=3)
        legal_actions = view["legal"][0] >> np.arange(15) & 1
        if number > 1:
            assert (looks == np.where(legal_actions, 1, -1)).all()
        assert (np.isfinite(values) == (legal_actions == 1)).all()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_cheat_plays_legally_and_leaves_the_games_as_they_are(players: int) -> None:
    agent = make_agent("cheat:plays=1", Rules(players=players))
    assert isinstance(agent, PerfectInformationAgent)
    games = np.concatenate(
        [game.state.reshape(1).copy() for game, _ in random_positions(30, 3, players=players)]
    )
    games = games[~games["over"]]
    before = games.copy()
    rows = np.arange(len(games))
    actions = ask(agent, games, rows, np.zeros(len(games), VIEW), keys_for(games))
    assert all(legal(games[i]) >> int(actions[i]) & 1 for i in rows)
    assert bytes_of(games) == bytes_of(before)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_cheat_beats_an_honest_player(players: int) -> None:
    match = compare(["cheat:plays=2", "heuristic"], 24, seed=3, rules=Rules(players=players))
    assert match.rate > 0.8


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

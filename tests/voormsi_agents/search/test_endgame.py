"""Endgames solved exactly: as brute force finds them, whoever plays, under all options."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from helpers import all_rules

from voormsi_agents.registry import make_agent
from voormsi_agents.search.cheat import _value_of_line
from voormsi_agents.search.endgame import _search, forget, make_solver, solve
from voormsi_agents.search.pimc import PimcAgent
from voormsi_agents.search.worlds import sample_worlds
from voormsi_agents.tournament.comparison import compare
from voormsi_agents.values.deal_value import value_of_end
from voormsi_env import Rules
from voormsi_env.engine.bits import count, lowest
from voormsi_env.engine.jit import compiled
from voormsi_env.engine.legal import legal
from voormsi_env.engine.play import play
from voormsi_env.engine.state import STATE, VIEW
from voormsi_env.engine.table import team_of
from voormsi_env.engine.view import write_view
from voormsi_env.games import Games


@compiled
def brute_force(games: Any, depth: int, solver: Any) -> float:
    """The same value by looking at every line of play."""
    game = games[depth]
    if game.over:
        return float(value_of_end(game, 0, True, solver.win_values, solver.ladder))
    ours = team_of(game, game.to_play) == 0
    best = -1.0 if ours else 2.0
    actions = legal(game)
    while actions != 0:
        games[depth + 1] = game
        play(games[depth + 1], lowest(actions), solver.no_decks)
        actions &= actions - 1
        value = brute_force(games, depth + 1, solver)
        best = max(best, value) if ours else min(best, value)
    return best


def endgames(rules: Rules, cards: int, number: int, seed: int) -> list[np.ndarray]:
    """Random games with an empty stock, at the lead of a trick, each seat holding so many cards."""
    games = Games(200, rules, seed, start_scores="random", auto_reset=True)
    found: list[np.ndarray] = []
    for step in range(2000):
        for row in np.flatnonzero((games.states["drawn"] == 36) & (games.to_play >= 0)):
            game = games.states[row : row + 1].copy()
            holds = count(int(game["hands"][0, game["to_play"][0]]))
            if game["plays_made"][0] == 0 and holds == cards:
                game["single_deal"] = True
                found.append(game)
                if len(found) == number:
                    return found
        games.step(games.random_actions(seed + step))
    raise AssertionError("too few endgames")


def worth(rules: Rules, game: np.ndarray) -> tuple[float, float]:
    """What an endgame is worth by the solver, and by brute force."""
    solver = make_solver(rules)
    solver.games[0] = game[0]
    line = np.zeros(17, STATE)
    line[0] = game[0]
    return float(solve(solver, True)), brute_force(line, 0, solver)


@pytest.mark.parametrize(("players", "cards"), [(4, 2), (4, 3), (3, 2), (3, 3), (2, 2), (2, 4)])
def test_endgames_of_few_cards_are_solved(players: int, cards: int) -> None:
    rules = Rules(players=players)
    for game in endgames(rules, cards, 100, seed=cards):
        exact, brute = worth(rules, game)
        assert exact == brute


def test_endgames_of_four_cards_are_solved() -> None:
    rules = Rules()
    for game in endgames(rules, 4, 20, seed=4):
        exact, brute = worth(rules, game)
        assert exact == brute


def test_endgames_under_all_options_are_solved() -> None:
    rng = random.Random(5)
    for rules in rng.sample(list(all_rules(4)), 6) + rng.sample(list(all_rules(3)), 6):
        for game in endgames(rules, 2, 5, seed=3):
            exact, brute = worth(rules, game)
            assert exact == brute


def test_what_the_table_holds_serves_the_next_position_of_the_same_endgame() -> None:
    rules = Rules()
    for game in endgames(rules, 4, 20, seed=6):
        solver = make_solver(rules)
        solver.games[0] = game[0]
        value = solve(solver, True)
        ours = team_of(game[0], game[0].to_play) == 0
        after = []
        actions = int(legal(game[0]))
        while actions:
            solver.games[0] = game[0]
            play(solver.games[0], lowest(actions), solver.no_decks)
            actions &= actions - 1
            after.append(solve(solver, True))
        assert value == (max(after) if ours else min(after))


def test_a_table_that_is_emptied_forgets_another_endgame() -> None:
    rules = Rules()
    used = make_solver(rules)
    for game in endgames(rules, 3, 40, seed=7):
        used.games[0] = game[0]
        forget(used)
        assert solve(used, True) == worth(rules, game)[0]


@pytest.mark.parametrize(("players", "solved"), [(4, True), (2, True), (3, False)])
def test_search_solves_the_endgames_of_its_worlds(players: int, solved: bool) -> None:
    rules = Rules(players=players)
    agent = make_agent("pimc:worlds=16,prior=0,endgame=2", rules)
    assert isinstance(agent, PimcAgent)
    solver = make_solver(rules)
    told_apart = 0
    for number, game in enumerate(endgames(rules, 2, 20, seed=9)):
        game["single_deal"] = False
        view = np.zeros(1, VIEW)
        write_view(game[0], int(game[0]["to_play"]), view[0])
        if int(view["legal"][0]).bit_count() < 2:
            continue
        keys = np.array([number], np.int64)
        values = agent.values(view, keys)[0]
        exact = np.full(15, -np.inf)
        for action in np.flatnonzero(values > -np.inf):
            worths = []
            for world in sample_worlds(view, keys, 16)[0]:
                line = np.zeros(17, STATE)
                line[0] = world
                line[0]["single_deal"] = True
                play(line[0], int(action), solver.no_decks)
                worths.append(brute_force(line, 0, solver))
            exact[action] = np.mean(worths)
        same = values == pytest.approx(exact, abs=1e-6)
        assert same or not solved
        told_apart += not same
    assert solved or told_apart > 0


def test_recursions_are_compiled_once() -> None:
    """One compiled a second time, for a literal depth, would crash when it comes from the cache."""
    compare(["cheat:plays=2", "heuristic"], 2, seed=1)
    for function in (_search, _value_of_line):
        assert len(getattr(function, "signatures", [])) <= 1

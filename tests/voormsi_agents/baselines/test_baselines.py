"""What all rule-based players have in common: legal, by the VIEW and key alone."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from decisions import some_views
from helpers import FOUR, OPTIONS, SIZES

from voormsi_agents.base import Agent
from voormsi_agents.baselines.greedy import GreedyAgent
from voormsi_agents.baselines.heuristic.agent import HeuristicAgent
from voormsi_agents.baselines.random import RandomAgent
from voormsi_agents.matches.lockstep import choose_actions, play_to_end
from voormsi_env import Games, Rules
from voormsi_env.actions import legal_actions
from voormsi_env.engine.state import REASON_FORFEIT, VIEW

AGENTS = [RandomAgent, GreedyAgent, HeuristicAgent]


@pytest.mark.parametrize("kind", AGENTS)
@pytest.mark.parametrize("rules", SIZES)
def test_a_decision_depends_on_its_view_and_key_alone(kind: type[Agent], rules: Rules) -> None:
    views = some_views(rules)
    keys = np.arange(len(views), dtype=np.int64)
    actions = kind().act(views, keys)
    assert actions.dtype == np.int64
    order = np.random.default_rng(1).permutation(len(views))
    assert (kind().act(views[order], keys[order]) == actions[order]).all()
    alone = [kind().act(views[i : i + 1], keys[i : i + 1])[0] for i in range(0, len(views), 50)]
    assert (alone == actions[::50]).all()


@pytest.mark.parametrize("kind", AGENTS)
def test_no_views_ask_for_no_actions(kind: type[Agent]) -> None:
    assert kind().act(np.zeros(0, VIEW), np.zeros(0, np.int64)).shape == (0,)


@pytest.mark.parametrize("kind", [GreedyAgent, HeuristicAgent])
def test_rule_based_players_need_no_chance(kind: type[Agent]) -> None:
    views = some_views(FOUR)
    keys = np.zeros(len(views), np.int64)
    assert (kind().act(views, keys) == kind().act(views, keys + 12345)).all()


OPTION_RULES = [
    Rules(players=rules.players, **{option: value})
    for rules in SIZES
    for option, values in {**OPTIONS, "game_points": (None, 1, 50)}.items()
    for value in values[1:]
]


@pytest.mark.parametrize("rules", OPTION_RULES, ids=lambda rules: str(rules.to_dict().values()))
def test_every_play_is_legal_under_every_option(rules: Rules) -> None:
    games = Games(6, rules, seed=3, max_deals=6)
    seating = np.random.default_rng(3).integers(0, 3, (6, rules.players))
    play_to_end(games, [RandomAgent(), GreedyAgent(), HeuristicAgent()], seating, key=1)
    assert games.states["over"].all()


def test_own_goals_are_scored_only_when_there_is_no_other_play() -> None:
    """Heuristic and greedy players, each with a partner of its kind or a random one."""
    games = Games(400, FOUR, seed=5)
    agents = [HeuristicAgent(), GreedyAgent(), RandomAgent()]
    seating = np.random.default_rng(5).integers(0, 3, (400, 4))
    rows = np.arange(400)
    forced = 0
    while (games.to_play >= 0).any():
        views, movers = games.views(), games.to_play.copy()
        deciders = np.where(movers >= 0, seating[rows, movers], -1)
        games.step(choose_actions(games, agents, deciders, 6, rows))
        forfeits = games.ended & (games.states["reason"] == REASON_FORFEIT) & (deciders < 2)
        for view in views[forfeits & (deciders >= 0)]:
            assert len(legal_actions(int(view["legal"]))) == 1
            forced += 1
    assert forced < 20


def test_compiled_and_plain_python_decide_alike(tmp_path: Path) -> None:
    views = np.concatenate([some_views(rules, games=4) for rules in SIZES])
    np.save(tmp_path / "views.npy", views)
    script = (
        "import sys, numpy as np\n"
        "from voormsi_agents.registry import make_agent\n"
        "from voormsi_env import Rules\n"
        "from voormsi_env.engine.state import VIEW\n"
        "views = np.load(sys.argv[1]).view(VIEW)\n"
        "for name in ('greedy', 'heuristic'):\n"
        "    keys = np.zeros(len(views), np.int64)\n"
        "    print(*make_agent(name, Rules()).act(views, keys))\n"
    )
    plain = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path / "views.npy")],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=True,
    )
    keys = np.zeros(len(views), np.int64)
    compiled = [agent.act(views, keys) for agent in (GreedyAgent(), HeuristicAgent())]
    assert plain.stdout.splitlines() == [" ".join(map(str, actions)) for actions in compiled]

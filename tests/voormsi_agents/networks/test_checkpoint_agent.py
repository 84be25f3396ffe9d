"""A learned policy as an agent: how it chooses by its scores."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from helpers import play_tricks
from numpy.typing import NDArray
from policy_helpers import (
    best_of,
    each_network,
    games_under_way,
    policy_with_opinions,
    scores_of,
)

from voormsi_agents.networks.checkpoint_agent import CheckpointAgent, PolicyAgent
from voormsi_agents.networks.inputs import Inputs
from voormsi_agents.networks.policy_network import PolicyNetwork
from voormsi_agents.networks.torch_file import network_of_policy, save_policy
from voormsi_agents.registry import UnknownAgentError, make_agent
from voormsi_env.actions import action_to_cards
from voormsi_env.cards import text_of
from voormsi_env.observation import encode
from voormsi_env.rules import Rules


def some_views(rules: Rules, n: int = 197) -> NDArray[np.void]:
    return games_under_way(rules, n, 7).views()


@each_network
def test_a_saved_policy_plays_from_views_as_it_did_from_games(
    network: dict, tmp_path: Path
) -> None:
    rules = Rules()
    games = games_under_way(rules)
    policy = policy_with_opinions(network, rules)
    save_policy(policy, network, rules, tmp_path / "policy.safetensors")
    views, keys = games.views(), np.arange(len(games), dtype=np.int64)
    actions = make_agent(f"checkpoint:{tmp_path}", rules).act(views, keys)
    assert len(np.unique(actions)) > 2
    rows = policy.inputs.of_games(games, np.arange(len(games)))
    assert (actions == best_of(scores_of(policy, rows), views)).all()
    assert (PolicyAgent(network_of_policy(policy)).act(views, keys) == actions).all()


@pytest.mark.parametrize("temperature", [0.0, 1.0])
def test_a_decision_depends_on_its_view_and_key_alone(saved: Path, temperature: float) -> None:
    rules = Rules()
    views = some_views(rules)
    keys = np.random.default_rng(1).integers(0, 2**63 - 1, len(views))
    agent = CheckpointAgent(rules, str(saved), temperature)
    together = agent.act(views, keys)
    order = np.random.default_rng(2).permutation(len(views))
    assert (agent.act(views[order], keys[order]) == together[order]).all()
    for row in range(0, len(views), 23):
        assert agent.act(views[row : row + 1], keys[row : row + 1])[0] == together[row]
    assert len(agent.act(views[:0], keys[:0])) == 0


def test_temperature_draws_by_the_policys_probabilities(saved: Path) -> None:
    rules = Rules()
    view = some_views(rules)[:1]
    agent = CheckpointAgent(rules, str(saved), 1.0)
    n = 4000
    keys = np.random.default_rng(1).integers(0, 2**63 - 1, n)
    actions = agent.act(np.repeat(view, n), keys)
    legal = view["legal"][0] >> np.arange(15) & 1
    scores = agent.scores(encode(view, rules))[0].astype(np.float64)
    chances = np.where(legal, np.exp(scores), 0)
    chances /= chances.sum()
    assert np.allclose(np.bincount(actions, minlength=15) / n, chances, atol=0.03)


def test_an_agent_is_called_by_its_text(saved: Path) -> None:
    agent = make_agent(f"checkpoint:{saved.parent}", Rules())
    assert agent.name == f"checkpoint:{saved.parent}"
    assert isinstance(agent, CheckpointAgent)
    assert agent.path == saved


def test_a_bad_temperature_is_refused(saved: Path) -> None:
    with pytest.raises(UnknownAgentError, match=r"temperature is -1\.0; allowed are"):
        make_agent(f"checkpoint:{saved},temperature=-1", Rules())


class FirstSlotBest(PolicyNetwork):
    """Likes its first slot best, whatever comes of it."""

    def __init__(self, rules: Rules) -> None:
        self.inputs = Inputs(rules)

    def scores(self, rows: NDArray[np.int8]) -> NDArray[np.float32]:
        return np.tile(np.arange(15, 0, -1, np.float32), (len(rows), 1))


@pytest.mark.parametrize(
    ("played", "hand", "chosen"),
    [
        ("KH 9C", ["JC", "5C", "5S", "QD"], False),  # on the partner's Voormsi
        ("9C KH", ["JC", "5C", "5S", "QD"], True),  # on an opponent's: the duty
        ("KS 9C", ["JC", "5C", "5S", "QD"], True),
    ],
)
def test_a_policy_scores_no_own_goal_that_it_can_avoid(
    played: str, hand: list[str], chosen: bool
) -> None:
    game = play_tricks(played, held={2: hand})
    view = np.asarray(game.view(2))[None]
    action = int(PolicyAgent(FirstSlotBest(Rules())).act(view, np.zeros(1, np.int64))[0])
    assert ("JC" in text_of(action_to_cards(action, int(view["hand"][0])))) == chosen


def test_an_own_goal_is_scored_where_nothing_else_is_legal() -> None:
    view = np.asarray(play_tricks("KH 9C", held={2: ["JC", "5C", "5S", "QD"]}).view(2))[None].copy()
    view["legal"] = 1
    assert PolicyAgent(FirstSlotBest(Rules())).act(view, np.zeros(1, np.int64)).tolist() == [0]

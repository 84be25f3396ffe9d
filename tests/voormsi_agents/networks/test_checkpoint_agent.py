"""Saved policies: what a file says, when it is refused, and how an agent plays by it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch
from helpers import play_tricks
from safetensors.torch import save_file

from voormsi_agents.networks import policy_file
from voormsi_agents.networks.checkpoint_agent import BLOCK, CheckpointAgent, PolicyAgent
from voormsi_agents.networks.layers import BinaryLinear, CardHead
from voormsi_agents.networks.policies import TeamPolicy, make_policy
from voormsi_agents.networks.policy_file import PolicyFileError, load_policy, save_policy
from voormsi_agents.registry import UnknownAgentError, make_agent
from voormsi_env.actions import action_to_cards
from voormsi_env.cards import text_of
from voormsi_env.games import Games
from voormsi_env.rules import Rules

NETWORK = {"kind": "cards", "actor": [16], "critic": [8]}


def policy_with_opinions(rules: Rules, seed: int = 0) -> TeamPolicy:
    torch.manual_seed(seed)
    policy = make_policy(**NETWORK, rules=rules)  # type: ignore[arg-type]
    for parameter in policy.action_net.parameters():
        torch.nn.init.normal_(parameter)
    return policy


def some_views(rules: Rules, n: int = 3 * BLOCK + 5) -> np.ndarray:
    games = Games(n, rules, seed=3)
    rng = np.random.default_rng(0)
    for _ in range(7):
        games.step((games.masks * rng.random(games.masks.shape)).argmax(axis=1))
    return games.views()


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    path = tmp_path / "policy.safetensors"
    save_policy(policy_with_opinions(Rules()), NETWORK, Rules(), path, steps=5)
    return path


def test_a_saved_policy_plays_as_before(saved: Path) -> None:
    rules = Rules()
    views = some_views(rules)
    keys = np.arange(len(views), dtype=np.int64)
    before = PolicyAgent(policy_with_opinions(rules)).act(views, keys)
    after = make_agent(f"checkpoint:{saved}", rules).act(views, keys)
    assert (before == after).all()
    assert (views["legal"] >> after & 1).all()
    assert len(np.unique(after)) > 5


@pytest.mark.parametrize("kind", ["cards", "plain", "sequence"])
def test_sharpening_multiplies_every_score(kind: str) -> None:
    rules = Rules()
    policy = make_policy(kind, [16], [8], rules)
    for parameter in policy.action_net.parameters():
        torch.nn.init.normal_(parameter)
    rows = torch.from_numpy(policy.inputs.of_views(some_views(rules, 9))).float()
    with torch.no_grad():
        before = policy.scores(rows)
        policy.sharpen(3.0)
        torch.testing.assert_close(policy.scores(rows), 3.0 * before)
    assert before.abs().max() > 0.1


def test_a_run_folder_stands_for_its_policy(saved: Path) -> None:
    agent = make_agent(f"checkpoint:{saved.parent}", Rules())
    assert agent.name == f"checkpoint:{saved.parent}"


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
    from voormsi_env.observation import encode

    scores = agent.scores(encode(view, rules))[0].astype(np.float64)
    chances = np.where(legal, np.exp(scores), 0)
    chances /= chances.sum()
    assert np.allclose(np.bincount(actions, minlength=15) / n, chances, atol=0.03)


def refused(path: Path | str, rules: Rules | None = None) -> str:
    with pytest.raises(UnknownAgentError) as caught:
        make_agent(f"checkpoint:{path}", rules or Rules())
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_a_missing_or_foreign_file_is_refused_in_one_line(tmp_path: Path, saved: Path) -> None:
    assert "no policy file" in refused(tmp_path / "none.safetensors")
    foreign = tmp_path / "foreign.safetensors"
    foreign.write_bytes(b"PK\x03\x04 something else entirely")
    assert "is no policy file" in refused(foreign)
    other = tmp_path / "other.safetensors"
    save_file({"weight": torch.zeros(2)}, other)
    assert "is no policy file of the format" in refused(other)
    half = tmp_path / "half.safetensors"
    half.write_bytes(saved.read_bytes()[:2000])
    assert "is no policy file" in refused(half)


@pytest.mark.parametrize(
    "network", [{**NETWORK, "actor": [17]}, {**NETWORK, "kind": "huge"}, {**NETWORK, "depth": 3}]
)
def test_a_network_that_is_made_no_more_is_refused(tmp_path: Path, network: dict) -> None:
    path = tmp_path / "policy.safetensors"
    save_policy(policy_with_opinions(Rules()), network, Rules(), path)
    assert "as this version does not make it" in refused(path)


def test_a_policy_for_another_game_is_refused(saved: Path) -> None:
    assert "players=4; this game has players=2" in refused(saved, Rules(players=2))
    assert "bust=rebound; this game has bust=off" in refused(saved, Rules(bust="off"))


@pytest.mark.parametrize("version", ["RULES_VERSION", "ACTIONS_VERSION", "OBSERVATION_VERSION"])
def test_a_policy_of_another_version_is_refused(
    saved: Path, monkeypatch: pytest.MonkeyPatch, version: str
) -> None:
    load_policy(saved, Rules())
    monkeypatch.setattr(policy_file, version, 999)
    with pytest.raises(PolicyFileError, match=version.lower()):
        load_policy(saved, Rules())


def test_a_bad_temperature_is_refused(saved: Path) -> None:
    assert "temperature is -1.0" in refused(f"{saved},temperature=-1")


def test_the_binary_layer_is_a_linear_layer() -> None:
    torch.manual_seed(0)
    layer = BinaryLinear(40, 16)
    inputs = (torch.rand(33, 40) < 0.2).float()
    weights = torch.randn(33, 16)
    found = _gradients(layer, lambda: layer(inputs), weights)
    wanted = _gradients(layer, lambda: inputs @ layer.weight + layer.bias, weights)
    for a, b in zip(found, wanted, strict=True):
        assert torch.allclose(a, b, atol=1e-5)


def test_the_card_head_scores_plays_as_its_formula_says() -> None:
    torch.manual_seed(0)
    head = CardHead(8, 16)
    hands = torch.zeros(30, 4, 36)
    for row in range(30):
        for slot, card in enumerate(torch.randperm(36)[: row % 4 + 1].tolist()):
            hands[row, slot, card] = 1
    inputs = torch.cat([torch.randn(30, 8), hands.reshape(30, -1)], dim=1)
    weights = torch.randn(30, 15)

    def formula() -> torch.Tensor:
        slots = torch.tensor([[(a + 1) >> s & 1 for s in range(4)] for a in range(15)]).float()
        held = (slots @ (1 - hands.sum(2)).T == 0).T
        hidden = head.situation(inputs[:, :8])[:, None] + slots @ (hands @ head.cards)
        return (torch.relu(hidden) * head.score).sum(2) * held

    found = _gradients(head, lambda: head(inputs), weights)
    wanted = _gradients(head, formula, weights)
    for a, b in zip(found, wanted, strict=True):
        assert torch.allclose(a, b, atol=1e-4)


def _gradients(module, forward, weights):  # type: ignore[no-untyped-def]
    module.zero_grad()
    out = forward()
    (out * weights).sum().backward()
    return [out.detach()] + [parameter.grad.clone() for parameter in module.parameters()]


def by_strongest_cards(rules: Rules, monkeypatch: pytest.MonkeyPatch) -> PolicyAgent:
    """A policy that likes its first slot best, whatever comes of it."""
    policy = make_policy(**NETWORK, rules=rules)  # type: ignore[arg-type]
    likes = torch.arange(15, 0, -1).float()
    monkeypatch.setattr(policy, "scores", lambda rows: likes.expand(len(rows), 15))
    return PolicyAgent(policy)


@pytest.mark.parametrize(
    ("played", "hand", "chosen"),
    [
        ("KH 9C", ["JC", "5C", "5S", "QD"], False),  # on the partner's Voormsi
        ("9C KH", ["JC", "5C", "5S", "QD"], True),  # on an opponent's: the duty
        ("KS 9C", ["JC", "5C", "5S", "QD"], True),
    ],
)
def test_a_policy_scores_no_own_goal_that_it_can_avoid(
    played: str, hand: list[str], chosen: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = play_tricks(played, held={2: hand})
    view = np.asarray(game.view(2))[None]
    action = int(by_strongest_cards(Rules(), monkeypatch).act(view, np.zeros(1, np.int64))[0])
    assert ("JC" in text_of(action_to_cards(action, int(view["hand"][0])))) == chosen


def test_an_own_goal_is_scored_where_nothing_else_is_legal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    view = np.asarray(play_tricks("KH 9C", held={2: ["JC", "5C", "5S", "QD"]}).view(2))[None].copy()
    view["legal"] = 1
    assert by_strongest_cards(Rules(), monkeypatch).act(view, np.zeros(1, np.int64)).tolist() == [0]

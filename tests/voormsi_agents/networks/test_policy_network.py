"""A policy without PyTorch: the same scores, for every kind of network, however it is asked."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from policy_helpers import (
    CARDS,
    NETWORKS,
    best_of,
    each_network,
    games_under_way,
    many_views,
    policy_with_opinions,
    scores_of,
)

from voormsi_agents.networks.network_description import NetworkError
from voormsi_agents.networks.policies import TeamPolicy
from voormsi_agents.networks.policy_file import SHIPPED, read_policy
from voormsi_agents.networks.policy_network import BLOCK, PolicyNetwork
from voormsi_agents.networks.torch_file import load_policy, network_of_policy
from voormsi_env.rules import Rules

TOLERANCE, ROUNDING = 1e-4, 1e-5
FEW, MANY = 3_000, 100_000
TIES = 25_000
"""In so many views one other play is allowed: of two that are the same within rounding."""
each_size = pytest.mark.parametrize("players", [2, 3, 4])


def assert_same(policy: TeamPolicy, network: PolicyNetwork, views: NDArray[np.void]) -> None:
    """The scores are the same but for rounding, and so are the plays but for ties within that."""
    rows = policy.inputs.of_views(views)
    wanted, found = scores_of(policy, rows), network.scores(rows)
    assert wanted.shape == found.shape == (len(views), 15)
    assert found.dtype == np.float32
    most = np.abs(found - wanted).max()
    best, of_torch = best_of(found, views), best_of(wanted, views)
    differing = int((best != of_torch).sum())
    every = np.arange(len(views))
    print(f"{len(views)} views: at most {most:.1e} apart, {differing} other plays")
    assert most <= TOLERANCE
    assert (wanted[every, of_torch] - wanted[every, best]).max() <= ROUNDING
    assert differing <= len(views) // TIES
    assert len(np.unique(best)) > 3
    assert wanted.std() > 1.0


@each_size
@each_network
def test_the_scores_are_those_of_pytorch(network: dict, players: int) -> None:
    rules = Rules(players=players)
    policy = policy_with_opinions(network, rules)
    assert_same(policy, network_of_policy(policy), many_views(rules, FEW))


@each_size
def test_the_shipped_policies_score_as_in_pytorch(players: int) -> None:
    rules = Rules(players=players)
    path = SHIPPED / f"champion-{players}-players.safetensors"
    assert_same(load_policy(path, rules), read_policy(path, rules), many_views(rules, FEW))


@pytest.mark.integration
@each_network
def test_many_scores_are_those_of_pytorch(network: dict) -> None:
    rules = Rules()
    policy = policy_with_opinions({**network, "actor": [512, 256]}, rules)
    assert_same(policy, network_of_policy(policy), many_views(rules, MANY))


@pytest.mark.integration
@each_size
def test_many_scores_of_the_shipped_policies_are_those_of_pytorch(players: int) -> None:
    rules = Rules(players=players)
    path = SHIPPED / f"champion-{players}-players.safetensors"
    assert_same(load_policy(path, rules), read_policy(path, rules), many_views(rules, MANY))


@each_network
def test_a_rows_scores_do_not_depend_on_the_others(network: dict) -> None:
    rules = Rules()
    played = network_of_policy(policy_with_opinions(network, rules))
    rows = played.inputs.of_views(many_views(rules, 2 * BLOCK + 37))
    together = played.scores(rows)
    order = np.random.default_rng(2).permutation(len(rows))
    assert (played.scores(rows[order]) == together[order]).all()
    assert (played.scores(np.asfortranarray(rows)) == together).all()
    for row in range(0, len(rows), 7):
        assert (played.scores(rows[row : row + 1]) == together[row]).all()
    assert played.scores(rows[:0]).shape == (0, 15)


def test_the_first_play_of_a_deal_is_read_without_a_memory() -> None:
    rules = Rules()
    policy = policy_with_opinions(NETWORKS[-2], rules)
    assert_rows_alike(policy, policy.inputs.of_views(games_under_way(rules, steps=0).views()))


@each_size
def test_a_deal_played_to_its_end_is_read_whole(players: int) -> None:
    rules = Rules(players=players)
    policy = policy_with_opinions(NETWORKS[-2], rules)
    rows = policy.inputs.of_views(many_views(rules, 64))
    plays = rows[:, policy.inputs.sequence].reshape(64, 36, 3)
    plays[:, :, 0] = np.random.default_rng(0).permuted(np.tile(np.arange(36), (64, 1)), axis=1)
    plays[:, :, 1], plays[:, :, 2] = np.arange(36) % players, np.arange(36)
    rows[:, policy.inputs.sequence] = plays.reshape(64, -1)
    assert_rows_alike(policy, rows)


def assert_rows_alike(policy: TeamPolicy, rows: NDArray[np.int8]) -> None:
    found = network_of_policy(policy).scores(rows)
    np.testing.assert_allclose(found, scores_of(policy, rows), atol=TOLERANCE, rtol=0)


def test_rows_of_another_size_are_refused() -> None:
    played = network_of_policy(policy_with_opinions(CARDS, Rules()))
    with pytest.raises(ValueError, match=r"rows have the shape \(3, 750\); this network reads"):
        played.scores(np.zeros((3, 750), np.int8))


def weights_of(network: dict) -> dict[str, NDArray[np.float32]]:
    policy = policy_with_opinions(network, Rules())
    return {name: tensor.numpy() for name, tensor in policy.state_dict().items()}


@each_network
def test_every_weight_of_the_actor_counts_and_none_of_the_critic(network: dict) -> None:
    rules = Rules()
    weights = weights_of(network)
    views = many_views(rules, 4096)[::13]
    made = PolicyNetwork.from_weights(network, weights, rules)
    rows = made.inputs.of_views(views)
    for name, weight in weights.items():
        other = {**weights, name: weight + 0.1 * np.sign(weight)}
        moved = (
            PolicyNetwork.from_weights(network, other, rules).scores(rows) != made.scores(rows)
        ).any()
        assert moved == ("value_net" not in name), name
        rest = {other: weight for other, weight in weights.items() if other != name}
        if "value_net" in name:
            PolicyNetwork.from_weights(network, rest, rules)
        else:
            with pytest.raises(NetworkError, match=f"the weight {name} is missing"):
                PolicyNetwork.from_weights(network, rest, rules)


@pytest.mark.parametrize(
    ("name", "weight", "text"),
    [
        ("mlp_extractor.policy_net.0.weight", np.zeros((16, 749), np.float32), "has the shape"),
        ("mlp_extractor.policy_net.2.bias", np.zeros(16, np.float32), "has no weight"),
        ("action_net.score", np.zeros(100, np.float32), "allowed are multiples of 16"),
        ("action_net.cards", np.full((36, 128), np.nan, np.float32), "not finite"),
    ],
)
def test_weights_of_another_network_are_refused(
    name: str, weight: NDArray[np.float32], text: str
) -> None:
    with pytest.raises(NetworkError, match=text) as caught:
        PolicyNetwork.from_weights(CARDS, {**weights_of(CARDS), name: weight}, Rules())
    assert name in str(caught.value)


@pytest.mark.parametrize("shape", [(), (8,), (24, 7), (23, 64)])
def test_a_memory_of_another_shape_is_refused(shape: tuple[int, ...]) -> None:
    weights = weights_of(NETWORKS[-1])
    weights["mlp_extractor.reader.out.weight"] = np.zeros(shape, np.float32)
    with pytest.raises(NetworkError, match="has the shape"):
        PolicyNetwork.from_weights(NETWORKS[-1], weights, Rules())


PLAYING_ALONE = """
import sys
from importlib.abc import MetaPathFinder

HEAVY = {"torch", "stable_baselines3", "sb3_contrib", "matplotlib", "tensorboard", "scipy"}

class Missing(MetaPathFinder):
    asked = set()
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in HEAVY:
            self.asked.add(name.split(".")[0])
            raise ModuleNotFoundError(name)

sys.meta_path.insert(0, Missing())
import numpy as np
from voormsi_agents.registry import make_agent
from voormsi_env.games import Games
from voormsi_env.rules import Rules

for players in (2, 3, 4):
    views = Games(20, Rules(players=players), seed=1).views()
    for text in ("checkpoint:champion", "checkpoint:champion,temperature=1", *sys.argv[1:]):
        if players == 4 or text.startswith("checkpoint:champion"):
            actions = make_agent(text, Rules(players=players)).act(views, np.arange(20))
            assert (views["legal"] >> actions & 1).all()
assert HEAVY.isdisjoint(name.split(".")[0] for name in sys.modules)
assert Missing.asked <= {"scipy"}, Missing.asked  # Numba looks for it and does without
print("played")
"""


def test_policies_play_where_pytorch_is_not_installed(tmp_path: Path) -> None:
    from voormsi_agents.networks.torch_file import save_policy

    for network in NETWORKS:
        path = tmp_path / f"{network['kind']}-{network['critic_kind']}.safetensors"
        save_policy(policy_with_opinions(network, Rules()), network, Rules(), path)
    agents = [f"checkpoint:{path}" for path in sorted(tmp_path.iterdir())]
    assert len(agents) == len(NETWORKS)
    done = subprocess.run(
        [sys.executable, "-c", PLAYING_ALONE, *agents],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert done.stdout == "played\n", done.stderr

"""Policies of PyTorch and their files: saved and loaded, begun from, taken to play without it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch
from policy_helpers import (
    CARDS,
    NETWORKS,
    each_network,
    games_under_way,
    policy_with_opinions,
)
from safetensors.torch import load_file

from voormsi_agents.networks.policies import make_policy
from voormsi_agents.networks.policy_file import PolicyFileError, network_of
from voormsi_agents.networks.torch_file import (
    begin_from,
    load_policy,
    network_of_policy,
    save_policy,
)
from voormsi_env.rules import Rules


@each_network
def test_a_saved_policy_comes_back_as_it_was(network: dict, tmp_path: Path) -> None:
    policy = policy_with_opinions(network, Rules(players=3))
    path = tmp_path / "policy.safetensors"
    save_policy(policy, network, Rules(players=3), path)
    assert [file.name for file in tmp_path.iterdir()] == [path.name]
    assert network_of(path) == network
    loaded = load_policy(path, Rules(players=3))
    assert not loaded.training
    assert type(loaded) is type(policy)
    kept = policy.state_dict()
    assert kept.keys() == loaded.state_dict().keys() == load_file(path).keys()
    for name, weight in loaded.state_dict().items():
        assert torch.equal(weight, kept[name]), name


def test_a_policy_that_cannot_be_written_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "policy.safetensors"
    policy = policy_with_opinions(CARDS, Rules())
    save_policy(policy, CARDS, Rules(), path)
    before = path.read_bytes()
    with pytest.raises(TypeError):
        save_policy(policy, CARDS, Rules(), path, unwritable=object())
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_a_policy_begins_from_a_saved_one_of_its_network(tmp_path: Path) -> None:
    path = tmp_path / "policy.safetensors"
    saved = policy_with_opinions(CARDS, Rules())
    save_policy(saved, CARDS, Rules(), path)
    fresh = make_policy(**CARDS, rules=Rules())
    begin_from(fresh, str(tmp_path), Rules())
    for name, weight in fresh.state_dict().items():
        assert torch.equal(weight, saved.state_dict()[name])
    wider = make_policy(**{**CARDS, "actor": [32]}, rules=Rules())
    with pytest.raises(PolicyFileError, match="not a policy of the network that `network` describ"):
        begin_from(wider, str(tmp_path), Rules())
    with pytest.raises(PolicyFileError, match="there is no policy file"):
        begin_from(fresh, "nothing", Rules())


@pytest.mark.parametrize("network", NETWORKS[::2], ids=lambda network: network["kind"])
def test_a_policy_that_learns_on_does_not_move_its_copy(network: dict) -> None:
    policy = policy_with_opinions(network, Rules())
    played = network_of_policy(policy)
    rows = played.inputs.of_views(games_under_way(Rules()).views())
    before = played.scores(rows)
    with torch.no_grad():
        for parameter in policy.parameters():
            parameter.add_(1.0)
    assert (played.scores(rows) == before).all()
    assert np.abs(network_of_policy(policy).scores(rows) - before).max() > 0.1

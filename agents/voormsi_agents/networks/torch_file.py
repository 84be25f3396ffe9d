"""Policies of PyTorch and their files: saved, loaded to learn on, or taken to play without it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import save_file

from voormsi_agents.networks.policies import POLICIES, TeamPolicy, make_policy
from voormsi_agents.networks.policy_file import (
    FORMAT,
    PolicyFileError,
    find_policy,
    read_file,
    versions,
)
from voormsi_agents.networks.policy_network import PolicyNetwork
from voormsi_env.files import replacing
from voormsi_env.rules import Rules


def save_policy(
    policy: TeamPolicy, network: dict[str, Any], rules: Rules, path: Path, **card: Any
) -> None:
    """Write a policy, all at once or not at all.

    Args:
        policy: the policy.
        network: the arguments of `make_policy` that say what network it is.
        rules: those it learned.
        path: where to; an existing file is replaced.
        card: what else the file should say: steps, seed, and so on.
    """
    text = {"format": FORMAT, "network": network, **versions(rules), "card": card}
    with replacing(path) as temporary:
        save_file(
            {name: tensor.contiguous() for name, tensor in policy.state_dict().items()},
            temporary,
            metadata={key: json.dumps(value) for key, value in text.items()},
        )


def load_policy(path: Path, rules: Rules) -> TeamPolicy:
    """Read a policy, to learn on or to look into it.

    Raises:
        PolicyFileError: the file is missing, is no policy, or is one for another game.
    """
    network, weights = read_file(path, rules)
    policy = make_policy(**network, rules=rules)
    try:
        policy.load_state_dict({name: torch.from_numpy(w) for name, w in weights.items()})
    except RuntimeError:
        raise PolicyFileError(
            f"{path} holds a network {network} as this version does not make it"
        ) from None
    policy.set_training_mode(False)
    return policy


def begin_from(policy: TeamPolicy, start: str, rules: Rules) -> None:
    """Give a policy the weights of a saved one (see `find_policy`).

    Raises:
        PolicyFileError: there is no such policy, or it is another network or for another game.
    """
    path = find_policy(start, rules)
    try:
        policy.load_state_dict(load_policy(path, rules).state_dict())
    except RuntimeError:
        raise PolicyFileError(
            f"{path} is not a policy of the network that `network` describes"
        ) from None


def network_of_policy(policy: TeamPolicy) -> PolicyNetwork:
    """A policy's actor without PyTorch; its weights are copied."""
    inputs = policy.inputs
    network = {
        "kind": next(kind for kind, made in POLICIES.items() if made is type(policy)),
        "actor": policy.net_arch["pi"],
        "critic": policy.net_arch["vf"],
        "critic_kind": "oracle" if inputs.size > inputs.visible else "own",
    }
    weights = {name: tensor.cpu().numpy().copy() for name, tensor in policy.state_dict().items()}
    return PolicyNetwork.from_weights(network, weights, inputs.rules)

"""Policy networks: what they read, how they are made, learned policies as files and as agents."""

from __future__ import annotations

from typing import TYPE_CHECKING

import lazy_loader

if TYPE_CHECKING:
    from voormsi_agents.networks.checkpoint_agent import CheckpointAgent, PolicyAgent
    from voormsi_agents.networks.inputs import Inputs
    from voormsi_agents.networks.policies import TeamPolicy, make_policy
    from voormsi_agents.networks.policy_file import PolicyFileError, find_policy, read_policy
    from voormsi_agents.networks.policy_network import PolicyNetwork
    from voormsi_agents.networks.torch_file import load_policy, network_of_policy, save_policy

__all__ = [
    "CheckpointAgent",
    "Inputs",
    "PolicyAgent",
    "PolicyFileError",
    "PolicyNetwork",
    "TeamPolicy",
    "find_policy",
    "load_policy",
    "make_policy",
    "network_of_policy",
    "read_policy",
    "save_policy",
]

__getattr__, __dir__, _ = lazy_loader.attach(
    __name__,
    submod_attrs={
        "checkpoint_agent": ["CheckpointAgent", "PolicyAgent"],
        "inputs": ["Inputs"],
        "policies": ["TeamPolicy", "make_policy"],
        "policy_file": ["PolicyFileError", "find_policy", "read_policy"],
        "policy_network": ["PolicyNetwork"],
        "torch_file": ["load_policy", "network_of_policy", "save_policy"],
    },
)

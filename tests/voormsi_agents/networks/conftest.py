"""A policy file that the tests of networks read."""

from __future__ import annotations

from pathlib import Path

import pytest
from policy_helpers import CARDS, policy_with_opinions

from voormsi_agents.networks.torch_file import save_policy
from voormsi_env.rules import Rules


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """The file of a small policy for the default rules."""
    path = tmp_path / "policy.safetensors"
    save_policy(policy_with_opinions(CARDS, Rules()), CARDS, Rules(), path, steps=5)
    return path

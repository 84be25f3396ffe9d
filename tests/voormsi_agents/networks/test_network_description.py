"""Descriptions of networks: what may be left out, and what is refused."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import pytest

from voormsi_agents.networks.network_description import DEFAULTS, NetworkError, described
from voormsi_agents.training.config import NetworkConfig


def test_what_is_left_out_means_what_a_training_config_means_by_it() -> None:
    assert asdict(NetworkConfig()) == DEFAULTS
    assert described({}) == DEFAULTS
    given = {"kind": "plain", "actor": (3, 2)}
    assert described(given) == {**DEFAULTS, "kind": "plain", "actor": [3, 2]}


@pytest.mark.parametrize(
    ("key", "value", "text"),
    [
        ("depth", 3, "no option of a network is called 'depth'; allowed are kind, actor"),
        ("kind", "huge", "kind is 'huge'; allowed are cards, plain, sequence"),
        ("critic_kind", None, "critic_kind is None; allowed are own, oracle"),
        ("actor", [], r"actor is \[\]; allowed is a list"),
        ("actor", [16, 0], r"actor is \[16, 0\]"),
        ("actor", 16, "actor is 16"),
        ("critic", [1.5], r"critic is \[1\.5\]"),
        ("critic", [True], r"critic is \[True\]"),
    ],
)
def test_other_keys_and_values_are_refused(key: str, value: Any, text: str) -> None:
    with pytest.raises(NetworkError, match=text):
        described({key: value})

"""What a training run is asked to do."""

from __future__ import annotations

import pytest

from voormsi_agents.training.config import NetworkConfig, PPOConfig, TrainConfig
from voormsi_agents.training.config_ranges import ConfigError


def test_the_defaults_are_allowed() -> None:
    assert TrainConfig().ppo == PPOConfig()


@pytest.mark.parametrize(
    ("kind", "keys", "words"),
    [
        (PPOConfig, {"games": 0}, "ppo.games is 0"),
        (PPOConfig, {"gamma": 1.5}, "ppo.gamma is 1.5"),
        (NetworkConfig, {"critic": [8, 0]}, "network.critic is"),
        (TrainConfig, {"minutes": 0}, "minutes is 0"),
    ],
)
def test_a_value_out_of_its_range_is_refused_when_it_is_made(kind, keys, words) -> None:
    with pytest.raises(ConfigError, match=words):
        kind(**keys)

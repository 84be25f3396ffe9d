"""Whether a training config can be run."""

from __future__ import annotations

from typing import Any

import pytest

from voormsi_agents.training.config import EvaluationConfig, ImitationConfig, TrainConfig
from voormsi_agents.training.config_check import check_config
from voormsi_agents.training.config_ranges import ConfigError


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        ({"opponents": {"nobody": 1.0}}, "opponents: .*nobody"),
        ({"evaluation": EvaluationConfig(opponents=["nobody"])}, "evaluation.opponents: .*nobody"),
        ({"imitation": ImitationConfig(teacher="nobody")}, "imitation.teacher: .*nobody"),
        ({"imitation": ImitationConfig(teacher="cheat")}, "imitation.teacher is cheat; allowed"),
        ({"start": "nowhere"}, "start: there is no policy file"),
    ],
)
def test_what_there_is_not_is_refused_by_its_key(keys: dict[str, Any], words: str) -> None:
    config = TrainConfig(**keys)
    with pytest.raises(ConfigError, match=words):
        check_config(config)


def test_a_config_of_what_there_is_can_be_run() -> None:
    check_config(TrainConfig(opponents={"self": 1.0, "greedy": 1.0}))

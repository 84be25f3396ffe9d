"""The choices with which the AEC environment is made are checked, and told with what is allowed."""

from __future__ import annotations

from typing import Any

import pytest

from voormsi_env import env
from voormsi_env.aec_options import require_choices


@pytest.mark.parametrize("reward", ["outcome", "points"])
@pytest.mark.parametrize("illegal", ["terminate", "raise"])
@pytest.mark.parametrize("observation", ["flat", "sequence"])
@pytest.mark.parametrize("render_mode", [None, "ansi", "human"])
def test_every_choice_is_allowed(
    reward: str, illegal: str, observation: str, render_mode: str | None
) -> None:
    require_choices(reward, illegal, observation, render_mode)


@pytest.mark.parametrize(
    ("option", "says"),
    [
        ("reward", "reward is 'no'; allowed are 'outcome', 'points'"),
        ("illegal", "illegal is 'no'; allowed are 'terminate', 'raise'"),
        ("observation", "observation is 'no'; allowed are 'flat', 'sequence'"),
        ("render_mode", "render_mode is 'no'; allowed are None, 'ansi', 'human'"),
    ],
)
def test_another_choice_is_refused(option: str, says: str) -> None:
    choices = {"reward": "points", "illegal": "raise", "observation": "flat", "render_mode": None}
    with pytest.raises(ValueError, match=f"^{says}$"):
        require_choices(**choices | {option: "no"})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "options",
    [
        {"rules": {"player": 3}},
        {"rules": {"players": 5}},
        {"rules": 4},
        {"episode": "match"},
        {"reward": "score"},
        {"start_scores": [1, 2, 3]},
        {"start_scores": "fixed"},
        {"max_deals": 0},
        {"illegal": "ignore"},
        {"render_mode": "rgb"},
    ],
)
def test_bad_options_are_refused_when_the_environment_is_made(options: dict[str, Any]) -> None:
    name = next(iter(options))
    with pytest.raises(ValueError, match=f"{name}|player"):
        env(**options)


def test_an_unknown_kind_of_observation_is_refused() -> None:
    with pytest.raises(ValueError, match="allowed are 'flat', 'sequence'"):
        env(observation="picture")  # type: ignore[arg-type]

"""Policy files: what they say, which may leave something out, and when they are refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from policy_helpers import CARDS, many_views, policy_with_opinions
from safetensors import safe_open
from safetensors.numpy import save_file

from voormsi_agents.networks import policy_file
from voormsi_agents.networks.policy_file import (
    PolicyFileError,
    find_policy,
    network_of,
    read_file,
    read_policy,
)
from voormsi_agents.networks.torch_file import load_policy, save_policy
from voormsi_agents.registry import UnknownAgentError, make_agent
from voormsi_env.rules import Rules


def text_of(path: Path) -> dict[str, Any]:
    with safe_open(path, framework="np") as file:
        return {key: json.loads(value) for key, value in file.metadata().items()}


def rewrite(path: Path, weights: dict[str, NDArray] | None = None, **text: Any) -> None:
    """Change what a policy file says, None for nothing, and its weights."""
    with safe_open(path, framework="np") as file:
        kept = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
    said = {key: value for key, value in {**text_of(path), **text}.items() if value is not None}
    metadata = {key: json.dumps(value) for key, value in said.items()}
    save_file({**kept, **(weights or {})}, path, metadata=metadata)


def refused(path: Path | str, rules: Rules | None = None) -> str:
    with pytest.raises(UnknownAgentError) as caught:
        make_agent(f"checkpoint:{path}", rules or Rules())
    assert "\n" not in str(caught.value)
    return str(caught.value)


def assert_plays_as(path: Path, rules: Rules, wanted: NDArray[np.int64]) -> None:
    views = many_views(rules, 500)
    found = make_agent(f"checkpoint:{path}", rules).act(views, np.arange(500))
    assert (found == wanted).all()


@pytest.fixture
def plays(saved: Path) -> NDArray[np.int64]:
    views = many_views(Rules(), 500)
    return make_agent(f"checkpoint:{saved}", Rules()).act(views, np.arange(500))


def test_a_file_says_what_its_policy_is_for(saved: Path) -> None:
    assert text_of(saved) == {
        "format": "voormsi-policy-1",
        "network": CARDS,
        "rules": Rules().to_dict(),
        "rules_version": 1,
        "observation_version": 1,
        "actions_version": 1,
        "card": {"steps": 5},
    }


def test_a_run_folder_stands_for_its_policy(saved: Path) -> None:
    assert find_policy(str(saved.parent), Rules()) == saved
    best = saved.rename(saved.with_name("best.safetensors"))
    assert find_policy(str(saved.parent), Rules()) == best
    assert find_policy("champion", Rules(players=3)).name == "champion-3-players.safetensors"


@pytest.mark.parametrize("option", ["bust", "play_on", "game_points", "three_is_king"])
def test_a_missing_rules_option_means_its_default(
    saved: Path, plays: NDArray[np.int64], option: str
) -> None:
    options = {name: value for name, value in Rules().to_dict().items() if name != option}
    rewrite(saved, rules=options)
    assert_plays_as(saved, Rules(), plays)
    load_policy(saved, Rules())
    other = {"bust": "off", "play_on": "streak", "game_points": 8, "three_is_king": True}[option]
    assert f"this game has {option}={other}" in refused(saved, Rules(**{option: other}))


def test_an_unknown_rules_option_is_refused(saved: Path) -> None:
    rewrite(saved, rules={**Rules().to_dict(), "jokers": 2})
    assert "rules that this version does not have: no rules option is called 'jokers'" in refused(
        saved
    )


def test_an_unknown_value_of_a_rules_option_is_refused(saved: Path) -> None:
    rewrite(saved, rules={**Rules().to_dict(), "bust": "bounce"})
    assert "this version does not have: rules option bust is 'bounce'" in refused(saved)


def test_a_missing_key_of_the_network_means_its_default(tmp_path: Path) -> None:
    path = tmp_path / "policy.safetensors"
    network = {"kind": "cards", "actor": [256, 256], "critic": [256, 256], "critic_kind": "own"}
    save_policy(policy_with_opinions(network, Rules()), network, Rules(), path)
    views = many_views(Rules(), 500)
    plays = make_agent(f"checkpoint:{path}", Rules()).act(views, np.arange(500))
    for said in ({}, {"kind": "cards"}, {"critic_kind": "own"}):
        rewrite(path, network=said)
        assert network_of(path) == network
        assert_plays_as(path, Rules(), plays)
        load_policy(path, Rules())


@pytest.mark.parametrize(
    ("key", "value", "text"),
    [
        ("rules", None, "does not say for which rules"),
        ("rules", [4], "does not say for which rules"),
        ("network", None, "does not say what network"),
        ("format", "voormsi-policy-9", "no policy file of the format voormsi-policy-1"),
        ("rules_version", None, "was made for rules_version None; this game has 1"),
        ("network", {**CARDS, "kind": "huge"}, "kind is 'huge'; allowed are cards"),
    ],
)
def test_a_file_that_says_too_little_or_something_else_is_refused(
    saved: Path, key: str, value: Any, text: str
) -> None:
    rewrite(saved, **{key: value})
    assert text in refused(saved)
    with pytest.raises(PolicyFileError):
        load_policy(saved, Rules())


def test_weights_that_are_no_numbers_are_refused(saved: Path) -> None:
    rewrite(saved, {"action_net.score": np.full(128, np.inf, np.float32)})
    assert "the weight action_net.score holds values that are not finite" in refused(saved)


def test_weights_that_the_network_does_not_have_are_refused(saved: Path) -> None:
    rewrite(saved, {"mlp_extractor.policy_net.2.bias": np.zeros(16, np.float32)})
    assert "this network has no weight mlp_extractor.policy_net.2.bias" in refused(saved)
    with pytest.raises(PolicyFileError, match="as this version does not make it"):
        load_policy(saved, Rules())


def test_a_missing_or_foreign_file_is_refused_in_one_line(tmp_path: Path, saved: Path) -> None:
    assert "no policy file" in refused(tmp_path / "none.safetensors")
    foreign = tmp_path / "foreign.safetensors"
    foreign.write_bytes(b"PK\x03\x04 something else entirely")
    assert "is no policy file" in refused(foreign)
    other = tmp_path / "other.safetensors"
    save_file({"weight": np.zeros(2, np.float32)}, other)
    assert "is no policy file of the format" in refused(other)
    half = tmp_path / "half.safetensors"
    half.write_bytes(saved.read_bytes()[:2000])
    assert "is no policy file" in refused(half)


@pytest.mark.parametrize(
    "network", [{**CARDS, "actor": [17]}, {**CARDS, "kind": "huge"}, {**CARDS, "depth": 3}]
)
def test_a_network_that_is_made_no_more_is_refused(tmp_path: Path, network: dict) -> None:
    path = tmp_path / "policy.safetensors"
    save_policy(policy_with_opinions(CARDS, Rules()), network, Rules(), path)
    assert "as this version does not make it" in refused(path)


def test_a_policy_for_another_game_is_refused(saved: Path) -> None:
    assert "players=4; this game has players=2" in refused(saved, Rules(players=2))
    assert "bust=rebound; this game has bust=off" in refused(saved, Rules(bust="off"))


@pytest.mark.parametrize("version", ["RULES_VERSION", "ACTIONS_VERSION", "OBSERVATION_VERSION"])
def test_a_policy_of_another_version_is_refused(
    saved: Path, monkeypatch: pytest.MonkeyPatch, version: str
) -> None:
    read_file(saved, Rules())
    monkeypatch.setattr(policy_file, version, 999)
    for read in (read_policy, load_policy):
        with pytest.raises(PolicyFileError, match=version.lower()):
            read(saved, Rules())

"""The AEC environment passes the tests that PettingZoo has for environments."""

import warnings

import pytest
from aec_games import OF_EVERY_DICT_OBSERVATION, Make, each_maker, each_size
from pettingzoo.test import api_test, render_test, seed_test

from voormsi_env import Rules

# PettingZoo's own tests


@each_maker
@each_size
def test_pettingzoo_api(make: Make, rules: Rules) -> None:
    environment = make(rules)
    for agent in environment.possible_agents:
        environment.action_space(agent).seed(1)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        api_test(environment, num_cycles=1000)
    assert {str(warning.message) for warning in caught} == OF_EVERY_DICT_OBSERVATION


@each_maker
@each_size
def test_pettingzoo_seed(make: Make, rules: Rules) -> None:
    seed_test(lambda: make(rules))


@each_maker
@each_size
def test_pettingzoo_render(make: Make, rules: Rules, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda render_mode: make(rules, render_mode=render_mode))
    assert "Ladder" in capsys.readouterr().out

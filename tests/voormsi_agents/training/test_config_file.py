"""Training configs as text."""

from __future__ import annotations

import pytest
from training_runs import TINY

from voormsi_agents.training.config_file import config_of, config_text, options_in, parser
from voormsi_agents.training.config_ranges import ConfigError
from voormsi_env.rules import Rules


@pytest.mark.parametrize(("players", "points"), [(2, 9), (3, 12), (4, 9)])
def test_the_ladder_is_as_long_as_is_usual_with_so_many_players(players: int, points: int) -> None:
    config = config_of(parser().parse_args(["--rules.players", str(players)]))
    assert config.rules == Rules(players=players)
    assert config.rules.points_to_win == points
    given = ["--rules", f"{{players: {players}, game_points: 5}}"]
    assert config_of(parser().parse_args(given)).rules.points_to_win == 5


def test_a_config_read_from_its_text_is_the_same() -> None:
    options = options_in(TINY, ["--seed", "4"])
    config = config_of(options)
    assert (config.seed, config.ppo.games) == (4, 10)
    assert config_of(options_in(config_text(options))) == config
    for text in ("resume", "out", "config"):
        assert f"\n{text}:" not in f"\n{config_text(options)}"


def test_old_keys_are_refused_by_the_names_of_the_new() -> None:
    with pytest.raises(ConfigError, match="has the key hindsight; allowed is rollout_targets"):
        options_in("hindsight: {positions: 3}")
    with pytest.raises(ConfigError, match=r"allowed is --rollout_targets.positions"):
        options_in("seed: 1", ["--hindsight.positions", "3"])

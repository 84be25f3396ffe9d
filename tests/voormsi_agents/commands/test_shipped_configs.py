"""Configs that come with the project, by name."""

from __future__ import annotations

from pathlib import Path

import pytest

from voormsi_agents.commands import main
from voormsi_agents.commands.shipped_configs import CONFIGS, config_path


def test_shipped_configs_have_names_and_a_path_goes_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert config_path("quick", CONFIGS) == str(CONFIGS / "quick.yaml")
    for command, name in (("train", "quick"), ("evaluate", "baselines")):
        assert main.main([command, "--config", "nope"]) == 2
        said = capsys.readouterr().err
        assert name in said
        assert said.count("\n") == 1
        assert main.main([command, "--config", name, "--colour", "blue"]) == 2
        assert "colour" in capsys.readouterr().err
    (tmp_path / "quick").write_text("seed: x\n")
    assert config_path("quick", CONFIGS) == "quick"
    assert main.main(["train", "--config=quick"]) == 2
    assert "seed" in capsys.readouterr().err

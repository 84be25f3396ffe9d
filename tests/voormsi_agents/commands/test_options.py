"""What command lines are made of: options of the rules, shipped configs, texts of help."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest

from voormsi_agents.commands import evaluate_options, main
from voormsi_agents.commands.arguments import Parser
from voormsi_agents.commands.main import COMMANDS
from voormsi_agents.commands.refusal import missing_package
from voormsi_agents.commands.rules_options import add_rules_options, flag, rules_from
from voormsi_agents.commands.shipped_configs import CONFIGS, config_path
from voormsi_agents.tournament.benchmark import BENCHMARKS
from voormsi_agents.tournament.schedule import SCHEDULES
from voormsi_agents.tournament.tasks import DEFAULT_TIME_LIMIT
from voormsi_agents.tournament.workers.engines import ENGINES
from voormsi_env.rules import Rules


def test_names_that_parsing_repeats_are_those_there_are() -> None:
    assert set(evaluate_options.SCHEDULES) == set(SCHEDULES)
    assert set(evaluate_options.BENCHMARKS) == set(BENCHMARKS)
    assert evaluate_options.ENGINES == ENGINES
    assert evaluate_options.TIME_LIMIT == DEFAULT_TIME_LIMIT


def test_every_option_of_the_rules_has_a_flag_with_its_default_and_its_text(
    capsys: pytest.CaptureFixture[str],
) -> None:
    parser = Parser()
    add_rules_options(parser)
    assert rules_from(parser.parse_args([])) == Rules()
    text = parser.format_help()
    for field in fields(Rules):
        assert f"{flag(field.name)} " in text
    assert "counts as a king" in " ".join(text.split())
    given = ["--players", "3", "--three-is-king", "false", "--bust", "off"]
    assert rules_from(parser.parse_args(given)) == Rules(players=3, bust="off")
    assert rules_from(parser.parse_args(["--three-is-king"])) == Rules(three_is_king=True)


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


def test_help_shows_a_percent_sign_as_it_is_typed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.main(["evaluate", "--help"]) == 0
    text = " ".join(capsys.readouterr().out.split())
    assert "'±2%' or 'A > B at 99%'" in text


def test_what_training_needs_is_named() -> None:
    error = ModuleNotFoundError("", name="torch.nn")
    assert "pip install voormsi-env[train]" in missing_package(error)
    assert "[ray]" in missing_package(ModuleNotFoundError("", name="ray"))


@pytest.mark.parametrize(("sent", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_stopped_while_it_is_imported_says_so_in_one_line(
    command: str, sent: signal.Signals, status: int, tmp_path: Path
) -> None:
    module = tmp_path / "stops_itself.py"
    stop = f"import os, signal; os.kill(os.getpid(), {int(sent)}); signal.pause()"
    module.write_text(f"exec({stop!r})")  # as dataclasses are made
    (tmp_path / "stopped.py").write_text(f"""
import sys
from voormsi_agents.commands.main import COMMANDS, Command, main
COMMANDS[{command!r}] = Command("stops_itself", "")
sys.exit(main([{command!r}]))
""")
    paths = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    stopped = subprocess.run(
        [sys.executable, "-m", "stopped"],
        env=os.environ | {"PYTHONPATH": paths},
        capture_output=True,
        text=True,
    )
    assert stopped.returncode == status
    assert stopped.stderr.startswith(f"voormsi {command}: ")
    assert stopped.stderr.count("\n") == 1

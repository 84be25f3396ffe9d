"""`voormsi evaluate`: worker processes, interruption, files, bad input."""

from __future__ import annotations

from tournaments import few_resamples, play_here, results_of  # noqa: F401

from voormsi_agents.commands.main import main


def evaluate(*arguments, out=None):
    """Run the command in this process; its workers are processes of their own."""
    given = ("evaluate", *arguments, *(("--out", out) if out else ()))
    return main([str(argument) for argument in given])


def refused(capsys, *arguments):
    """What the command says when it refuses: one line, and nothing else."""
    assert evaluate(*arguments) == 2
    said = capsys.readouterr()
    assert said.err.count("\n") == 1
    assert "Traceback" not in said.err
    return said.err


def test_options_come_from_a_config_file_and_flags_go_first(tmp_path, here):
    config = tmp_path / "match.yaml"
    config.write_text("agents: [random, greedy]\ngames: 40\nseed: 3\nplayers: 2\nworkers: 1\n")
    assert evaluate("--config", config, "--games", 20, out=tmp_path / "out") == 0
    found = results_of(tmp_path / "out")
    assert (found["rules"]["players"], found["seed"], found["games"]) == (2, 3, 20)


def test_bad_input_is_refused_in_one_line(tmp_path, capsys):
    for arguments, words in (
        ((), "say what to play"),
        (("--agents", "random"), "1 agent cannot meet"),
        (("--agents", "random", "nobody"), "no agent is called 'nobody'"),
        (("--agents", "random", "checkpoint:nowhere.zip"), "nowhere.zip"),
        (("--agents", "random", "greedy", "--games", "0"), "games is 0"),
        (("--agents", "random", "greedy", "--games", "many"), "games"),
        (("--agents", "random", "greedy", "--seed", "-1"), "seed is -1"),
        (("--agents", "random", "greedy", "--players", "5"), "players is 5"),
        (("--agents", "random", "greedy", "--bust", "never"), "never"),
        (("--agents", "random", "greedy", "--schedule", "cup"), "cup"),
        (("--agents", "random", "greedy", "--until", "soon"), "until is 'soon'"),
        (
            ("--agents", "random", "greedy", "heuristic", "--until", "greedy > random at 99%"),
            "width",
        ),
        (("--agents", "random", "greedy", "--workers", "0"), "workers is 0"),
        (("--agents", "random", "greedy", "--time-limit", "0"), "time limit is 0"),
        (("--agents", "random", "greedy", "--address", "auto"), "--address belongs"),
        (("--agents", "random", "greedy", "--agent", "random"), "belong to --benchmark"),
        (("--agents", "random", "greedy", "--colour", "red"), "colour"),
        (("--config", tmp_path / "nothing.yaml"), "nothing.yaml"),
        (("--benchmark", "voormsi-1"), "--agent"),
        (("--benchmark", "voormsi-1", "--agent", "nobody"), "nobody"),
        (
            ("--benchmark", "voormsi-1", "--agent", "random", "--players", "2"),
            "--players does not go with --benchmark",
        ),
        (
            ("--benchmark", "voormsi-1", "--agent", "random", "--games", "10"),
            "--games does not go with --benchmark",
        ),
        (
            ("--run", tmp_path, "--schedule", "gauntlet"),
            "--schedule does not go with --run",
        ),
        (("--run", tmp_path, "--bust", "off"), "--bust does not go with --run"),
        (("--best-response", "random", "--fresh"), "--fresh does not go with --best-response"),
        (("--best-response", "random", "--run", tmp_path), "--run does not go with --best"),
        (("--agents", "random", "greedy", "--games", "100000001"), "to 100000000"),
        (("--agents", "random", "greedy", "--out", ""), "--out is empty"),
        (("--benchmark", "voormsi-0", "--agent", "random"), "voormsi-0"),
        (("--run", tmp_path), "holds no policies"),
    ):
        assert words in refused(capsys, *arguments), arguments

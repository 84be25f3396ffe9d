"""What `voormsi evaluate` takes, and which options go together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from jsonargparse import ArgumentParser, Namespace

from voormsi_agents.commands.refusal import CommandError, refusing
from voormsi_agents.commands.rules_options import (
    RULES_OPTIONS,
    add_rules_options,
    flag,
    rules_from,
)
from voormsi_agents.commands.shipped_configs import CONFIGS, with_paths
from voormsi_env.seeds import checked_seed

# These repeat what the modules that play know: importing them would keep a refusal waiting.
SCHEDULES = ("head-to-head", "round-robin", "gauntlet")
BENCHMARKS = ("voormsi-1",)
ENGINES = ("local", "ray")
TIME_LIMIT = 300.0

DEFAULT_GAMES = 2000
MOST_GAMES = 100_000_000
HOW_IT_IS_PLAYED = ("workers", "engine", "address", "time_limit", "records", "fresh")
GOES_WITH = {
    "best_response": {"games", "seed", "minutes", "steps", *RULES_OPTIONS},
    "benchmark": {"agent", "leaderboard", *HOW_IT_IS_PLAYED},
    "run": {"agents", "games", "seed", "until", *HOW_IT_IS_PLAYED},
}
"""What may be given with the options that choose what is played."""
GOES_WITH_ALL = {"config", "out"}


class Parser(ArgumentParser):
    """A parser that says what is wrong in one line."""

    def error(self, message: str, ex: Exception | None = None) -> NoReturn:
        """Refuse the command line.

        Raises:
            CommandError: always.
        """
        raise CommandError(message) from ex


def parser() -> Parser:
    """All that the command takes."""
    made = Parser(prog="voormsi evaluate", description="Let agents play against each other.")
    made.add_argument("--config", action="config", help="YAML file with any of these options")
    _add_what_is_played(made)
    _add_best_response(made)
    _add_how_it_is_played(made)
    add_rules_options(made)
    return made


def checked_options(arguments: Sequence[str]) -> Namespace:
    """The options of a command line.

    Raises:
        CommandError: an option or its value is not allowed, or would be ignored beside others.
    """
    options = parser().parse_args(with_paths(arguments, CONFIGS / "evaluate"))
    with refusing(ValueError):
        _check_values(options)
        _check_together(options)
    return options


def _add_what_is_played(made: Parser) -> None:
    group = made.add_argument_group("what is played")
    group.add_argument(
        "--agents", nargs="+", help="who plays: names, partners joined by a plus (a+b)"
    )
    group.add_argument(
        "--schedule", choices=SCHEDULES, help="who meets whom; one match, or a round robin"
    )
    group.add_argument("--games", type=int, help=f"of each match; {DEFAULT_GAMES} when not given")
    group.add_argument("--seed", type=int, default=0, help="of the deals and the agents")
    group.add_argument(
        "--until",
        help="stop a match sooner: '±2%' or 'A > B at 99%'; --games is then the limit",
    )
    group.add_argument("--benchmark", choices=BENCHMARKS, help="a fixed gauntlet")
    group.add_argument("--agent", help="who plays the benchmark")
    group.add_argument("--leaderboard", help="table of known results to enter the benchmark's in")
    group.add_argument("--run", help="folder of a training run whose checkpoints are rated")


def _add_best_response(made: Parser) -> None:
    group = made.add_argument_group("how weak a policy is")
    group.add_argument(
        "--best-response", help="agent, policy file or run folder: train a response to it"
    )
    group.add_argument("--minutes", type=float, help="of the response's training; 10 when no limit")
    group.add_argument("--steps", type=int, help="plays after which its training ends")


def _add_how_it_is_played(made: Parser) -> None:
    group = made.add_argument_group("how it is played; it changes no result")
    group.add_argument("--out", help="folder of the results; one in results/ when not given")
    group.add_argument("--workers", type=int, help="processes; one for each core when not given")
    group.add_argument("--engine", choices=ENGINES, default=ENGINES[0])
    group.add_argument("--address", help="of a Ray cluster; one of this machine when not given")
    group.add_argument(
        "--time-limit",
        type=float,
        default=TIME_LIMIT,
        help=f"seconds an agent may take for a batch of decisions; {TIME_LIMIT:g}",
    )
    group.add_argument("--records", action="store_true", help="also write a record of every game")
    group.add_argument("--fresh", action="store_true", help="begin anew, whatever the folder holds")


def _check_values(options: Namespace) -> None:
    """Refuse values that are not allowed.

    Raises:
        ValueError: there is one.
    """
    if options.out is not None and not options.out.strip():
        raise ValueError("--out is empty; allowed is the name of a folder")
    if options.games is not None and not 1 <= options.games <= MOST_GAMES:
        raise ValueError(
            f"games is {options.games}; allowed are whole numbers from 1 to {MOST_GAMES}"
        )
    if options.workers is not None and options.workers < 1:
        raise ValueError(f"workers is {options.workers}; allowed are whole numbers from 1")
    if not options.time_limit > 0:
        raise ValueError(f"time limit is {options.time_limit}; allowed are numbers above 0")
    checked_seed(options.seed)
    rules_from(options)


def _check_together(options: Namespace) -> None:
    """Refuse options that would be ignored beside others, or that say nothing to play.

    Raises:
        ValueError: there are some.
    """
    usual = parser().get_defaults()
    given = [
        name
        for name in usual.keys()  # noqa: SIM118  # a Namespace is no dict
        if name not in GOES_WITH_ALL and options[name] != usual[name]
    ]
    for what, allowed in GOES_WITH.items():
        if what in given:
            for name in given:
                if name != what and name not in allowed:
                    raise ValueError(f"{flag(name)} does not go with {flag(what)}")
    if options.best_response is None:
        _check_something_to_play(options)


def _check_something_to_play(options: Namespace) -> None:
    """Refuse a command line without a best response that does not say what is played.

    Raises:
        ValueError: it does not, or what it says belongs to something else.
    """
    if options.minutes is not None or options.steps is not None:
        raise ValueError("--minutes and --steps belong to --best-response")
    if options.benchmark and not options.agent:
        raise ValueError("name the agent that plays the benchmark with --agent")
    if not options.benchmark and (options.agent or options.leaderboard):
        raise ValueError("--agent and --leaderboard belong to --benchmark")
    if not (options.agents or options.benchmark or options.run):
        raise ValueError("say what to play with --agents, --benchmark or --run, and no more")
    if options.address is not None and options.engine != "ray":
        raise ValueError("--address belongs to --engine ray")

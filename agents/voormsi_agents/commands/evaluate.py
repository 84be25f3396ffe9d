"""The command `evaluate.py`: agents against each other, with numbers one can quote."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from jsonargparse import ArgumentParser, Namespace
from rich.console import Console

from voormsi_agents.commands.rules_options import add_rules_options, rules_from
from voormsi_agents.matches.pairings import Match
from voormsi_agents.tournament.benchmark import (
    BENCHMARKS,
    benchmark_plan,
    block,
    update_leaderboard,
)
from voormsi_agents.tournament.plan import Plan, plan_of
from voormsi_agents.tournament.reports.console import tables
from voormsi_agents.tournament.reports.rows import savings, warnings
from voormsi_agents.tournament.reports.summary import Json
from voormsi_agents.tournament.runner import REPORT, RESULTS, RunOptions, run
from voormsi_agents.tournament.schedule import SCHEDULES
from voormsi_agents.tournament.statistics.intervals import expected_half_width, games_needed
from voormsi_agents.tournament.statistics.sequential import Until, parse_until, sets_until
from voormsi_agents.tournament.tasks import DEFAULT_TIME_LIMIT
from voormsi_agents.tournament.training_run import REFERENCES, run_plan
from voormsi_agents.tournament.workers.engines import ENGINES
from voormsi_agents.tournament.workers.store import StoreError
from voormsi_agents.tournament.workers.worker import WorkerError, roster_of
from voormsi_env.episode import checked_seed

PROGRAM = "evaluate.py"
DEFAULT_GAMES = 2000
MOST_GAMES = 100_000_000
MOST_UNTIL = 100_000
"""Games of a match with `--until`, when no other limit is given."""
PLANNED_WIDTHS = (0.05, 0.02, 0.01)
LIKELY_MARGINS = (0.05, 0.1)
INTERRUPTED = 130


class Parser(ArgumentParser):
    """A parser that says what is wrong in one line."""

    def error(self, message: str, ex: Exception | None = None) -> NoReturn:
        """Print the message and exit with status 2."""
        refuse(message)


def refuse(message: str) -> NoReturn:
    """Print one line that says what is wrong, and exit with status 2."""
    print(f"{PROGRAM}: {' '.join(message.split())}", file=sys.stderr)
    raise SystemExit(2)


def parser() -> Parser:
    """All that the command takes."""
    made = Parser(prog=PROGRAM, description="Let agents play against each other.")
    made.add_argument("--config", action="config", help="YAML file with any of these options")
    what = made.add_argument_group("what is played")
    what.add_argument(
        "--agents", nargs="+", help="who plays: names, partners joined by a plus (a+b)"
    )
    what.add_argument(
        "--schedule", choices=list(SCHEDULES), help="who meets whom; one match, or a round robin"
    )
    what.add_argument("--games", type=int, help=f"of each match; {DEFAULT_GAMES} when not given")
    what.add_argument("--seed", type=int, default=0, help="of the deals and the agents")
    what.add_argument(
        "--until",
        help="stop a match sooner: '±2%%' or 'A > B at 99%%'; --games is then the limit",
    )
    what.add_argument("--benchmark", choices=list(BENCHMARKS), help="a fixed gauntlet")
    what.add_argument("--agent", help="who plays the benchmark")
    what.add_argument("--leaderboard", help="table of known results to enter the benchmark's in")
    what.add_argument("--run", help="folder of a training run whose checkpoints are rated")
    probe = made.add_argument_group("how weak a policy is")
    probe.add_argument(
        "--best-response", help="agent, policy file or run folder: train a response to it"
    )
    probe.add_argument("--minutes", type=float, help="of the response's training; 10 when no limit")
    probe.add_argument("--steps", type=int, help="plays after which its training ends")
    how = made.add_argument_group("how it is played; it changes no result")
    how.add_argument("--out", help="folder of the results; one in results/ when not given")
    how.add_argument("--workers", type=int, help="processes; one for each core when not given")
    how.add_argument("--engine", choices=list(ENGINES), default=ENGINES[0])
    how.add_argument("--address", help="of a Ray cluster; one of this machine when not given")
    how.add_argument(
        "--time-limit",
        type=float,
        default=DEFAULT_TIME_LIMIT,
        help=f"seconds an agent may take for a batch of decisions; {DEFAULT_TIME_LIMIT:g}",
    )
    how.add_argument("--records", action="store_true", help="also write a record of every game")
    how.add_argument("--fresh", action="store_true", help="begin anew, whatever the folder holds")
    add_rules_options(made)
    return made


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; the exit status."""
    options = parser().parse_args(arguments)
    console = Console()
    try:
        _check_options(options)
        if options.best_response is not None:
            console.print(_best_response(options), highlight=False, markup=False, soft_wrap=True)
            return 0
        plan = _plan(options)
        until = _until(options, plan)
        if plan.entrants and not options.benchmark:
            console.print(forecast(plan, until), highlight=False, markup=False)
        results, folder = run(plan, until, _running(options), console)
        if options.benchmark:
            console.print(block(results), highlight=False, markup=False, soft_wrap=True)
            if options.leaderboard:
                update_leaderboard(Path(options.leaderboard), results)
    except (ValueError, OSError, StoreError, WorkerError) as error:
        refuse(str(error))
    except KeyboardInterrupt:
        print(f"{PROGRAM}: stopped; the same command goes on from here", file=sys.stderr)
        return INTERRUPTED
    if not options.benchmark:
        show(results, console)
    console.print(_last_line(results, folder), highlight=False, markup=False)
    return 0


ALL_SETTINGS = (
    *("agents", "schedule", "games", "seed", "until", "benchmark", "agent", "leaderboard", "run"),
    *("best_response", "minutes", "steps"),
    *("workers", "engine", "address", "time_limit", "records", "fresh"),
)
RULES_SETTINGS = (
    *("players", "game_points", "bust", "settlement", "play_on", "three_is_king", "show_hand_to"),
)
SETTINGS_WITH = {
    "best_response": {"games", "seed", "minutes", "steps", *RULES_SETTINGS},
    "benchmark": {"agent", "leaderboard", "workers", "engine", "address", "time_limit"}
    | {"records", "fresh"},
    "run": {"agents", "games", "seed", "until", "workers", "engine", "address", "time_limit"}
    | {"records", "fresh"},
}
"""What may be given with the options that choose what is played."""


def _check_options(options: Namespace) -> None:
    """Refuse options that would be ignored beside others.

    Raises:
        ValueError: there are some, or `--games` or `--out` has a value that is not allowed.
    """
    if options.out is not None and not options.out.strip():
        raise ValueError("--out is empty; allowed is the name of a folder")
    if options.games is not None and not 1 <= options.games <= MOST_GAMES:
        raise ValueError(
            f"games is {options.games}; allowed are whole numbers from 1 to {MOST_GAMES}"
        )
    usual = parser().get_defaults()
    given = [name for name in ALL_SETTINGS + RULES_SETTINGS if options[name] != usual[name]]
    for what, allowed in SETTINGS_WITH.items():
        if what in given:
            for name in given:
                if name != what and name not in allowed:
                    raise ValueError(f"{_flag(name)} does not go with {_flag(what)}")


def _flag(name: str) -> str:
    return "--" + name.replace("_", "-")


def _best_response(options: Namespace) -> str:
    """Train and measure a response; what came of it, in words."""
    from voormsi_agents.training.best_response import (
        best_response,
        folder_of,
        victim_of,
    )  # loads PyTorch

    rules, seed = rules_from(options), checked_seed(options.seed)
    victim = victim_of(options.best_response, rules)
    folder = folder_of(victim) if options.out is None else Path(options.out)
    response = best_response(
        victim,
        rules,
        folder,
        seed=seed,
        games=DEFAULT_GAMES if options.games is None else options.games,
        minutes=options.minutes,
        steps=options.steps,
    )
    return f"{response.text()}\nthe response is kept in {folder}"


def _last_line(results: Json, folder: Path) -> str:
    """How fast it went, and where the results are."""
    times = results["times"]
    speed = times["games_per_second"]
    played = "" if speed is None else f"{times['seconds']:,.1f} s, {speed:,.0f} games/s; "
    return f"{results['games']:,} games; {played}{folder / RESULTS}, {folder / REPORT}"


def _plan(options: Namespace) -> Plan:
    """What the options ask for.

    Raises:
        ValueError: they do not fit together, or have values that are not allowed.
    """
    rules, seed = rules_from(options), checked_seed(options.seed)
    if options.minutes is not None or options.steps is not None:
        raise ValueError("--minutes and --steps belong to --best-response")
    asked = [name for name in ("agents", "benchmark", "run") if getattr(options, name)]
    if asked == ["benchmark"]:
        if not options.agent:
            raise ValueError("name the agent that plays the benchmark with --agent")
        return benchmark_plan(options.benchmark, options.agent, rules)
    if options.agent or options.leaderboard:
        raise ValueError("--agent and --leaderboard belong to --benchmark")
    if asked in (["run"], ["agents", "run"]):
        references = tuple(options.agents or REFERENCES)
        return run_plan(Path(options.run), seed, options.games or DEFAULT_GAMES, references)
    if asked != ["agents"]:
        raise ValueError("say what to play with --agents, --benchmark or --run, and no more")
    games = options.games or (MOST_UNTIL if options.until else DEFAULT_GAMES)
    plan = plan_of(options.agents, rules, seed, options.schedule, games)
    roster_of(plan.entrants, rules)
    return plan


def _until(options: Namespace, plan: Plan) -> Until | None:
    if options.until is None:
        return None
    if options.benchmark:
        raise ValueError("a benchmark has a fixed number of games; leave --until out")
    names = [entrant.name for entrant in roster_of(plan.entrants, plan.rules).entrants]
    until = parse_until(options.until, names)
    if until.better is not None and (len(plan.matches) != 1 or len(names) != 2):
        raise ValueError(
            f"until is {options.until!r}; with more than two agents only a width such as '±2%' is "
            f"allowed"
        )
    return until


def _running(options: Namespace) -> RunOptions:
    if options.workers is not None and options.workers < 1:
        raise ValueError(f"workers is {options.workers}; allowed are whole numbers from 1")
    if not options.time_limit > 0:
        raise ValueError(f"time limit is {options.time_limit}; allowed are numbers above 0")
    if options.address is not None and options.engine != "ray":
        raise ValueError("--address belongs to --engine ray")
    return RunOptions(
        out=None if options.out is None else Path(options.out),
        workers=options.workers,
        engine=options.engine,
        address=options.address,
        time_limit=options.time_limit,
        records=options.records,
        fresh=options.fresh,
    )


def forecast(plan: Plan, until: Until | None = None) -> str:
    """How wide the intervals will be, or how many games it takes, told beforehand."""
    match = plan.matches[0]
    seatings = len(match.seatings)
    games = match.sets_for(plan.games[0]) * seatings
    matches = f"{len(plan.matches)} matches" if len(plan.matches) > 1 else "1 match"
    if until is not None:
        return (
            f"{matches} of at most {games:,} games, until {until.text}: "
            f"{_length(until, match, games)}"
        )
    needed = ", ".join(
        f"±{width:.0%} {games_needed(width, seatings):,}" for width in PLANNED_WIDTHS
    )
    return (
        f"{matches} of {games:,} games: win rates to about ±{expected_half_width(games):.1%} or "
        f"better (games for {needed})"
    )


def _length(until: Until, match: Match, games: int) -> str:
    """About how many games a match takes to stop."""
    seatings, teams = len(match.seatings), len(match.entrants)
    top, even = 1 / match.entrants.count(match.entrants[0]), 1 / teams

    def games_at(rate: float) -> str:
        return f"{sets_until(until, rate, seatings, top, even, games // seatings) * seatings:,}"

    if until.better is None:
        return f"about {games_at(even)} or fewer"
    return ", ".join(
        f"about {games_at(even + margin)} if {until.better} wins {even + margin:.0%}"
        for margin in LIKELY_MARGINS
    )


def show(results: Json, console: Console) -> None:
    """Print what came of a tournament."""
    for table in tables(results):
        console.print(table)
    for text in (savings(results), *warnings(results)):
        if text:
            console.print(text, highlight=False, markup=False)

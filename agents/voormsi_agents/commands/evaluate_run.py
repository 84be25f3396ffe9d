"""What `voormsi evaluate` does with the options it is given: play, and tell what came of it."""

from __future__ import annotations

from pathlib import Path

from jsonargparse import Namespace
from rich.console import Console

from voormsi_agents.commands.evaluate_options import DEFAULT_GAMES
from voormsi_agents.commands.exit_status import DONE
from voormsi_agents.commands.refusal import refusing
from voormsi_agents.commands.rules_options import rules_from
from voormsi_agents.tournament.benchmark import benchmark_plan, block, update_leaderboard
from voormsi_agents.tournament.forecast import forecast
from voormsi_agents.tournament.plan import Plan, plan_of
from voormsi_agents.tournament.reports.console import tables
from voormsi_agents.tournament.reports.rows import savings, warnings
from voormsi_agents.tournament.reports.summary import Json
from voormsi_agents.tournament.runner import REPORT, RESULTS, RunOptions, run
from voormsi_agents.tournament.statistics.sequential import Until, parse_until
from voormsi_agents.tournament.training_run import REFERENCES, run_plan
from voormsi_agents.tournament.workers.worker import WorkerError, roster_of

MOST_UNTIL = 100_000
"""Games of a match with `--until`, when no other limit is given."""


def evaluate(options: Namespace) -> int:
    """Play what checked options ask for; the exit status.

    Raises:
        CommandError: it cannot be played.
        KeyboardInterrupt: it was stopped; it says how to go on.
    """
    console = Console()
    try:
        with refusing(ValueError, OSError, WorkerError):
            if options.best_response is not None:
                _print(console, _best_response(options))
            else:
                _play(options, console)
    except KeyboardInterrupt as stop:
        stop.args = ("stopped; the same command goes on from here",)
        raise
    return DONE


def _play(options: Namespace, console: Console) -> None:
    """Play a tournament, and print and write what came of it."""
    plan = _plan(options)
    until = _until(options, plan)
    if plan.entrants and not options.benchmark:
        console.print(forecast(plan, until), highlight=False, markup=False)
    results, folder = run(plan, until, _run_options(options), console)
    if options.benchmark:
        _print(console, block(results))
        if options.leaderboard:
            update_leaderboard(Path(options.leaderboard), results)
    else:
        _show(results, console)
    console.print(_last_line(results, folder), highlight=False, markup=False)


def _best_response(options: Namespace) -> str:
    """Train and measure a response; what came of it, in words."""
    from voormsi_agents.training.best_response import (  # loads PyTorch
        best_response,
        folder_of,
        victim_of,
    )

    rules = rules_from(options)
    victim = victim_of(options.best_response, rules)
    folder = folder_of(victim) if options.out is None else Path(options.out)
    response = best_response(
        victim,
        rules,
        folder,
        seed=options.seed,
        games=DEFAULT_GAMES if options.games is None else options.games,
        minutes=options.minutes,
        steps=options.steps,
    )
    return f"{response.text()}\nthe response is kept in {folder}"


def _plan(options: Namespace) -> Plan:
    """What the options ask for.

    Raises:
        ValueError: it cannot be played.
    """
    rules = rules_from(options)
    if options.benchmark:
        return benchmark_plan(options.benchmark, options.agent, rules)
    if options.run:
        references = tuple(options.agents or REFERENCES)
        games = options.games or DEFAULT_GAMES
        return run_plan(Path(options.run), options.seed, games, references)
    games = options.games or (MOST_UNTIL if options.until else DEFAULT_GAMES)
    plan = plan_of(options.agents, rules, options.seed, options.schedule, games)
    roster_of(plan.entrants, rules)
    return plan


def _until(options: Namespace, plan: Plan) -> Until | None:
    """When a match stops sooner.

    Raises:
        ValueError: it is not written so, or does not fit the agents.
    """
    if options.until is None:
        return None
    names = [entrant.name for entrant in roster_of(plan.entrants, plan.rules).entrants]
    until = parse_until(options.until, names)
    if until.better is not None and (len(plan.matches) != 1 or len(names) != 2):
        raise ValueError(
            f"until is {options.until!r}; with more than two agents only a width such as '±2%' is "
            f"allowed"
        )
    return until


def _run_options(options: Namespace) -> RunOptions:
    return RunOptions(
        out=None if options.out is None else Path(options.out),
        workers=options.workers,
        engine=options.engine,
        address=options.address,
        time_limit=options.time_limit,
        records=options.records,
        fresh=options.fresh,
    )


def _show(results: Json, console: Console) -> None:
    """Print what came of a tournament."""
    for table in tables(results):
        console.print(table)
    for text in (savings(results), *warnings(results)):
        if text:
            console.print(text, highlight=False, markup=False)


def _last_line(results: Json, folder: Path) -> str:
    """How fast it went, and where the results are."""
    times = results["times"]
    speed = times["games_per_second"]
    played = "" if speed is None else f"{times['seconds']:,.1f} s, {speed:,.0f} games/s; "
    return f"{results['games']:,} games; {played}{folder / RESULTS}, {folder / REPORT}"


def _print(console: Console, text: str) -> None:
    console.print(text, highlight=False, markup=False, soft_wrap=True)

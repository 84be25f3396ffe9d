"""The command `evaluate.py`: agents against each other, with intervals one can quote."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from math import isfinite
from pathlib import Path
from typing import Any, NoReturn

from jsonargparse import ArgumentParser
from rich.console import Console
from rich.table import Table

from agents.arena.compare import Comparison, compare
from agents.arena.intervals import Estimate
from agents.rules_options import add_rules_options, rules_from
from voormsi_env.files import writing
from voormsi_env.rules import Rules
from voormsi_env.version import __version__

PROGRAM = "evaluate.py"


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
    made.add_argument(
        "--agents", nargs="+", help="who plays: names, partners joined by a plus (a+b)"
    )
    made.add_argument("--games", type=int, default=2000, help="games of the match")
    made.add_argument("--seed", type=int, default=0, help="of the deals and the agents")
    made.add_argument("--out", help="folder for the results; results/evaluate when not given")
    add_rules_options(made)
    return made


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; the exit status."""
    options = parser().parse_args(arguments)
    if not options.agents:
        refuse("name two agents or more with --agents")
    try:
        rules = rules_from(options)
        comparison = compare(options.agents, options.games, options.seed, rules)
        folder = Path(options.out or "results/evaluate")
        folder.mkdir(parents=True, exist_ok=True)
        with writing(folder / "results.json") as stream:
            json.dump(results(comparison, rules, options.seed), stream, indent=2)
            stream.write("\n")
    except (ValueError, OSError) as error:
        refuse(str(error))
    console = Console()
    console.print(table(comparison))
    console.print(
        f"{comparison.games} games on {comparison.sets} sets of deals, "
        f"{comparison.games_per_second:,.0f} games/s; written to {folder / 'results.json'}"
    )
    return 0


def table(comparison: Comparison) -> Table:
    """The result for a terminal."""
    made = Table("agent", "win rate", "95% interval", "points per deal")
    for standing in comparison.standings:
        made.add_row(
            standing.name,
            f"{standing.rate.value:.1%}",
            f"{standing.rate.low:.1%} to {standing.rate.high:.1%}",
            f"{standing.points.value:+.3f} ± {standing.points.half_width:.3f}",
        )
    return made


def results(comparison: Comparison, rules: Rules, seed: int) -> dict[str, Any]:
    """What `results.json` holds."""
    return {
        "format": "voormsi-results-1",
        "version": __version__,
        "rules": rules.to_dict(),
        "seed": seed,
        "games": comparison.games,
        "sets": comparison.sets,
        "agents": [
            {
                "name": standing.name,
                "win_rate": _estimate(standing.rate),
                "points_per_deal": _estimate(standing.points),
            }
            for standing in comparison.standings
        ],
        "times": {
            "seconds": comparison.seconds,
            "games_per_second": comparison.games_per_second,
        },
    }


def _estimate(estimate: Estimate) -> dict[str, float | None]:
    """An estimate for JSON, which has no infinite numbers: null where an end is not known."""
    ends = {"low": estimate.low, "high": estimate.high}
    known = {name: end if isfinite(end) else None for name, end in ends.items()}
    return {"value": estimate.value, **known}

"""Fixed benchmarks: the same deals, opponents and statistics for everybody."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from voormsi_agents.registry import UnknownAgentError, make_agent
from voormsi_agents.tournament.plan import Plan
from voormsi_agents.tournament.reports.rows import percent
from voormsi_agents.tournament.reports.summary import Json
from voormsi_agents.tournament.schedule import gauntlet
from voormsi_env.files import writing
from voormsi_env.rules import Rules


@dataclass(frozen=True)
class Benchmark:
    """A gauntlet that never changes: a change is a new name.

    Attributes:
        seed: of the deals and the agents.
        games: of the match with each opponent, by its text.
    """

    seed: int
    games: dict[str, int]


BENCHMARKS: dict[str, Benchmark] = {
    "voormsi-1": Benchmark(
        seed=20_261_130,
        games={
            "random": 200,
            "greedy": 400,
            "heuristic-1": 2_000,
            "pimc:worlds=64": 200,
            "checkpoint:champion": 400,
            "cheat": 200,
        },
    ),
}

MISSING = "not available"


def benchmark_plan(name: str, agent: str, rules: Rules) -> Plan:
    """An agent against every opponent of a benchmark that this installation has.

    Raises:
        UnknownAgentError: there is no such agent.
        ValueError: the rules are not those of the benchmark, the game of four.
    """
    if rules != Rules():
        raise ValueError(f"{name} is played by the rules of the game of four as they stand")
    make_agent(agent, rules)
    benchmark = BENCHMARKS[name]
    opponents, missing = [], []
    for opponent in benchmark.games:
        try:
            make_agent(opponent, rules)
            opponents.append(opponent)
        except (UnknownAgentError, ValueError, ImportError):
            missing.append(opponent)
    matches = tuple(gauntlet(1 + len(opponents), rules))
    return Plan(
        entrants=(agent, *opponents),
        rules=rules,
        seed=benchmark.seed,
        schedule="gauntlet",
        matches=matches,
        games=tuple(benchmark.games[opponent] for opponent in opponents),
        extra={"benchmark": name, "missing": missing},
    )


def block(results: Json) -> str:
    """A benchmark's results as a few lines to quote."""
    agent, *opponents = (agent["players"][0] for agent in results["agents"])
    lines = [f"{results['benchmark']}: {agent}"]
    for opponent, match in zip(opponents, results["matches"], strict=True):
        lines.append(f"  against {opponent:<20} {_rate(match):<26} {match['games']:>6,} games")
    lines += [f"  against {opponent:<20} {MISSING}" for opponent in results["missing"]]
    lines.append(
        "  win rates with 95% intervals, draws shared, every deal played with seats swapped"
    )
    lines.append(
        f"  voormsi-env {results['version']}, commit {results['commit']}, "
        f"{results['times']['machine']}"
    )
    return "\n".join(lines)


def _rate(match: Json) -> str:
    if match["forfeit"] is not None:
        return f"forfeited by {match['forfeit']['by']}"
    return percent(match["standings"][0]["win_rate"])


def update_leaderboard(path: Path, results: Json) -> None:
    """Enter a benchmark's results in the table of a Markdown file, in place of the agent's old.

    The rows are sorted by the win rate against the heuristic. The text around the table stays.

    Raises:
        OSError: the file cannot be read or written.
    """
    name = results["benchmark"]
    opponents = list(BENCHMARKS[name].games)
    agent = results["agents"][0]["players"][0]
    by_opponent = {
        entrant["players"][0]: _rate(match)
        for entrant, match in zip(results["agents"][1:], results["matches"], strict=True)
    }
    rates = [by_opponent.get(opponent, MISSING) for opponent in opponents]
    row = f"| `{agent}` | {' | '.join(rates)} | {results['version']} | {results['commit']} |"
    header = (
        f"| {name} | {' | '.join(f'`{opponent}`' for opponent in opponents)} | version | commit |"
    )
    text = path.read_text(encoding="utf-8") if path.exists() else "# Leaderboard\n"
    lines = text.splitlines()
    if header not in lines:
        lines += ["", header, "|" + " --- |" * (len(opponents) + 3)]
    start = lines.index(header) + 2
    end = next((i for i in range(start, len(lines)) if not lines[i].startswith("|")), len(lines))
    rows = [line for line in lines[start:end] if not line.startswith(f"| `{agent}` |")] + [row]
    place = 1 + opponents.index("heuristic-1")
    rows.sort(key=lambda line: -_leading_percent(line.split("|")[1 + place]))
    with writing(path) as stream:
        stream.write("\n".join([*lines[:start], *rows, *lines[end:]]) + "\n")


def _leading_percent(cell: str) -> float:
    found = re.match(r"\s*([\d.]+)%", cell)
    return float(found[1]) if found else -1.0

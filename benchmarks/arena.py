"""How fast the arena plays: whole tournaments, in worker processes, written to disk.

python benchmarks/arena.py [--workers 2] [--games 20000]
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from agents.about import machine
from agents.arena.engines import LocalEngine, cores
from agents.arena.plan import plan_of
from agents.arena.store import Store
from agents.arena.tournament import Tournament
from agents.arena.worker import Setup
from voormsi_env import Rules
from voormsi_env.episode import DEFAULT_MAX_DEALS

PAIRS = (("random", "random"), ("greedy", "random"), ("heuristic", "greedy"))
WARM_UP_GAMES = 400


def games_per_second(agents: tuple[str, str], workers: int, games: int) -> float:
    """Of a match, after the workers have started and compiled."""
    plan = plan_of(agents, Rules(), 1, None, games)
    setup = Setup(plan.entrants, plan.rules, plan.seed, plan.matches, DEFAULT_MAX_DEALS)
    engine = LocalEngine(setup, workers)
    with TemporaryDirectory() as folder:
        store = Store(Path(folder), setup)
        Tournament(setup, [WARM_UP_GAMES], store).play(engine)
        tournament = Tournament(setup, [WARM_UP_GAMES + games], store)
        began = time.perf_counter()
        tournament.play(engine)
        seconds = time.perf_counter() - began
    engine.close()
    return games / seconds


def main() -> None:
    """Print a line for each pair."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--workers", type=int, default=cores())
    parser.add_argument("--games", type=int, default=20_000)
    options = parser.parse_args()
    print(f"{machine()}; {options.workers} workers")
    for agents in PAIRS:
        rate = games_per_second(agents, options.workers, options.games)
        print(f"{agents[0]:>10} – {agents[1]:<10} {rate:>8,.0f} games/s")


if __name__ == "__main__":
    main()

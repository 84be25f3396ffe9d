"""How fast whole tournaments are played, in worker processes, written to disk.

python benchmarks/tournament.py [--workers 2] [--games 20000]
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from voormsi_agents.provenance import machine
from voormsi_agents.tournament.plan import plan_of
from voormsi_agents.tournament.tasks import TournamentSpec
from voormsi_agents.tournament.workers.engines import LocalEngine, cores
from voormsi_agents.tournament.workers.play import Tournament
from voormsi_agents.tournament.workers.store import Store
from voormsi_env import Rules
from voormsi_env.episode import DEFAULT_MAX_DEALS

PAIRS = (("random", "random"), ("greedy", "random"), ("heuristic", "greedy"))
WARM_UP_GAMES = 400


def games_per_second(agents: tuple[str, str], workers: int, games: int) -> float:
    """Of a match, after the workers have started and compiled."""
    plan = plan_of(agents, Rules(), 1, None, games)
    spec = TournamentSpec(plan.entrants, plan.rules, plan.seed, plan.matches, DEFAULT_MAX_DEALS)
    engine = LocalEngine(spec, workers)
    with TemporaryDirectory() as folder:
        store = Store(Path(folder), spec)
        Tournament(spec, [WARM_UP_GAMES], store).play(engine)
        tournament = Tournament(spec, [WARM_UP_GAMES + games], store)
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

"""Tournaments: agents against each other, with numbers one can quote.

A tournament goes one way, and its files import each other in the opposite one, the lowest first:

1. `plan` says who meets whom how often, by a `schedule`; `tasks` is its work as it is handed out,
   and `results` what comes back of a match.
2. `statistics/` makes numbers of outcomes: `intervals`, `standings` (of a match), `ratings` and
   `transitivity` (of all of them, put together by `scale`), `sequential` (when a match may stop).
3. `workers/` plays: `worker` is a process, `engines` many of them, `manifest` and `store` the
   folder that keeps what was played, `progress` how far a match has come, `play` a tournament.
4. `reports/` tells: `summary` puts `results.json` together, `rows` makes tables of it, `console`,
   `plots` and `html` show them, `games_table` lists the games.
5. `runner` plays a plan and writes the results. `benchmark` and `training_run` make plans of their
   own; `comparison` plays one match in this process.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import lazy_loader

if TYPE_CHECKING:
    from voormsi_agents.tournament.benchmark import BENCHMARKS, benchmark_plan
    from voormsi_agents.tournament.comparison import Comparison, compare
    from voormsi_agents.tournament.plan import Plan, plan_of
    from voormsi_agents.tournament.runner import RunOptions, run
    from voormsi_agents.tournament.statistics.sequential import Until, parse_until
    from voormsi_agents.tournament.training_run import run_plan

__all__ = [
    "BENCHMARKS",
    "Comparison",
    "Plan",
    "RunOptions",
    "Until",
    "benchmark_plan",
    "compare",
    "parse_until",
    "plan_of",
    "run",
    "run_plan",
]

__getattr__, __dir__, _ = lazy_loader.attach(
    __name__,
    submod_attrs={
        "benchmark": ["BENCHMARKS", "benchmark_plan"],
        "comparison": ["Comparison", "compare"],
        "plan": ["Plan", "plan_of"],
        "runner": ["RunOptions", "run"],
        "statistics.sequential": ["Until", "parse_until"],
        "training_run": ["run_plan"],
    },
)

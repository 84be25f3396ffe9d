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

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)

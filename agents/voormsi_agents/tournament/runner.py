"""Playing a plan and writing what came of it."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from voormsi_agents.folder_lock import held
from voormsi_agents.tournament.plan import Plan
from voormsi_agents.tournament.reports.games_table import write_games
from voormsi_agents.tournament.reports.html import report
from voormsi_agents.tournament.reports.plots import plots_of, write_plots
from voormsi_agents.tournament.reports.summary import Circumstances, Json, summary
from voormsi_agents.tournament.results import Played
from voormsi_agents.tournament.statistics.sequential import Until
from voormsi_agents.tournament.tasks import DEFAULT_TIME_LIMIT, TournamentSpec
from voormsi_agents.tournament.workers.engines import Engine, LocalEngine, RayEngine, cores
from voormsi_agents.tournament.workers.manifest import manifest_of
from voormsi_agents.tournament.workers.play import Tournament
from voormsi_agents.tournament.workers.store import Store, StoreError
from voormsi_env.episode import DEFAULT_MAX_DEALS
from voormsi_env.files import writing

RESULTS = "results.json"
GAMES = "games.parquet"
REPORT = "report.html"
RECORDS = "records.jsonl"
PLOTS = "plots"


@dataclass(frozen=True)
class RunOptions:
    """How a plan is played; nothing of it changes what comes of the games.

    Attributes:
        out: folder of the results; None for one named after the plan.
        workers: processes, or actors of a Ray cluster; as many as there are cores when None.
        engine: `"local"` or `"ray"`. address: of the Ray cluster.
        time_limit: seconds an agent may take for one call.
        records: also write a record of every game.
        fresh: begin anew, whatever the folder holds.
    """

    out: Path | None = None
    workers: int | None = None
    engine: str = "local"
    address: str | None = None
    time_limit: float = DEFAULT_TIME_LIMIT
    records: bool = False
    fresh: bool = False


def run(
    plan: Plan, until: Until | None, options: RunOptions, console: Console
) -> tuple[Json, Path]:
    """Play a plan, or what is left of it, and write the results.

    Returns:
        What `results.json` holds, and the folder it is in.

    Raises:
        StoreError: the folder holds something else.
        ValueError: the engine cannot be had, or an agent cannot be made.
        WorkerError: the workers cannot play.
        OSError: a file cannot be read or written.
    """
    spec = TournamentSpec(
        entrants=plan.entrants,
        rules=plan.rules,
        seed=plan.seed,
        matches=plan.matches,
        max_deals=DEFAULT_MAX_DEALS,
        records=options.records,
        time_limit=options.time_limit,
    )
    folder = options.out or _usual_folder(plan, spec)
    folder.mkdir(parents=True, exist_ok=True)
    refusal = StoreError(f"another process is playing in {folder}; wait for it or stop it")
    with held(folder, refusal):
        return _run_in(folder, spec, plan, until, options, console), folder


def _run_in(
    folder: Path,
    spec: TournamentSpec,
    plan: Plan,
    until: Until | None,
    options: RunOptions,
    console: Console,
) -> Json:
    """Play in a folder that no other process uses; what `results.json` holds."""
    store = Store(folder, spec, fresh=options.fresh)
    tournament = Tournament(spec, plan.games, store, until)
    before = tournament.games_done
    began = time.perf_counter()
    _play(tournament, spec, options, console)
    seconds = time.perf_counter() - began
    played, clock = tournament.results()
    results = summary(
        plan,
        tournament.roster,
        played,
        clock,
        Circumstances(
            code=store.manifest["code"],
            until=until,
            max_deals=spec.max_deals,
            seconds=seconds,
            games=tournament.games_done - before,
        ),
    )
    _write(folder, results, plan, tournament, played)
    if options.records:
        with writing(folder / RECORDS) as stream:
            stream.writelines(_records(store, tournament, played))
    return results


def _usual_folder(plan: Plan, spec: TournamentSpec) -> Path:
    same = {name: value for name, value in manifest_of(spec).items() if name != "version"}
    digest = hashlib.sha256(json.dumps(same, sort_keys=True).encode())
    return Path("results") / f"{plan.schedule}-{digest.hexdigest()[:8]}"


def _play(
    tournament: Tournament, spec: TournamentSpec, options: RunOptions, console: Console
) -> None:
    before = tournament.games_done
    if before:
        console.print(f"going on: {before:,} of {tournament.games:,} games were played before")
    if tournament.games_done == tournament.games:
        return
    bar = Progress(
        TextColumn("games"),
        BarColumn(),
        MofNCompleteColumn(),
        RateColumn(before),
        TimeRemainingColumn(),
        console=console,
        disable=not console.is_terminal,
    )
    engine = _engine(spec, options)
    try:
        with bar:
            row = bar.add_task("games", total=tournament.games, completed=before)
            tournament.play(
                engine,
                lambda: bar.update(row, completed=tournament.games_done, total=tournament.games),
            )
    finally:
        engine.close()


class RateColumn(ProgressColumn):
    """Games per second since the beginning."""

    def __init__(self, before: int) -> None:
        """Note how many games were played before."""
        super().__init__()
        self._before = before

    def render(self, task: Task) -> Text:
        """See `ProgressColumn.render`."""
        if not task.elapsed or task.completed <= self._before:
            return Text("starting")
        return Text(f"{(task.completed - self._before) / task.elapsed:,.0f} games/s")


def _engine(spec: TournamentSpec, options: RunOptions) -> Engine:
    if options.engine == "ray":
        return RayEngine(spec, options.workers, options.address)
    return LocalEngine(spec, options.workers or cores())


def _write(
    folder: Path, results: Json, plan: Plan, tournament: Tournament, played: list[Played]
) -> None:
    """Write everything but the records; `results.json` last, so that it says all is there."""
    entrants = tournament.roster.entrants
    names = [entrant.name for entrant in entrants]
    steps = {
        name: plan.steps[text]
        for name, text in zip(names, plan.entrants, strict=True)
        if text in plan.steps
    }
    plots = plots_of(results, steps)
    write_games(folder / GAMES, played, names, plan.rules.teams)
    write_plots(folder / PLOTS, plots)
    with writing(folder / REPORT) as stream:
        stream.write(report(results, plots))
    with writing(folder / RESULTS) as stream:
        json.dump(results, stream, indent=2, ensure_ascii=False, allow_nan=False)
        stream.write("\n")


def _records(store: Store, tournament: Tournament, played: list[Played]) -> Iterator[str]:
    """The records of all games that count, in order."""
    for number, match in enumerate(played):
        left = len(match.outcomes)
        for task in tournament.tasks_of(number):
            lines = list(islice(store.record_lines(task), left))
            left -= len(lines)
            yield from lines

"""What makes learning better: networks, critics, rewards and opponents at an equal budget of time.

python benchmarks/learning.py [--minutes 15] [--seeds 3] [--jobs 1] [--out runs/comparison]

Trains every variant, each of which differs from the first in one thing, with every seed; prints a
table of what came of them against `random` and `heuristic`, and draws all their curves. A run that
is finished is not repeated, and one that was stopped goes on: the same command, given again, does
what is left. Eighteen runs of fifteen minutes take four and a half hours one after another. With
more `--jobs` at once than there are cores, each has so much less of its minutes; all variants of a
seed come together, so that they share the machine alike.
"""

from __future__ import annotations

import argparse
import json
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import Any

from matplotlib.figure import Figure

from voormsi_agents.provenance import machine
from voormsi_agents.training.run_folder import RunFolder
from voormsi_agents.training.tables import read_table
from voormsi_env.files import replacing

VARIANTS: dict[str, tuple[str, dict[str, Any]]] = {
    "cards": ("scores plays by their cards; own critic, shaped, self-play", {}),
    "plain": ("network: an output for each action", {"network.kind": "plain"}),
    "sequence": ("network: cards, with a memory of the plays", {"network.kind": "sequence"}),
    "oracle": ("critic: sees all hands", {"network.critic_kind": "oracle"}),
    "unshaped": (
        "reward: the outcome alone, a play judged by its game",
        {"reward": "outcome", "ppo.horizon": "game"},
    ),
    "pool": (
        "opponents: half of the games against past selves",
        {"opponents": {"self": 0.5, "pool": 0.5}},
    ),
}
"""Name, what it is, and the keys of the config in which it differs."""

STEPS = 10**12
"""Time is what ends a run."""

BASELINES = ("random", "heuristic")

TRAIN = Path(__file__).parents[1] / "train.py"
STOPPED = 130
"""What `train.py` ends with when it is interrupted."""


def folder_of(out: Path, variant: str, minutes: float, seed: int) -> Path:
    """Where a run is kept."""
    return out / f"{variant}-{minutes:g}min-{seed}"


class Runs:
    """Runs of `train.py`, some at a time, each in a process of its own."""

    def __init__(self, jobs: int) -> None:
        """Make ready for so many at a time."""
        self._pool = ThreadPoolExecutor(jobs)
        self._processes: list[subprocess.Popen[bytes]] = []
        self._going_on = True

    def finish(self, runs: Mapping[Path, Sequence[str]]) -> None:
        """Do runs to their end.

        Args:
            runs: by folder, what `train.py` is given; its output goes to a file beside the folder.

        Raises:
            KeyboardInterrupt: it was interrupted; what has been done is kept.
            RuntimeError: a run failed.
        """
        waiting = [self._pool.submit(self._train, folder, given) for folder, given in runs.items()]
        try:
            for run in as_completed(waiting):
                run.result()
        finally:
            self._pool.shutdown(wait=False, cancel_futures=True)
            for process in self._processes:
                if process.poll() is None:
                    process.send_signal(signal.SIGINT)
            self._pool.shutdown()

    def _train(self, folder: Path, given: Sequence[str]) -> None:
        if not self._going_on:
            return
        folder.parent.mkdir(parents=True, exist_ok=True)
        print(f"training {folder}", flush=True)
        with _log_of(folder).open("ab") as log:
            process = subprocess.Popen(
                [sys.executable, str(TRAIN), *given], stdout=log, stderr=subprocess.STDOUT
            )
            self._processes.append(process)
            status = process.wait()
        if status == 0:
            return
        self._going_on = False  # before another run is begun by this thread
        if status == STOPPED:
            raise KeyboardInterrupt
        raise RuntimeError(f"{folder} ended with {status}; see {_log_of(folder)}")


def _log_of(folder: Path) -> Path:
    return folder.with_name(f"{folder.name}.log")


def what_is_left(
    folder: Path, config: str, variant: str, seed: int, minutes: float, threads: int
) -> list[str] | None:
    """What `train.py` is given to do a run, or the rest of it; None when it is done."""
    if RunFolder(folder).policy.is_file():
        return None
    if RunFolder(folder).begun:
        return ["--resume", str(folder), "--threads", str(threads)]
    keys = {
        **VARIANTS[variant][1],
        "seed": seed,
        "minutes": minutes,
        "steps": STEPS,
        "threads": threads,
        "evaluation.opponents": list(BASELINES),
    }
    return ["--config", config, "--out", str(folder), *flags(keys)]


def flags(keys: Mapping[str, Any]) -> list[str]:
    """Keys of a config as flags of `train.py`."""
    texts = {k: value if isinstance(value, str) else json.dumps(value) for k, value in keys.items()}
    return [part for key, text in texts.items() for part in (f"--{key}", text)]


def last_rates(folder: Path) -> dict[str, float]:
    """What a finished run wins against each baseline, and the steps it made, in millions."""
    rows = read_table(RunFolder(folder).evaluations)
    rates = {row["opponent"]: float(row["rate"]) for row in rows}
    return {**rates, "steps": int(rows[-1]["steps"]) / 1e6}


def table(folders: dict[str, list[Path]]) -> str:
    """Means over the seeds, and their ranges, as a Markdown table."""
    lines = [
        "| variant | what it is | million plays | against random | against heuristic |",
        "| --- | --- | --- | --- | --- |",
    ]
    for variant, runs in folders.items():
        found = [last_rates(run) for run in runs]
        steps = sum(rates["steps"] for rates in found) / len(found)
        cells = " | ".join(_mean_and_range([f[name] for f in found]) for name in BASELINES)
        lines.append(f"| {variant} | {VARIANTS[variant][0]} | {steps:.1f} | {cells} |")
    return "\n".join(lines)


def _mean_and_range(rates: list[float]) -> str:
    mean = sum(rates) / len(rates)
    return f"{mean:.1%} ({min(rates):.1%}–{max(rates):.1%})"


def draw(folders: dict[str, list[Path]], path: Path) -> None:
    """Draw what every run won against the heuristic, a colour a variant and a line a seed."""
    figure = Figure(figsize=(11, 4.5), layout="constrained")
    for place, (column, unit, label) in enumerate(
        (("seconds", 60.0, "minutes"), ("steps", 1e6, "million plays"))
    ):
        axes = figure.add_subplot(1, 2, place + 1)
        for number, (variant, runs) in enumerate(folders.items()):
            for order, run in enumerate(runs):
                measured = read_table(RunFolder(run).evaluations)
                rows = [row for row in measured if row["opponent"] == BASELINES[1]]
                axes.plot(
                    [float(row[column]) / unit for row in rows],
                    [100 * float(row["rate"]) for row in rows],
                    color=f"C{number}",
                    linewidth=1,
                    marker=".",
                    markersize=3,
                    label=variant if order == 0 else None,
                )
        axes.set(xlabel=label, ylabel="games won against heuristic, %")
        axes.grid(alpha=0.3)
        axes.legend()
    with replacing(path) as partial:
        figure.savefig(partial, format="png", dpi=120)


def main(arguments: Sequence[str] | None = None) -> int:
    """Train what is left, print the table and draw the curves; the exit status."""
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("--config", default="configs/selfplay.yaml", help="of the first variant")
    parser.add_argument("--minutes", type=float, default=15.0, help="of each run")
    parser.add_argument("--seeds", type=int, default=3, help="how many runs of each variant")
    parser.add_argument("--variants", nargs="+", choices=list(VARIANTS), default=list(VARIANTS))
    parser.add_argument("--threads", type=int, default=0, help="0 for one a core")
    parser.add_argument("--jobs", type=int, default=1, help="how many runs at a time")
    parser.add_argument("--out", type=Path, default=Path("runs/comparison"))
    parser.add_argument("--plot", type=Path, help="curves.png in the folder when not given")
    options = parser.parse_args(arguments)
    if options.seeds < 1:
        parser.error(f"seeds is {options.seeds}; allowed are whole numbers from 1")
    if options.jobs < 1:
        parser.error(f"jobs is {options.jobs}; allowed are whole numbers from 1")
    folders: dict[str, list[Path]] = {variant: [] for variant in options.variants}
    runs: dict[Path, Sequence[str]] = {}
    for seed in range(1, options.seeds + 1):
        for variant in options.variants:
            folder = folder_of(options.out, variant, options.minutes, seed)
            folders[variant].append(folder)
            left = what_is_left(
                folder, options.config, variant, seed, options.minutes, options.threads
            )
            if left is not None:
                runs[folder] = left
    try:
        Runs(options.jobs).finish(runs)
    except KeyboardInterrupt:
        return STOPPED
    except RuntimeError as error:
        print(error, file=sys.stderr)
        return 1
    plot = options.plot or options.out / "curves.png"
    draw(folders, plot)
    print(f"\n{machine()}; {options.jobs} at a time, {options.minutes:g} minutes each,")
    print(f"{options.config}; means and ranges over {options.seeds} seeds; curves in {plot}\n")
    print(table(folders))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

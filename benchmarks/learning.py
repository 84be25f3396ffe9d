"""What makes learning better: networks, critics, rewards and opponents at an equal budget of time.

python benchmarks/learning.py [--minutes 15] [--seeds 3] [--out runs/comparison]

Trains every variant, each of which differs from the first in one thing, with every seed; prints a
table of what came of them against `random` and `heuristic`, and draws all their curves. A run that
is finished is not repeated, and one that was stopped goes on: the same command, given again, does
what is left. Eighteen runs of fifteen minutes take four and a half hours.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from matplotlib.figure import Figure

from agents.about import machine
from agents.learning import cli
from agents.learning.run_folder import CONFIG, EVALUATIONS, POLICY, read_table
from voormsi_env.files import replacing

VARIANTS: dict[str, tuple[str, dict[str, Any]]] = {
    "cards": ("scores plays by their cards; own critic, shaped, self-play", {}),
    "plain": ("network: an output for each action", {"network.kind": "plain"}),
    "sequence": ("network: cards, with a memory of the plays", {"network.kind": "sequence"}),
    "oracle": ("critic: sees all hands", {"network.critic_kind": "oracle"}),
    "unshaped": ("reward: the outcome alone", {"reward": "outcome"}),
    "pool": (
        "opponents: half of the games against past selves",
        {"opponents": {"self": 0.5, "pool": 0.5}},
    ),
}
"""Name, what it is, and the keys of the config in which it differs."""

STEPS = 10**12
"""Time is what ends a run."""

BASELINES = ("random", "heuristic")


def folder_of(out: Path, variant: str, minutes: float, seed: int) -> Path:
    """Where a run is kept."""
    return out / f"{variant}-{minutes:g}min-{seed}"


def train(folder: Path, config: str, variant: str, seed: int, minutes: float, threads: int) -> None:
    """Do what is left of a run.

    Raises:
        KeyboardInterrupt: it was interrupted; what it has done is kept.
    """
    if (folder / POLICY).is_file():
        return
    if (folder / CONFIG).is_file():
        given = ["--resume", str(folder)]
    else:
        keys = {
            **VARIANTS[variant][1],
            "seed": seed,
            "minutes": minutes,
            "steps": STEPS,
            "evaluation.opponents": list(BASELINES),
        }
        given = ["--config", config, "--out", str(folder), *flags(keys)]
    if cli.main([*given, "--threads", str(threads)]) != 0:
        raise KeyboardInterrupt


def flags(keys: Mapping[str, Any]) -> list[str]:
    """Keys of a config as flags of `train.py`."""
    texts = {k: value if isinstance(value, str) else json.dumps(value) for k, value in keys.items()}
    return [part for key, text in texts.items() for part in (f"--{key}", text)]


def last_rates(folder: Path) -> dict[str, float]:
    """What a finished run wins against each baseline, and the steps it made, in millions."""
    rows = read_table(folder / EVALUATIONS)
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
                rows = [r for r in read_table(run / EVALUATIONS) if r["opponent"] == BASELINES[1]]
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
    parser.add_argument("--out", type=Path, default=Path("runs/comparison"))
    parser.add_argument("--picture", type=Path, help="curves.png in the folder when not given")
    options = parser.parse_args(arguments)
    if options.seeds < 1:
        parser.error(f"seeds is {options.seeds}; allowed are whole numbers from 1")
    runs = [(variant, seed) for seed in range(1, options.seeds + 1) for variant in options.variants]
    folders: dict[str, list[Path]] = {variant: [] for variant in options.variants}
    try:
        for number, (variant, seed) in enumerate(runs, start=1):
            print(f"run {number} of {len(runs)}: {variant}, seed {seed}", flush=True)
            folder = folder_of(options.out, variant, options.minutes, seed)
            train(folder, options.config, variant, seed, options.minutes, options.threads)
            folders[variant].append(folder)
    except KeyboardInterrupt:
        return 130
    picture = options.picture or options.out / "curves.png"
    draw(folders, picture)
    print(f"\n{machine()}; {options.minutes:g} minutes and {options.config}; means and ranges over")
    print(f"{options.seeds} seeds; curves in {picture}\n\n{table(folders)}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

"""How many steps a second the environment makes, beside what one would use instead.

    python benchmarks/throughput.py [--quick] [--json FILE] [--against FILE] [--plot FILE]

Every figure is of random legal play and is taken in a process of its own, one after the other,
the best of many short rounds, as `timeit` advises: what else the machine does only slows. An empty
compiled loop, timed in the same processes, is the reference: a figure's *score* is its rate divided
by the reference's, so that runs on different machines, or on one that is busy, can be compared.
`--against` compares the scores with those of an earlier `--json` and fails (exit status 1) when one
fell by more than a fifth.

Peers are timed if they are installed (`pip install rlcard open_spiel pgx pygame`): PettingZoo's
classic games, RLCard, OpenSpiel and Pgx. `--plot` draws the cost of a step of `Games` by batch and
by threads, beside the peers' costs.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from peers import aec_step, open_spiel_step, pettingzoo_step, pgx_step, rlcard_step

FALL_THAT_FAILS = 0.2
SECONDS_A_ROUND = 0.05
ROUNDS = 60
BATCHES = (1, 64, 1024, 16384)
THREADS = (1, 2)
OUTPUTS = ("masks", "masks and observations")

Rate = float
"""Steps a second."""


def best_rate(step: Callable[[], int], seconds: float, rounds: int) -> Rate:
    """The best of several rounds; `step` does some work and says how many steps that was."""
    step()
    best = 0.0
    for _ in range(rounds):
        made = 0
        begun = time.perf_counter()
        while (elapsed := time.perf_counter() - begun) < seconds:
            made += step()
        best = max(best, made / elapsed)
    return best


# What is timed. Each function returns a step; heavy imports stay inside.


def reference_step() -> Callable[[], int]:
    """An empty compiled loop: a chain of multiplications that cannot be shortened."""
    import numba

    @numba.njit
    def loop(times: int, value: float) -> float:
        for _ in range(times):
            value = value * 0.999 + 1.0
        return value

    def step() -> int:
        loop(1_000_000, 1.0)
        return 1_000_000

    return step


def games_step(batch: int, observe: bool, threads: int) -> Callable[[], int]:
    """`Games`: choose at random among the legal plays, and step."""
    from voormsi_env import Games

    games = Games(batch, seed=1, auto_reset=True, observe=observe, threads=threads)
    key = 0

    def step() -> int:
        nonlocal key
        key += 1
        games.step(games.random_actions(key))
        return batch

    return step


def our_aec_step() -> Callable[[], int]:
    """Our own AEC environment."""
    import voormsi_env

    return aec_step(voormsi_env.env, voormsi_env.random_legal)


def games_name(what: str, batch: int, threads: int) -> str:
    """What a figure of `Games` is called."""
    return f"Games, {what}, batch {batch:,}, {threads} thread{'s' if threads > 1 else ''}"


def figures(quick: bool) -> dict[str, tuple[str, Callable[[], Callable[[], int]]]]:
    """Everything there is to time: name to (package it needs, what makes its step)."""
    table: dict[str, tuple[str, Callable[[], Callable[[], int]]]] = {}
    for threads in THREADS:
        for observe in (False, True):
            what = OUTPUTS[observe]
            for batch in (1024,) if quick else BATCHES:
                table[games_name(what, batch, threads)] = (
                    "voormsi-env",
                    lambda b=batch, o=observe, t=threads: games_step(b, o, t),  # type: ignore[misc]
                )
    table["AEC env(), last and step"] = ("voormsi-env", our_aec_step)
    if not quick:
        for name in ("texas_holdem_v4", "leduc_holdem_v4", "connect_four_v3"):
            table[f"PettingZoo {name}"] = ("rlcard", lambda n=name: pettingzoo_step(n))  # type: ignore[misc]
        for name in ("doudizhu", "bridge", "uno"):
            table[f"RLCard {name}"] = ("rlcard", lambda n=name: rlcard_step(n))  # type: ignore[misc]
        for name in ("euchre", "hearts", "bridge(use_double_dummy_result=false)"):
            for observe in (False, True):
                what = "observations" if observe else "bare"
                table[f"OpenSpiel {name.partition('(')[0]}, {what}"] = (
                    "open_spiel",
                    lambda n=name, o=observe: open_spiel_step(n, o),  # type: ignore[misc]
                )
        table["Pgx leduc_holdem, batch 4096"] = ("pgx", lambda: pgx_step("leduc_holdem", 4096))
    return table


def installed(package: str) -> bool:
    """Whether a package is there."""
    try:
        importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return False
    return True


def time_one(name: str, quick: bool) -> dict[str, float]:
    """A figure and the reference, in this process."""
    seconds, rounds = SECONDS_A_ROUND, ROUNDS // 6 if quick else ROUNDS
    reference = best_rate(reference_step(), seconds / 2, rounds)
    rate = best_rate(figures(quick)[name][1](), seconds, rounds)
    return {"rate": rate, "reference": reference, "score": rate / reference}


def in_own_process(arguments: list[str], **environment: str) -> Any:
    """What a fresh interpreter, running this script, prints as JSON; None when it fails."""
    done = subprocess.run(
        [sys.executable, __file__, *arguments],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    return json.loads(done.stdout.splitlines()[-1]) if done.returncode == 0 else None


def time_starts() -> dict[str, float]:
    """Seconds to import the package, and to play a first game with an empty and a full cache."""
    with tempfile.TemporaryDirectory() as folder:
        cold = in_own_process(["--start"], NUMBA_CACHE_DIR=folder)
        warm = in_own_process(["--start"], NUMBA_CACHE_DIR=folder)
    return {
        "import": warm["import"],
        "first game, cold cache": cold["game"],
        "first game, warm cache": warm["game"],
    }


def start_here() -> dict[str, float]:
    """Seconds to import the package and to play one game, in this process."""
    begun = time.perf_counter()
    import voormsi_env

    imported = time.perf_counter()
    game = voormsi_env.Game(seed=1)
    while not game.over:
        game.play_action(game.legal_actions()[0])
    return {"import": imported - begun, "game": time.perf_counter() - imported}


def print_table(results: dict[str, dict[str, float]], starts: dict[str, float]) -> None:
    """Print every figure with its ratio to the reference and to `Games` with masks."""
    print(f"{platform.node()}, {processor()}, Python {platform.python_version()}")
    own = results.get(games_name(OUTPUTS[0], 1024, 1))
    print(f"{'':48} {'steps/s':>14} {'score':>8} {'of ours':>8}")
    for name, result in results.items():
        of_ours = f"{result['score'] / own['score']:8.3f}" if own else ""
        print(f"{name:48} {result['rate']:14,.0f} {result['score']:8.4f} {of_ours}")
    for name, seconds in starts.items():
        print(f"{name:48} {seconds:12.2f} s")


def draw_plot(results: dict[str, dict[str, float]], path: Path) -> None:
    """Nanoseconds a step of `Games` by batch, a line for each output and number of threads, and a
    horizontal line for each of the fastest peers."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(8, 5), layout="constrained")
    for observe, color in zip((0, 1), ("tab:blue", "tab:orange"), strict=True):
        for threads, style in zip(THREADS, ("o-", "s--"), strict=True):
            names = [games_name(OUTPUTS[observe], batch, threads) for batch in BATCHES]
            costs = [1e9 / results[name]["rate"] for name in names]
            label = f"{OUTPUTS[observe]}, {threads} thread{'s' if threads > 1 else ''}"
            axes.plot(BATCHES, costs, style, color=color, label=label)
    peers = {name: r["rate"] for name, r in results.items() if not name.startswith("Games")}
    for name, rate in peers.items():
        axes.axhline(1e9 / rate, color="0.7", linewidth=0.8)
        axes.annotate(name, (BATCHES[-1], 1e9 / rate), fontsize=6, ha="right", va="bottom")
    axes.set_xscale("log", base=2)
    axes.set_yscale("log")
    axes.set_xlabel("games side by side")
    axes.set_ylabel("nanoseconds a step")
    axes.set_title(f"Cost of a step, random legal play ({processor()})")
    axes.legend()
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, dpi=120)


def processor() -> str:
    """What the machine calls its processor."""
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def falls(results: dict[str, dict[str, float]], earlier: dict[str, Any]) -> list[str]:
    """The figures whose score is more than a fifth below that of an earlier run."""
    out = []
    for name, before in earlier["results"].items():
        if name in results and results[name]["score"] < (1 - FALL_THAT_FAILS) * before["score"]:
            out.append(f"{name}: score {results[name]['score']:.4f}, before {before['score']:.4f}")
    return out


def parse(argv: list[str] | None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description="Speed of the environment and of its peers.")
    parser.add_argument("--quick", action="store_true", help="fewer figures, shorter rounds")
    parser.add_argument("--json", type=Path, help="file to write the figures to")
    parser.add_argument("--against", type=Path, help="figures of an earlier run to compare with")
    parser.add_argument("--plot", type=Path, help="picture to draw; not with --quick")
    parser.add_argument("--one", help=argparse.SUPPRESS)
    parser.add_argument("--start", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args(argv)
    if arguments.plot and arguments.quick:
        parser.error("--plot draws every batch size; leave --quick out")
    if arguments.against and not arguments.against.is_file():
        parser.error(f"--against: there is no file {arguments.against}")
    return arguments


def main(argv: list[str] | None = None) -> int:
    """Time everything and print the table; 1 when a figure fell."""
    arguments = parse(argv)
    if arguments.start:
        print(json.dumps(start_here()))
        return 0
    if arguments.one:
        print(json.dumps(time_one(arguments.one, arguments.quick)))
        return 0
    flags = ["--quick"] if arguments.quick else []
    results = {}
    for name, (package, _) in figures(arguments.quick).items():
        if installed(package):
            result = in_own_process(["--one", name, *flags])
            if result is not None:
                results[name] = result
    starts = time_starts()
    print_table(results, starts)
    if arguments.json:
        document = {"machine": processor(), "results": results, "starts": starts}
        arguments.json.write_text(json.dumps(document, indent=2) + "\n")
    if arguments.plot:
        draw_plot(results, arguments.plot)
    if arguments.against:
        fallen = falls(results, json.loads(arguments.against.read_text()))
        print("\n".join(fallen) or "no figure fell by more than a fifth")
        return 1 if fallen else 0
    return 0


if __name__ == "__main__":
    sys.exit(main())

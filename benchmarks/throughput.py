"""How many steps a second the environment makes, beside what one would use instead.

    python benchmarks/throughput.py [--quick] [--json FILE] [--against FILE]

Every figure is of random legal play and is taken in a process of its own, one after the other,
the best of several rounds. An empty compiled loop, timed in the same processes, is the reference:
a figure's *score* is its rate divided by the reference's, so that runs on different machines, or
on one that is busy, can be compared. `--against` compares the scores with those of an earlier
`--json` and fails (exit status 1) when one fell by more than a fifth.

Peers are timed if they are installed: PettingZoo's classic games, RLCard, OpenSpiel and Pgx.
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

FALL_THAT_FAILS = 0.2
SECONDS_A_ROUND = 0.4
ROUNDS = 7
BATCHES = (1, 64, 1024, 16384)
THREADS = (1, 2)

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


def aec_step(make: Callable[[], Any]) -> Callable[[], int]:
    """An AEC environment through `last()` and `step()`."""
    import numpy as np

    from voormsi_env import random_legal

    environment = make()
    rng = np.random.default_rng(1)

    def step() -> int:
        made = 0
        environment.reset()
        while environment.agents and made < 2000:
            observation, _, terminated, truncated, info = environment.last()
            if terminated or truncated:
                environment.step(None)
            else:
                mask = (
                    observation["action_mask"]
                    if isinstance(observation, dict)
                    else info["action_mask"]
                )
                environment.step(random_legal(mask, rng))
            made += 1
        return made

    return step


def our_aec_step() -> Callable[[], int]:
    """Our own AEC environment."""
    import voormsi_env

    return aec_step(voormsi_env.env)


def pettingzoo_step(name: str) -> Callable[[], int]:
    """One of PettingZoo's classic games."""
    from importlib import import_module

    return aec_step(import_module(f"pettingzoo.classic.{name}").env)


def rlcard_step(name: str) -> Callable[[], int]:
    """One of RLCard's games, with its encoded observations."""
    import random

    import rlcard

    environment = rlcard.make(name)
    chooser = random.Random(1)

    def step() -> int:
        state, _ = environment.reset()
        made = 0
        while not environment.is_over():
            action = chooser.choice(list(state["legal_actions"]))
            state, _ = environment.step(action)
            made += 1
        return made

    return step


def open_spiel_step(name: str, observe: bool) -> Callable[[], int]:
    """One of OpenSpiel's games from Python, chance moves not counted."""
    import random

    import pyspiel

    game = pyspiel.load_game(name)
    chooser = random.Random(1)

    def step() -> int:
        state = game.new_initial_state()
        made = 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(chooser.choice(state.chance_outcomes())[0])
                continue
            if observe:
                state.information_state_tensor()
                state.legal_actions_mask()
            state.apply_action(chooser.choice(state.legal_actions()))
            made += 1
        return made

    return step


def pgx_step(name: str, batch: int) -> Callable[[], int]:
    """One of Pgx's games on the CPU."""
    import jax
    import jax.numpy as jnp
    import pgx

    environment = pgx.make(name)
    begin = jax.jit(jax.vmap(environment.init))

    @jax.jit
    def play(state: Any, key: Any) -> Any:
        logits = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
        actions = jax.random.categorical(key, logits)
        return jax.vmap(environment.step)(state, actions)

    key = jax.random.PRNGKey(1)
    state = begin(jax.random.split(key, batch))

    def step() -> int:
        nonlocal state, key
        key, used = jax.random.split(key)
        state = jax.block_until_ready(play(state, used))
        return batch

    return step


def figures(quick: bool) -> dict[str, tuple[str, Callable[[], Callable[[], int]]]]:
    """Everything there is to time: name to (package it needs, what makes its step)."""
    table: dict[str, tuple[str, Callable[[], Callable[[], int]]]] = {}
    for threads in THREADS:
        for observe in (False, True):
            what = "masks and observations" if observe else "masks"
            for batch in (1024,) if quick else BATCHES:
                table[f"Games, {what}, batch {batch}, {threads} thread"] = (
                    "voormsi-env",
                    lambda b=batch, o=observe, t=threads: games_step(b, o, t),  # type: ignore[misc]
                )
    table["AEC env(), last and step"] = ("voormsi-env", our_aec_step)
    if not quick:
        for name in ("texas_holdem_v4", "leduc_holdem_v4", "connect_four_v3"):
            table[f"PettingZoo {name}"] = ("rlcard", lambda n=name: pettingzoo_step(n))  # type: ignore[misc]
        for name in ("doudizhu", "bridge", "uno"):
            table[f"RLCard {name}"] = ("rlcard", lambda n=name: rlcard_step(n))  # type: ignore[misc]
        for name in ("euchre", "hearts", "bridge"):
            for observe in (False, True):
                what = "observations" if observe else "bare"
                table[f"OpenSpiel {name}, {what}"] = (
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
    seconds, rounds = (0.1, 3) if quick else (SECONDS_A_ROUND, ROUNDS)
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
    own = results.get("Games, masks, batch 1024, 1 thread")
    print(f"{'':48} {'steps/s':>14} {'score':>8} {'of ours':>8}")
    for name, result in results.items():
        of_ours = f"{result['score'] / own['score']:8.3f}" if own else ""
        print(f"{name:48} {result['rate']:14,.0f} {result['score']:8.4f} {of_ours}")
    for name, seconds in starts.items():
        print(f"{name:48} {seconds:12.2f} s")


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
    parser.add_argument("--one", help=argparse.SUPPRESS)
    parser.add_argument("--start", action="store_true", help=argparse.SUPPRESS)
    return parser.parse_args(argv)


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
    if arguments.against:
        fallen = falls(results, json.loads(arguments.against.read_text()))
        print("\n".join(fallen) or "no figure fell by more than a fifth")
        return 1 if fallen else 0
    return 0


if __name__ == "__main__":
    sys.exit(main())

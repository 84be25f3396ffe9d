"""How long the command line takes to answer, in ratios to `import numpy` within the same run.

python benchmarks/startup.py [--rounds 7]
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time

from voormsi_agents.provenance import machine

VOORMSI = (sys.executable, "-m", "voormsi_agents.commands.main")
EMPTY = "import numpy"
CALLS: dict[str, tuple[str, ...]] = {
    EMPTY: (sys.executable, "-c", EMPTY),
    "voormsi --help": (*VOORMSI, "--help"),
    "voormsi agents": (*VOORMSI, "agents"),
    "voormsi train --colour blue": (*VOORMSI, "train", "--colour", "blue"),
    "voormsi train --reward money": (*VOORMSI, "train", "--reward", "money"),
    "voormsi evaluate --colour blue": (*VOORMSI, "evaluate", "--colour", "blue"),
    "voormsi evaluate --bust never": (*VOORMSI, "evaluate", "--bust", "never"),
    "voormsi evaluate --games many": (*VOORMSI, "evaluate", "--games", "many"),
}


def seconds(command: tuple[str, ...]) -> float:
    """How long a process takes from its start to its end."""
    began = time.perf_counter()
    subprocess.run(command, capture_output=True, check=False)
    return time.perf_counter() - began


def main() -> None:
    """Print a line for each call: the quickest of all rounds, which take turns."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=7)
    options = parser.parse_args()
    times = {name: float("inf") for name in CALLS}
    for _ in range(options.rounds):
        for name, command in CALLS.items():
            times[name] = min(times[name], seconds(command))
    print(machine())
    for name, best in times.items():
        print(f"{name:<32} {best:>6.3f} s {best / times[EMPTY]:>5.1f} times")


if __name__ == "__main__":
    main()

"""How soon a command answers, in ratios to `import numpy`.

    python benchmarks/startup.py

Each is the quickest of several runs of a new process, all in one sitting, taken in turns. What is
refused is refused before anything slow is imported.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent
VOORMSI = ("-m", "voormsi_agents.commands.main")
YARDSTICK = "import numpy"
PROGRAMS: dict[str, tuple[str, ...]] = {
    YARDSTICK: ("-c", "import numpy"),
    "voormsi --help": (*VOORMSI, "--help"),
    "voormsi agents": (*VOORMSI, "agents"),
    "voormsi train, unknown flag": (*VOORMSI, "train", "--no-such-flag"),
    "voormsi train, bad number": (*VOORMSI, "train", "--config", "quick", "--ppo.games", "0"),
    "voormsi evaluate, unknown flag": (*VOORMSI, "evaluate", "--no-such-flag"),
    "voormsi evaluate, bad choice": (*VOORMSI, "evaluate", "--bust", "maybe"),
}


def seconds_of(arguments: tuple[str, ...]) -> float:
    """How long a process takes to its end."""
    paths = os.pathsep.join(map(str, (ROOT, ROOT / "agents")))
    began = time.perf_counter()
    subprocess.run(
        [sys.executable, *arguments],
        env={**os.environ, "PYTHONPATH": paths},
        capture_output=True,
        check=False,
    )
    return time.perf_counter() - began


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--rounds", type=int, default=7, help="runs of each; 7")
    rounds = parser.parse_args().rounds
    best = dict.fromkeys(PROGRAMS, float("inf"))
    for _ in range(rounds):
        for name, arguments in PROGRAMS.items():
            best[name] = min(best[name], seconds_of(arguments))
    for name, seconds in best.items():
        print(f"{name:<32} {seconds:6.2f} s   {seconds / best[YARDSTICK]:5.1f} times {YARDSTICK}")


if __name__ == "__main__":
    main()

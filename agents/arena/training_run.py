"""Rating the checkpoints of a training run."""

from __future__ import annotations

import re
from pathlib import Path

from agents.arena.plan import Plan
from agents.arena.schedule import chain
from voormsi_env.rules import Rules

REFERENCES = ("random", "greedy", "heuristic")
POLICIES = ("*.safetensors", "*.zip")


def run_plan(
    folder: Path,
    rules: Rules,
    seed: int,
    games: int,
    references: tuple[str, ...] = REFERENCES,
) -> Plan:
    """Every checkpoint of a run against the references and the checkpoint before it.

    Args:
        folder: of the run; its policies lie in `checkpoints/`, each with its steps in its name.
        rules: of the games. seed: of the deals. games: of each match.
        references: other agents, which also meet each other.

    Raises:
        ValueError: there are no checkpoints.
    """
    steps = {
        f"checkpoint:{path}": float(number)
        for pattern in POLICIES
        for path in (folder / "checkpoints").glob(pattern)
        if not path.name.startswith(".") and (number := _steps(path)) is not None
    }
    if not steps:
        raise ValueError(f"{folder} holds no policies in {folder / 'checkpoints'}")
    in_order = sorted(steps, key=lambda text: steps[text])
    entrants = (*references, *in_order)
    matches = tuple(chain(len(entrants), len(references), rules))
    return Plan(
        entrants,
        rules,
        seed,
        "chain",
        matches,
        (games,) * len(matches),
        {"run": str(folder)},
        steps,
    )


def _steps(path: Path) -> int | None:
    """The number in the name of a checkpoint: its training steps."""
    numbers = re.findall(r"\d+", path.stem)
    return int(numbers[-1]) if numbers else None

"""Rating the policies that a training run has saved."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from safetensors import SafetensorError, safe_open

from voormsi_agents.tournament.plan import Plan
from voormsi_agents.tournament.schedule import chain
from voormsi_env.rules import Rules

REFERENCES = ("random", "greedy", "heuristic")


def run_plan(folder: Path, seed: int, games: int, references: tuple[str, ...] = REFERENCES) -> Plan:
    """Every policy of a run against the references and the policy before it.

    Policies are found in the whole folder; of several with the same number of training steps one
    is taken. The rules are those the policies learned.

    Args:
        folder: of the run.
        seed: of the deals and the agents.
        games: of each match.
        references: other agents, which also meet each other.

    Raises:
        ValueError: there are no policies, or they learned different rules.
    """
    policies: dict[int, Path] = {}
    rules: list[dict[str, Any]] = []
    for path in sorted(
        folder.rglob("*.safetensors"), key=lambda path: (path.parent == folder, path)
    ):
        if (about := _about(path)) is not None:
            policies.setdefault(about["card"]["steps"], path)
            rules.append(about["rules"])
    if not policies:
        raise ValueError(f"{folder} holds no policies")
    if any(other != rules[0] for other in rules):
        raise ValueError(f"the policies in {folder} learned different rules")
    steps = {f"checkpoint:{policies[number]}": float(number) for number in sorted(policies)}
    entrants = (*references, *steps)
    matches = tuple(chain(len(entrants), len(references), Rules.from_dict(rules[0])))
    return Plan(
        entrants=entrants,
        rules=Rules.from_dict(rules[0]),
        seed=seed,
        schedule="chain",
        matches=matches,
        games=(games,) * len(matches),
        extra={"run": str(folder), "steps": steps},
        steps=steps,
    )


def _about(path: Path) -> dict[str, Any] | None:
    """What a policy file says of itself; None for a file that is no whole policy."""
    try:
        with safe_open(path, framework="np") as file:
            about = {key: json.loads(text) for key, text in (file.metadata() or {}).items()}
    except (OSError, SafetensorError, ValueError):
        return None
    known = "rules" in about and isinstance(about.get("card", {}).get("steps"), int)
    return about if known else None

"""Let agents play against each other: `python evaluate.py --agents heuristic greedy`."""

from __future__ import annotations

from agents.arena.cli import main

if __name__ == "__main__":
    raise SystemExit(main())

"""Let agents play against each other: `python evaluate.py --agents heuristic greedy`."""

from __future__ import annotations

if __name__ == "__main__":  # worker processes import this file too, and need nothing of it
    from agents.arena.cli import main

    raise SystemExit(main())

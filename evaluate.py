"""Let agents play against each other, which is `voormsi evaluate`.

`python evaluate.py --agents heuristic greedy`
"""

import sys
from pathlib import Path

if __name__ == "__main__":  # worker processes import this file too, and need nothing of it
    sys.path.insert(0, str(Path(__file__).with_name("agents")))
    from voormsi_agents.commands.main import main

    raise SystemExit(main(["evaluate", *sys.argv[1:]]))

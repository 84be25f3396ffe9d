"""Train a team policy: `python train.py --config quick`, which is `voormsi train`."""

import sys
from pathlib import Path

if __name__ == "__main__":  # worker processes import this file too, and need nothing of it
    sys.path.insert(0, str(Path(__file__).with_name("agents")))
    from voormsi_agents.commands.main import main

    raise SystemExit(main(["train", *sys.argv[1:]]))

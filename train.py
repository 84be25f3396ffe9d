"""Train a team policy: `python train.py --config configs/quick.yaml`."""

from agents.learning.cli import main

if __name__ == "__main__":
    raise SystemExit(main())

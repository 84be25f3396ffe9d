"""What a card in the opening hand is worth: the table of `voormsi_agents/values/card_luck.py`.

    python benchmarks/card_values.py [--agent heuristic] [--deals 20000] [--seed 123]

Single deals of the game of four, one agent in all seats; the points of one team less those of the
other are regressed on who was dealt which card (a card of one's own counts 1, of the others' -1),
and on who leads.
"""

from __future__ import annotations

import argparse

import numpy as np

from voormsi_agents.matches.lockstep import play_to_end
from voormsi_agents.registry import make_agent
from voormsi_env import Games, Rules
from voormsi_env.cards import CARD_NAMES, NUM_CARDS

AGENTS_KEY = 5


def card_values(agent: str, deals: int, seed: int) -> np.ndarray:
    """Points in a deal, float64 (36,), that each card is worth."""
    rules = Rules()
    games = Games(deals, rules, seed, episode="deal")
    hands = games.states["hands"].copy()
    leads = (games.states["dealer"] + 1) % 2
    play_to_end(games, [make_agent(agent, rules)], np.zeros((deals, 4), np.int64), AGENTS_KEY)
    scores = games.finals["scores"].astype(np.float64)
    dealt = hands[:, :, None] >> np.arange(NUM_CARDS) & 1
    own = dealt[:, 0] + dealt[:, 2] - dealt[:, 1] - dealt[:, 3]
    fitted, *_ = np.linalg.lstsq(
        np.column_stack([own, 1 - 2 * leads]), scores[:, 0] - scores[:, 1], rcond=None
    )
    return fitted[:NUM_CARDS] - fitted[:NUM_CARDS].mean()


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--agent", default="heuristic")
    parser.add_argument("--deals", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=123)
    options = parser.parse_args()
    values = card_values(options.agent, options.deals, options.seed)
    for name, value in zip(CARD_NAMES, values, strict=True):
        print(f"{name} {value:+.2f}")


if __name__ == "__main__":
    main()

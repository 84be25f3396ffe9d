"""How long solving endgames takes: `python benchmarks/endgame.py`.

Random games are played until the stock is empty; where that happens at the lead of a trick with so
many cards a hand, the endgame is solved with an empty table. Times are of processor time.
"""

from __future__ import annotations

import argparse
import time

import numpy as np

from voormsi_agents.search.endgame import forget, make_solver, solve
from voormsi_env.aliases import StateRecords
from voormsi_env.games import Games
from voormsi_env.rules import PACK_SIZE, Rules

GAMES = 2000
HANDS = {2: (2, 4), 3: (2, 3, 4), 4: (2, 3, 4)}
"""Cards a hand at the lead of a trick; two players play twice to each."""


def endgames(rules: Rules, cards: int, number: int, seed: int) -> list[StateRecords]:
    """STATEs at the lead of a trick, the stock empty, each hand with so many cards."""
    games = Games(GAMES, rules, seed, start_scores="random", auto_reset=True)
    found: list[StateRecords] = []
    step = 0
    while len(found) < number:
        states = games.states
        fits = (states["drawn"] == PACK_SIZE) & (states["plays_made"] == 0) & ~states["over"]
        for row in np.flatnonzero(fits):
            hands = states["hands"][row][: rules.players]
            if all(int(hand).bit_count() == cards for hand in hands):
                game = states[row : row + 1].copy()
                game["single_deal"] = True
                found.append(game)
        games.step(games.random_actions(step))
        step += 1
    return found[:number]


def main() -> None:
    """Solve and print a table in Markdown."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--number", type=int, default=1000, help="of endgames of each kind")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    print("| players | cards each | median ms | 99th of 100 | longest |")
    print("| --- | --- | --- | --- | --- |")
    for players in (2, 3, 4):
        rules = Rules(players=players)
        solver = make_solver(rules)
        for cards in HANDS[players]:
            times = []
            for game in endgames(rules, cards, arguments.number, arguments.seed):
                solver.games[0] = game[0]
                began = time.process_time()
                forget(solver)
                solve(solver, True)
                times.append(1000 * (time.process_time() - began))
            rest = np.array(times[1:])  # the first compiles
            numbers = np.quantile(rest, [0.5, 0.99, 1.0])
            row = " | ".join(f"{number:.3f}" for number in numbers)
            print(f"| {players} | {cards} | {row} |", flush=True)


if __name__ == "__main__":
    main()

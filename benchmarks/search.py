"""How strong search is, and how long it thinks: each player against one, on duplicate deals.

    python benchmarks/search.py                                    worlds of PIMC, 16 to 1,024
    python benchmarks/search.py --agents search checkpoint:champion --opponent checkpoint:champion

Times are of processor time, so a busy machine does not lengthen them; all plays count, also those
without a choice.
"""

from __future__ import annotations

import argparse
import time

import numpy as np
from numpy.typing import NDArray

from voormsi_agents.base import Agent, PerfectInformationAgent
from voormsi_agents.registry import make_agent
from voormsi_agents.tournament.comparison import compare
from voormsi_env.aliases import ViewRecords
from voormsi_env.rules import Rules

WORLDS = tuple(f"pimc:worlds={worlds}" for worlds in (16, 64, 256, 1024))


class Timed(Agent):
    """An agent, timed."""

    def __init__(self, agent: Agent) -> None:
        """Take the agent."""
        self.name = agent.name
        self.seconds = 0.0
        self.decisions = 0
        self._agent = agent

    def act(self, views: ViewRecords, keys: NDArray[np.int64]) -> NDArray[np.int64]:
        """See `Agent.act`."""
        if self.decisions == 0:
            self._agent.act(views[:1], keys[:1])  # compile
        began = time.process_time()
        actions = self._agent.act(views, keys)
        self.seconds += time.process_time() - began
        self.decisions += len(views)
        return actions


def main() -> None:
    """Play and print a table in Markdown."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--agents", nargs="+", default=list(WORLDS))
    parser.add_argument("--opponent", default="heuristic")
    parser.add_argument("--games", type=int, default=1000, help="of each agent")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--seed", type=int, default=5)
    arguments = parser.parse_args()
    try:
        rules = Rules(players=arguments.players)
        for text in (*arguments.agents, arguments.opponent):
            make_agent(text, rules)
    except ValueError as error:
        parser.error(str(error))
    print(f"| agent | against {arguments.opponent} | ms a decision |\n| --- | --- | --- |")
    for text in arguments.agents:
        agent = make_agent(text, rules)
        player = agent if isinstance(agent, PerfectInformationAgent) else Timed(agent)
        match = compare([player, arguments.opponent], arguments.games, arguments.seed, rules)
        low, high = match.interval
        spent = ""
        if isinstance(player, Timed):
            spent = f"{1000 * player.seconds / player.decisions:.2f}"
        rate = f"{100 * match.rate:.1f}% ({100 * low:.1f}–{100 * high:.1f})"
        print(f"| `{text}` | {rate} | {spent} |", flush=True)


if __name__ == "__main__":
    main()

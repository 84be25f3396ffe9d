"""How deals go: the table that the chance of winning from a ladder is worked out from.

    python benchmarks/deal_outcomes.py [--agent heuristic] [--deals 40000] [--seed 1]

An agent plays single deals against itself, for each number of players; the ways in which they
went are counted and written to `voormsi_agents/values/deal_outcomes.json`, which
`voormsi_agents/values/win_probability.py` reads.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter

import numpy as np

from voormsi_agents.matches.lockstep import play_to_end
from voormsi_agents.registry import UnknownAgentError, make_agent
from voormsi_agents.values.win_probability import (
    ANNULLED,
    BONUS_POINTS,
    BONUS_TEAM,
    BONUS_TIME,
    OUTCOMES_FILE,
    POINTS,
    TIME_AT_END,
    TIME_BEFORE_RUN,
    TIME_IN_RUN,
    TIME_NONE,
)
from voormsi_env.aliases import StateRecord
from voormsi_env.engine.scoring import MAJORITY, POINTS_OF_BONUS
from voormsi_env.engine.state import BONUS_NONE, REASON_FORFEIT, SEAT_SHIFT
from voormsi_env.files import writing
from voormsi_env.games import Games
from voormsi_env.rules import MAX_GAME_POINTS, Rules


def measure(agent: str, players: int, deals: int, seed: int) -> dict[str, object]:
    """Let an agent play deals against itself and count the ways in which they went."""
    rules = Rules(players=players, game_points=MAX_GAME_POINTS)
    games = Games(deals, rules, seed, episode="deal")
    play_to_end(games, [make_agent(agent, rules)], np.zeros((deals, players), np.int64), seed)
    ways = Counter(_outcome_of(record) for record in games.states)
    return {
        "agent": agent,
        "deals": deals,
        "seed": seed,
        "outcomes": [[number, *way] for way, number in ways.most_common()],
    }


def _outcome_of(record: StateRecord) -> tuple[int, ...]:
    """A deal's row, from the STATE record at its end."""
    teams = int(record["teams"])
    own = int(record["dealer"]) % teams
    if record["reason"] == REASON_FORFEIT:
        loser = next(t for t in range(teams) if not record["winners"] >> t & 1)
        return ((loser - own) % teams, -1, 0, TIME_NONE, 0, 0, 0, 0)
    way = [-1, -1, 0, TIME_NONE, int(record["annulled_deals"] > 0), 0, 0, 0]
    for team in range(teams):
        points = int(record["scores"][team]) - int(record["scores_before"][team])
        if team == record["bonus_team"] and not way[ANNULLED]:
            points -= int(POINTS_OF_BONUS[record["bonus"]])
        way[POINTS + (team - own) % teams] = points
    if record["bonus"] != BONUS_NONE:
        way[BONUS_TEAM] = (int(record["bonus_team"]) - own) % teams
        way[BONUS_POINTS] = int(POINTS_OF_BONUS[record["bonus"]])
        way[BONUS_TIME] = _bonus_time(record)
    return tuple(way)


def _bonus_time(record: StateRecord) -> int:
    """When in the deal its bonus was paid."""
    if record["bonus_trick"] == record["tricks_begun"] - 1:
        return TIME_AT_END
    won = np.zeros(3, np.int64)
    entry = 0
    for trick in range(int(record["bonus_trick"]) + 1):
        size = int(record["trick_sizes"][trick])
        entry += size * int(record["plays_per_trick"])
        winner = int(record["history"][entry]) >> SEAT_SHIFT  # he led to the next trick
        won[winner % int(record["teams"])] += size
    return TIME_IN_RUN if won.max() >= MAJORITY and won.sum() == won.max() else TIME_BEFORE_RUN


def main() -> None:
    """Measure how deals go and write them down."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--agent", default="heuristic", help="who plays the deals")
    parser.add_argument("--deals", type=int, default=40_000, help="how many for each table")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    try:
        measured = {
            str(players): measure(arguments.agent, players, arguments.deals, arguments.seed)
            for players in (2, 3, 4)
        }
    except (UnknownAgentError, ValueError) as error:
        parser.error(str(error))
    lines = ",\n".join(f'"{players}": {json.dumps(m)}' for players, m in measured.items())
    with writing(OUTCOMES_FILE) as stream:
        stream.write("{\n" + lines + "\n}\n")


if __name__ == "__main__":
    main()

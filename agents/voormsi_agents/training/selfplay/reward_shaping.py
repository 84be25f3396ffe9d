"""Shaping by the ladder: what a score is worth is paid when it is reached, not at the end.

Ng, Harada and Russell (ICML 1999): adding the change of a potential to the reward leaves the best
policies what they are. The potential is the chance of winning from the ladder, by the table of
`voormsi_agents/values/win_probability.py`, on the scale of the reward: 1 for a win, -1 for a loss
(-1/2 with two losers).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from voormsi_agents.values.win_probability import win_table
from voormsi_env.observation import layout_of
from voormsi_env.rules import Rules


class LadderPotential:
    """What the ladder is worth to each team."""

    def __init__(self, rules: Rules) -> None:
        """Take the table of the rules."""
        self._rules = rules
        self._table = win_table(rules)
        self._layout = layout_of(rules)

    def of_games(self, records: NDArray[np.void]) -> NDArray[np.float32]:
        """Float32 (n, teams): the potential of games by their STATE records; 0 for those over."""
        teams = self._rules.teams
        scores = records["scores"][:, :teams].astype(np.int64)
        dealers = records["dealer"].astype(np.int64) % teams
        out = np.empty((len(records), teams), np.float32)
        for team in range(teams):
            out[:, team] = self._worth(np.roll(scores, -team, axis=1), (dealers - team) % teams)
        out[records["over"]] = 0.0
        return out

    def of_observations(self, observations: NDArray[np.int8]) -> NDArray[np.float32]:
        """Float32 (n,): the potential for the team of the seat that observes."""
        ladder = self._layout.part(observations, "ladder").argmax(axis=2)
        dealers = self._layout.part(observations, "dealer").argmax(axis=1)
        return self._worth(ladder + self._rules.lowest_score, dealers % self._rules.teams)

    def _worth(self, scores: NDArray[np.int64], dealers: NDArray[np.int64]) -> NDArray[np.float32]:
        """For the first team, from the scores (n, teams) in order and the team that deals."""
        table, teams = self._table, self._rules.teams
        moved = scores + (table.highest - self._rules.points_to_win) - table.lowest
        rungs = np.clip(moved, 0, np.array(table.values.shape[:teams]) - 1)
        third = rungs[:, 2] if teams == 3 else 0
        chance = table.values[rungs[:, 0], rungs[:, 1], third, dealers]
        worth: NDArray[np.float32] = (teams * chance - 1.0) / (teams - 1)
        return worth

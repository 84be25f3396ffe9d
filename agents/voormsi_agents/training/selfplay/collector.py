"""Playing the learner's games, round by round, into the rollout buffer.

In a *round* every seat of a game plays once: a trick with three and four players, half a trick
with two. A game that ends inside a round waits for the others, so all games stay in step. Every
seat of every game is a *stream* of its own: its transition runs from one of its plays to its
next, or to the end of the game, whoever makes the last play.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray

from voormsi_agents.matches.lockstep import choose_actions
from voormsi_agents.networks.inputs import Inputs
from voormsi_agents.networks.policies import TeamPolicy
from voormsi_agents.training.selfplay.buffer import StreamBuffer
from voormsi_agents.training.selfplay.opponents import LEARNER, SeatAssignment
from voormsi_agents.training.selfplay.reward_shaping import LadderPotential
from voormsi_env.games import Games
from voormsi_env.rules import Rules

NO_ROW = -1


@dataclass
class RolloutCount:
    """What a rollout amounted to.

    Attributes:
        plays: by all seats.
        games: that ended.
        won: sum of the learner's shares of games against others, 0 to 1 each.
        against_others: games with another agent at the table that ended.
    """

    plays: int = 0
    games: int = 0
    won: float = 0.0
    against_others: int = 0


class Collector:
    """Plays n games side by side, the learner and its opponents in the seats.

    Attributes:
        games: the games, without auto-reset, with observations.
        assignment: who decides for which seat.
        inputs: what the rows hold that the policy is given.
    """

    def __init__(
        self,
        games: Games,
        assignment: SeatAssignment,
        rng: np.random.Generator,
        potential: LadderPotential | None = None,
        inputs: Inputs | None = None,
        by_deal: bool = False,
    ) -> None:
        """Begin the games.

        Args:
            games: without auto-reset, with observations.
            assignment: for as many games.
            rng: for the seats and for the opponents' keys.
            potential: for shaping; None for the games' rewards as they are.
            inputs: what the policy is given; None for the flat observation.
            by_deal: close the streams at the end of each deal, not of the game.
        """
        self.games = games
        self.assignment = assignment
        self.inputs = Inputs(games.rules) if inputs is None else inputs
        self._rng = rng
        self._potential = potential
        self._potentials = np.zeros((len(games), games.rules.teams), np.float32)
        self._by_deal = by_deal
        self._deals = games.states["deal"].copy()
        players = games.rules.players
        self._team_of = np.array([games.rules.team_of(seat) for seat in range(players)])
        self._slots = np.arange(len(games), dtype=np.int64)
        self._latest = np.full((len(games), players), NO_ROW)
        """The row of each seat's latest play in its game, or `NO_ROW`."""
        self._fresh = True

    @property
    def streams(self) -> int:
        """How many streams there are: seats of all games."""
        return self._latest.size

    def collect(self, policy: TeamPolicy, buffer: StreamBuffer) -> RolloutCount:
        """Fill an empty buffer (but for a row carried over), round by round."""
        count = RolloutCount()
        while not buffer.full:
            self._begin((self.games.to_play < 0) | self._fresh)
            self._fresh = False
            for _ in range(self.games.rules.players):
                self._step(policy, buffer, count)
            buffer.end_row()
        buffer.finish()
        self._latest[self._latest != NO_ROW] -= buffer.buffer_size
        return count

    def _begin(self, which: NDArray[np.bool_]) -> None:
        """Begin new games, with other seats for the players, in the chosen slots."""
        if which.any():
            self.games.reset(which & (self.games.to_play < 0))
            self.assignment.draw(which, self._rng)
            self._latest[which] = NO_ROW
            self._deals[which] = 0
            if self._potential is not None:
                self._potentials[which] = self._potential.of_games(self.games.states[which])

    def _step(self, policy: TeamPolicy, buffer: StreamBuffer, count: RolloutCount) -> None:
        """One play in every game that is not over."""
        seats = self.games.to_play
        playing = np.flatnonzero(seats >= 0)
        deciders = np.full(len(seats), NO_ROW, np.int16)
        deciders[playing] = self.assignment.deciders[playing, seats[playing]]
        actions = choose_actions(
            self.games,
            self.assignment.agents,
            deciders - (LEARNER + 1),
            int(self._rng.integers(0, 2**63 - 1)),
            self._slots,
        )
        own = np.flatnonzero(deciders == LEARNER)
        if len(own):
            actions[own] = self._ask_policy(policy, own, buffer)
        self.games.step(actions)
        count.plays += len(playing)
        self._credit(buffer)
        self._count_ends(count)

    def _ask_policy(
        self, policy: TeamPolicy, own: NDArray[np.int64], buffer: StreamBuffer
    ) -> NDArray[np.int64]:
        """Sample the learner's plays in the games `own`, and write them down."""
        rows, masks = self.inputs.of_games(self.games, own), self.games.masks[own]
        with torch.no_grad():
            actions, values, log_probs = policy(torch.from_numpy(rows).float(), action_masks=masks)
        seats = self.games.to_play[own].astype(np.int64)
        chosen: NDArray[np.int64] = actions.numpy()
        buffer.add_plays(
            own * self._latest.shape[1] + seats,
            rows,
            masks,
            chosen,
            values.numpy()[:, 0],
            log_probs.numpy(),
        )
        self._latest[own, seats] = buffer.pos
        return chosen

    def _credit(self, buffer: StreamBuffer) -> None:
        """Add what the step was worth to each seat's latest play; close the streams at an end."""
        ended = self.games.ended | self._deal_ended()
        worth = self.games.rewards + self._shaping()
        games = np.flatnonzero(ended | worth.any(axis=1))
        rows = self._latest[games]
        streams = games[:, None] * rows.shape[1] + np.arange(rows.shape[1])
        open_rows = rows != NO_ROW
        place = rows[open_rows], streams[open_rows]
        buffer.rewards[place] += worth[games][:, self._team_of][open_rows]
        buffer.closed[place] |= np.broadcast_to(ended[games, None], rows.shape)[open_rows]
        self._latest[ended] = NO_ROW

    def _deal_ended(self) -> NDArray[np.bool_]:
        """Whether the step began another deal, bool (n,), where that closes the streams."""
        before = self._deals
        if self._by_deal:
            self._deals = self.games.states["deal"].copy()
        changed: NDArray[np.bool_] = self._deals != before
        return changed

    def _shaping(self) -> NDArray[np.float32]:
        """What the step added to each team's potential, float32 (n, teams)."""
        if self._potential is None:
            return self._potentials
        before = self._potentials
        self._potentials = self._potential.of_games(self.games.states)
        return self._potentials - before

    def _count_ends(self, count: RolloutCount) -> None:
        games = np.flatnonzero(self.games.ended)
        own = self.assignment.deciders[games] == LEARNER
        against_others = ~own.all(axis=1)
        team = self._team_of[own.argmax(axis=1)]
        shares = _shares_of_game(self.games.finals[games], self.games.rules)
        own_shares = shares[np.arange(len(games)), team]
        self.assignment.note(games, own_shares)
        count.games += len(games)
        count.against_others += int(against_others.sum())
        count.won += float(own_shares[against_others].sum())


def _shares_of_game(records: NDArray[np.void], rules: Rules) -> NDArray[np.float64]:
    """Each team's share of games that are over, (n, teams): 1 for the winner, parts for a draw."""
    won = records["winners"][:, None].astype(np.int64) >> np.arange(rules.teams) & 1
    won[~won.any(axis=1)] = 1
    shares: NDArray[np.float64] = won / won.sum(axis=1, keepdims=True)
    return shares

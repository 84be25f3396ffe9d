"""Trying every play of the positions met in games, in the cards as they lie.

In some games all seats are the policy's, in the others one team's are and the rule-based player has
the rest. The plays are tried in copies of the game, and played on for a few tricks by the
rule-based player, in compiled code, or by the policy, which is asked for many copies at once.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray

from voormsi_agents.networks.inputs import Inputs
from voormsi_agents.networks.policies import TeamPolicy
from voormsi_agents.search.rollouts import heuristic_play, make_plays
from voormsi_agents.search.trials import Scratch, make_scratch, try_in_world
from voormsi_agents.values.deal_value import value_of
from voormsi_env.actions import NUM_ACTIONS
from voormsi_env.aliases import StateRecords, ViewRecords
from voormsi_env.engine.bits import lowest
from voormsi_env.engine.jit import compiled
from voormsi_env.engine.legal import legal
from voormsi_env.engine.play import play
from voormsi_env.engine.state import STATE, VIEW
from voormsi_env.engine.stock import settle_deck
from voormsi_env.engine.table import team_of
from voormsi_env.engine.view import write_view
from voormsi_env.games import Games
from voormsi_env.rules import Rules

AT_ONCE = 256
"""Positions whose plays are played on side by side by the policy."""

NOT_AT_ALL = -1
"""For `_try_plays`: the plays are tried elsewhere."""

TRIAL = np.dtype(
    [
        ("position", np.int64),
        ("action", np.int64),
        ("team", np.int64),
        ("last", np.int64),  # the trick before which it stops
        ("policy_seats", np.int64),  # a mask
    ]
)
"""A play being tried: in which position, by which team, and who plays on."""


class Trials(NamedTuple):
    """Plays being tried, n of them, each in a copy of its game.

    Attributes:
        worlds: STATE (n,), the copies.
        plays: TRIAL (n,).
    """

    worlds: StateRecords
    plays: NDArray[np.void]


@dataclass
class Positions:
    """Positions met, and what their plays came to.

    Attributes:
        rows: int8 (n, inputs.size), what the network is given.
        values: float32 (n, 15), the chance that the seat's team wins after each legal play; minus
            infinity for the others.
        played: float32 (n,), that of the play made.
        plays: how many plays were made by all seats to meet them.
    """

    rows: NDArray[np.int8]
    values: NDArray[np.float32]
    played: NDArray[np.float32]
    plays: int

    def __len__(self) -> int:
        """How many there are."""
        return len(self.rows)


class PositionTrials:
    """Plays games and tries every legal play of the positions met in them.

    In some games all seats are the policy's, in the others one team's are and the rule-based player
    has the rest; some plays are made at random, so that what follows a bad one is seen too.
    """

    def __init__(
        self,
        rules: Rules,
        inputs: Inputs,
        seed: int,
        *,
        games: int,
        tricks: int,
        self_play: float,
        random_plays: float,
    ) -> None:
        """Begin the games.

        Args:
            rules: of the games.
            inputs: what the network is given.
            seed: of the games and of all chance.
            games: how many are played side by side.
            tricks: how many tricks are played on after the one on the table; 12 for the deal.
            self_play: share of the games in which all seats are the policy's.
            random_plays: share of the plays made at random.
        """
        self._inputs = inputs
        self._games = Games(games, rules, seed=seed, observe=True, auto_reset=True)
        self._rng = np.random.default_rng(seed)
        self._tricks = tricks
        self._random_plays = random_plays
        alone = np.arange(games) < round(self_play * games)
        teams = np.array([rules.team_of(seat) for seat in range(rules.players)])
        self._learns = alone[:, None] | (teams == np.arange(games)[:, None] % rules.teams)
        self._scratch = make_scratch(rules)

    def collect(self, policy: TeamPolicy, wanted: int, by_policy: bool) -> Positions:
        """Meet positions in which there is a choice, at least as many as wanted.

        Args:
            policy: plays its seats by its best plays.
            wanted: how many.
            by_policy: let the policy play on for its seats and, in a game against the rule-based
                player, for the seats of the team whose play is tried; else the rule-based player
                plays on for all.
        """
        met: list[Positions] = []
        while sum(map(len, met)) < wanted:
            met.append(self._collect_here(policy, by_policy))
        return Positions(
            np.concatenate([positions.rows for positions in met]),
            np.concatenate([positions.values for positions in met]),
            np.concatenate([positions.played for positions in met]),
            sum(positions.plays for positions in met),
        )

    def _collect_here(self, policy: TeamPolicy, by_policy: bool) -> Positions:
        """The positions that the games are in now; they then go on by a play."""
        games = self._games
        chosen = np.flatnonzero(games.legal & (games.legal - 1))
        rows = self._inputs.of_games(games, chosen)
        values = np.full((len(chosen), NUM_ACTIONS), -np.inf, np.float32)
        rule_based = np.empty(len(chosen), np.int64)
        tricks = NOT_AT_ALL if by_policy else self._tricks
        _try_plays(games.states, chosen, tricks, self._scratch, values, rule_based)
        if by_policy:
            for start in range(0, len(chosen), AT_ONCE):
                some = slice(start, start + AT_ONCE)
                self._try_by_policy(policy, chosen[some], values[some])
        actions = games.random_actions(int(self._rng.integers(2**63 - 1)))
        best = best_actions(policy, rows[:, : self._inputs.visible], games.legal[chosen])
        own = self._learns[chosen, games.to_play[chosen]]
        by_choice = self._rng.random(len(chosen)) >= self._random_plays
        actions[chosen[by_choice]] = np.where(own, best, rule_based)[by_choice]
        played = values[np.arange(len(chosen)), actions[chosen]]
        games.step(actions)
        return Positions(rows, values, played, len(games))

    def _try_by_policy(
        self, policy: TeamPolicy, chosen: NDArray[np.int64], values: NDArray[np.float32]
    ) -> None:
        """Try the plays of some of the games, and let the policy play on."""
        most = len(chosen) * NUM_ACTIONS
        all_trials = Trials(np.zeros(most, STATE), np.zeros(most, TRIAL))
        states = self._games.states
        count = _spread(states, chosen, self._learns, self._tricks, self._scratch, all_trials)
        trials = Trials(all_trials.worlds[:count], all_trials.plays[:count])
        views = np.zeros(count, VIEW)
        waiting = np.zeros(count, np.int64)
        while open_worlds := _to_policy(trials, self._scratch, views, waiting):
            rows = self._inputs.of_views(views[:open_worlds])
            best = best_actions(policy, rows, views["legal"][:open_worlds])
            make_plays(trials.worlds, waiting[:open_worlds], best, self._scratch.no_decks)
        _write_values(trials, self._scratch, values)


def best_actions(
    policy: TeamPolicy, rows: NDArray[np.int8], legal_sets: NDArray[np.integer[Any]]
) -> NDArray[np.int64]:
    """The best play of each row by a policy, int64 (n,).

    Args:
        policy: a network.
        rows: int8 (n, inputs.visible).
        legal_sets: (n,), bit a: action a is legal.
    """
    with torch.no_grad():
        scores = policy.scores(torch.from_numpy(rows).float()).numpy()
    legal_actions = legal_sets[:, None].astype(np.int64) >> np.arange(NUM_ACTIONS) & 1
    best: NDArray[np.int64] = np.where(legal_actions, scores, -np.inf).argmax(axis=1)
    return best


@compiled
def _try_plays(
    games: StateRecords,
    chosen: NDArray[np.int64],
    tricks: int,
    scratch: Scratch,
    values: NDArray[np.float32],
    rule_based: NDArray[np.int64],
) -> None:
    """Write what the plays of games come to, and what the rule-based player would play."""
    for place in range(len(chosen)):
        game = games[chosen[place]]
        settle_deck(game)
        actions = legal(game)
        write_view(game, int(game.to_play), scratch.sight[0])
        rule_based[place] = heuristic_play(game, actions, scratch.sight[0])
        if tricks >= 0:
            team = team_of(game, game.to_play)
            whole_game = not game.single_deal
            scratch.games[0] = game
            scratch.games[0].single_deal = True
            try_in_world(scratch.games, team, whole_game, actions, tricks, scratch, values[place])


@compiled
def _spread(
    games: StateRecords,
    chosen: NDArray[np.int64],
    learns: NDArray[np.bool_],
    tricks: int,
    scratch: Scratch,
    trials: Trials,
) -> int:
    """Make every legal play of some games in a copy of its own; how many copies there are."""
    count = 0
    for place in range(len(chosen)):
        game = games[chosen[place]]
        write_view(game, int(game.to_play), scratch.sight[0])
        team = team_of(game, game.to_play)
        seats = 0
        for seat in range(int(game.players)):
            both_learn = learns[chosen[place], seat] and learns[chosen[place], game.to_play]
            if both_learn or team_of(game, seat) == team:
                seats |= 1 << seat
        rest = legal(game)
        while rest != 0:
            trial = trials.plays[count]
            trial.position = place
            trial.action = lowest(rest)
            trial.team = team
            trial.last = int(game.tricks_begun) + tricks
            trial.policy_seats = seats
            trials.worlds[count] = game
            trials.worlds[count].single_deal = True
            play(trials.worlds[count], lowest(rest), scratch.no_decks)
            rest &= rest - 1
            count += 1
    return count


@compiled
def _to_policy(
    trials: Trials, scratch: Scratch, views: ViewRecords, waiting: NDArray[np.int64]
) -> int:
    """Play on until each world stops or the policy has a choice in it.

    Args:
        trials: n of them.
        scratch: its sight has the games' options.
        views: VIEW (n,), of those in which the policy has a choice; waiting: int64 (n,), which.

    Returns:
        How many those are.
    """
    count = 0
    for place in range(len(trials.worlds)):
        world, trial = trials.worlds[place], trials.plays[place]
        while not world.over and (world.plays_made > 0 or world.tricks_begun < trial.last):
            actions = legal(world)
            choice = actions & (actions - 1) != 0
            if choice and trial.policy_seats >> int(world.to_play) & 1 != 0:
                write_view(world, int(world.to_play), views[count])
                waiting[count] = place
                count += 1
                break
            play(world, heuristic_play(world, actions, scratch.sight[0]), scratch.no_decks)
    return count


@compiled
def _write_values(trials: Trials, scratch: Scratch, values: NDArray[np.float32]) -> None:
    """Write what the worlds, played on, are worth to the teams whose plays were tried."""
    for place in range(len(trials.worlds)):
        trial = trials.plays[place]
        values[trial.position, trial.action] = value_of(
            trials.worlds[place], trial.team, True, scratch.win_values, scratch.ladder
        )

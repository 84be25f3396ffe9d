"""Learning what every play would have come to, in the cards as they lay.

In each position met, every legal play is tried in the game itself, with the hands and the stock as
they are, and played on for a few tricks (rollouts: Tesauro and Galperin, NIPS 1996). All plays are
tried in the same cards, so that luck common to them cancels out. The network is shown only what the
seat may know: what it learns is the mean over all that could have lain hidden, each as likely as
the play so far makes it. That is what search works out at the table from sampled worlds; here it is
learned once for all positions, and from every play of a position, not only from the one made.

At first the rule-based player plays on; later the policy itself does, and so improves on itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from voormsi_agents.networks.inputs import Inputs
from voormsi_agents.networks.policies import ADAM, TeamPolicy
from voormsi_agents.networks.torch_threads import one_torch_thread
from voormsi_agents.search.rollouts import heuristic_play, make_plays
from voormsi_agents.search.trials import Scratch, make_scratch, try_in_world
from voormsi_agents.training.selfplay.reward_shaping import LadderPotential
from voormsi_agents.values.deal_value import value_of
from voormsi_env.actions import NUM_ACTIONS
from voormsi_env.engine.bits import lowest
from voormsi_env.engine.jit import compiled
from voormsi_env.engine.play import legal, play, settle_deck
from voormsi_env.engine.state import STATE, VIEW
from voormsi_env.engine.table import team_of
from voormsi_env.engine.view import write_view
from voormsi_env.games import Games
from voormsi_env.rules import Rules

BATCHES = 16
"""Gradient steps between two looks at the games."""
AT_ONCE = 256
"""Positions whose plays are played on side by side by the policy."""
SCORE = 0.05
"""The difference in chances to win that the network learns as a score of 1."""
LAST_RATE = 0.02
"""The learning rate falls to this part of the first."""
LONGEST_GRADIENT = 5.0


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


class Trials:
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
        self._room = make_scratch(rules)

    def collect(self, policy: TeamPolicy, wanted: int, by_policy: bool) -> Positions:
        """Meet positions in which there is a choice, at least as many as wanted.

        Args:
            policy: plays its seats by its best plays.
            wanted: how many.
            by_policy: let the policy play on for its seats and, in a game against the rule-based
                player, for the seats of the team whose play is tried; else the rule-based player
                plays on for all.
        """
        parts = []
        met = 0
        while met < wanted:
            parts.append(self._collect_here(policy, by_policy))
            met += len(parts[-1])
        return Positions(
            np.concatenate([part.rows for part in parts]),
            np.concatenate([part.values for part in parts]),
            np.concatenate([part.played for part in parts]),
            sum(part.plays for part in parts),
        )

    def _collect_here(self, policy: TeamPolicy, by_policy: bool) -> Positions:
        """The positions that the games are in now; they then go on by a play."""
        games = self._games
        chosen = np.flatnonzero(games.legal & (games.legal - 1))
        rows = self._inputs.of_games(games, chosen)
        values = np.full((len(chosen), NUM_ACTIONS), -np.inf, np.float32)
        rule_based = np.empty(len(chosen), np.int64)
        tricks = NOT_AT_ALL if by_policy else self._tricks
        _try_plays(games.states, chosen, tricks, self._room, values, rule_based)
        if by_policy:
            for start in range(0, len(chosen), AT_ONCE):
                part = slice(start, start + AT_ONCE)
                self._try_by_policy(policy, chosen[part], values[part])
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
        worlds = np.zeros(len(chosen) * NUM_ACTIONS, STATE)
        trials = np.zeros(len(worlds), TRIAL)
        records = self._games.states
        count = _spread(records, chosen, self._learns, self._tricks, self._room, worlds, trials)
        views = np.zeros(count, VIEW)
        waiting = np.zeros(count, np.int64)
        while open_worlds := _to_policy(worlds[:count], trials, self._room, views, waiting):
            rows = self._inputs.of_views(views[:open_worlds])
            best = best_actions(policy, rows, views["legal"][:open_worlds])
            make_plays(worlds, waiting[:open_worlds], best, self._room.no_decks)
        _judge(worlds[:count], trials, self._room, values)


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
    games: Any, chosen: Any, tricks: int, room: Scratch, values: Any, rule_based: Any
) -> None:
    """Write what the plays of games come to, and what the rule-based player would play."""
    for place in range(len(chosen)):
        game = games[chosen[place]]
        settle_deck(game)
        actions = legal(game)
        write_view(game, int(game.to_play), room.sight[0])
        rule_based[place] = heuristic_play(game, actions, room.sight[0])
        if tricks >= 0:
            team = team_of(game, game.to_play)
            whole_game = not game.single_deal
            room.games[0] = game
            room.games[0].single_deal = True
            try_in_world(room.games, team, whole_game, actions, tricks, room, values[place])


@compiled
def _spread(
    games: Any, chosen: Any, learns: Any, tricks: int, room: Scratch, worlds: Any, trials: Any
) -> int:
    """Make every legal play of some games in a copy of its own; how many copies there are."""
    count = 0
    for place in range(len(chosen)):
        game = games[chosen[place]]
        write_view(game, int(game.to_play), room.sight[0])
        team = team_of(game, game.to_play)
        seats = 0
        for seat in range(int(game.players)):
            both_learn = learns[chosen[place], seat] and learns[chosen[place], game.to_play]
            if both_learn or team_of(game, seat) == team:
                seats |= 1 << seat
        rest = legal(game)
        while rest != 0:
            trial = trials[count]
            trial.position = place
            trial.action = lowest(rest)
            trial.team = team
            trial.last = int(game.tricks_begun) + tricks
            trial.policy_seats = seats
            worlds[count] = game
            worlds[count].single_deal = True
            play(worlds[count], lowest(rest), room.no_decks)
            rest &= rest - 1
            count += 1
    return count


@compiled
def _to_policy(worlds: Any, trials: Any, room: Scratch, views: Any, waiting: Any) -> int:
    """Play on until each world stops or the policy has a choice in it.

    Args:
        worlds: STATE (n,). trials: TRIAL (n or more,).
        room: its sight has the games' options.
        views: VIEW (n,), of those in which the policy has a choice; waiting: int64 (n,), which.

    Returns:
        How many those are.
    """
    count = 0
    for place in range(len(worlds)):
        world = worlds[place]
        while not world.over and (world.plays_made > 0 or world.tricks_begun < trials[place].last):
            actions = legal(world)
            choice = actions & (actions - 1) != 0
            if choice and trials[place].policy_seats >> int(world.to_play) & 1 != 0:
                write_view(world, int(world.to_play), views[count])
                waiting[count] = place
                count += 1
                break
            play(world, heuristic_play(world, actions, room.sight[0]), room.no_decks)
    return count


@compiled
def _judge(worlds: Any, trials: Any, room: Scratch, values: Any) -> None:
    for place in range(len(worlds)):
        trial = trials[place]
        values[trial.position, trial.action] = value_of(
            worlds[place], trial.team, True, room.win_values, room.ladder
        )


class RolloutTargetLearner:
    """Teaches a policy what its trials show.

    Attributes:
        positions: how many it has learned from.
        optimizer: of all the policy's weights.
    """

    def __init__(
        self,
        policy: TeamPolicy,
        trials: Trials,
        batch_size: int,
        learning_rate: float,
        seed: int,
        potential: LadderPotential | None,
    ) -> None:
        """Make ready.

        Args:
            policy: changed in place.
            trials: meet the positions.
            batch_size: positions to a gradient step.
            learning_rate: of the first step; it falls in a straight line to `LAST_RATE` of it.
            seed: of the order.
            potential: as for reinforcement: the critic learns what is paid from a play to the end
                of its deal; None where nothing is paid before the game's end.
        """
        self.positions = 0
        self.optimizer = torch.optim.Adam(policy.parameters(), lr=learning_rate, **ADAM)
        self._policy = policy
        self._trials = trials
        self._batch_size = batch_size
        self._learning_rate = learning_rate
        self._rng = np.random.default_rng(seed)
        self._potential = potential

    def learn(
        self, done: Callable[[], float], by_policy_from: float
    ) -> Iterator[tuple[int, float, float]]:
        """Learn in rounds of `BATCHES` gradient steps.

        While the policy learns from a round, the next is played by the policy as it was before,
        on another core if there is one; so a round does not depend on the machine's speed.

        Args:
            done: the part of the work that is done, 0 to 1; at 1 it ends.
            by_policy_from: the part after which the policy itself plays on.

        Yields:
            After each round: plays made by all seats, the mean squared error of the scores, and
            the mean chance to win lost by the policy's best plays, in hindsight.
        """
        player = deepcopy(self._policy)
        wanted = BATCHES * self._batch_size
        with one_torch_thread(), ThreadPoolExecutor(1) as background:

            def begin() -> Any:
                player.load_state_dict(self._policy.state_dict())
                return background.submit(
                    self._trials.collect, player, wanted, done() >= by_policy_from
                )

            coming = begin()
            while done() < 1.0:
                met = coming.result()
                coming = begin()
                for group in self.optimizer.param_groups:
                    group["lr"] = self._learning_rate * max(LAST_RATE, 1.0 - done())
                error, lost = self._learn_from(met)
                self.positions += len(met)
                yield met.plays, error, lost

    def state(self) -> dict[str, Any]:
        """What `restore` needs to go on from here."""
        return {"positions": self.positions, "optimizer": self.optimizer.state_dict()}

    def restore(self, state: dict[str, Any]) -> None:
        """Go on from a state; the policy's weights are restored elsewhere."""
        self.positions = int(state["positions"])
        self.optimizer.load_state_dict(state["optimizer"])

    def _learn_from(self, met: Positions) -> tuple[float, float]:
        self._policy.set_training_mode(True)
        errors, losses = [], []
        order = self._rng.permutation(len(met))
        for batch in np.array_split(order, max(1, len(met) // self._batch_size)):
            rows = torch.from_numpy(met.rows[batch]).float()
            values = torch.from_numpy(met.values[batch])
            visible = rows[:, : self._policy.inputs.visible]
            scores = self._policy.scores(visible)
            error = score_error(scores, values)
            critic_error = (
                (self._policy.predict_values(rows)[:, 0] - self._returns(met, batch)) ** 2
            ).mean()
            self.optimizer.zero_grad()
            (error + critic_error).backward()  # type: ignore[no-untyped-call]
            torch.nn.utils.clip_grad_norm_(self._policy.parameters(), LONGEST_GRADIENT)
            self.optimizer.step()
            errors.append(error.item())
            losses.append(lost_by_best(scores.detach(), values))
        return float(np.mean(errors)), float(np.mean(losses))

    def _returns(self, met: Positions, batch: NDArray[np.int64]) -> torch.Tensor:
        """What the plays made are worth from there on, on the scale of the reward, float32 (n,)."""
        teams = self._policy.inputs.rules.teams
        worth = (teams * met.played[batch] - 1.0) / (teams - 1)
        if self._potential is not None:
            worth -= self._potential.of_observations(met.rows[batch])
        return torch.from_numpy(worth)


def score_error(scores: torch.Tensor, values: torch.Tensor) -> torch.Tensor:
    """The squared error of the scores of legal plays, of which only differences count.

    Args:
        scores: (n, 15), of a policy.
        values: (n, 15), chances to win, minus infinity for plays that are not legal.
    """
    legal_plays = values > -np.inf
    count = legal_plays.sum(1, keepdim=True)

    def level(numbers: torch.Tensor) -> torch.Tensor:
        kept = torch.where(legal_plays, numbers, 0.0)
        return torch.where(legal_plays, numbers - kept.sum(1, keepdim=True) / count, 0.0)

    return ((level(scores) - level(values) / SCORE) ** 2).sum(1).mean()


def lost_by_best(scores: torch.Tensor, values: torch.Tensor) -> float:
    """The mean chance to win lost by the best-scored plays, as the trials went."""
    chosen = torch.where(values > -np.inf, scores, -np.inf).argmax(1, keepdim=True)
    return float((values.max(1).values - values.gather(1, chosen)[:, 0]).mean())

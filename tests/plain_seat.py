"""One seat among random agents, played a move at a time: the slow and plain course of the games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from voormsi_agents.baselines.random import RandomAgent
from voormsi_agents.matches.lockstep import decision_key
from voormsi_agents.seat_envs.seat_games import SeatGames
from voormsi_agents.seat_envs.slots import AGENTS_STREAM
from voormsi_env import Game
from voormsi_env.engine.randomness import combine, game_seed
from voormsi_env.engine.state import VIEW
from voormsi_env.observation import encode

RANDOM = {"teammate": "random", "opponents": "random"}
"""Options: nobody thinks."""
MIXED: dict[str, Any] = {
    "seat": "random",
    "teammate": ["random", "greedy"],
    "opponents": {"random": 1, "greedy": 2},
    "episode": "deal",
    "start_scores": "random",
}
"""Options: all that can be drawn is."""


@dataclass
class Transition:
    """What one step of the learner brings him."""

    reward: float
    terminated: bool
    truncated: bool
    observation: Any
    mask: Any
    last_mover: int


def choice_of(mask: Any, number: int) -> int:
    """The learner of these tests: the legal actions in turn."""
    legal = np.flatnonzero(mask)
    return int(legal[number % len(legal)])


class PlainSeat:
    """One slot of `SeatGames` with random agents, played a move at a time with `Game`."""

    def __init__(self, seed: int, seat: int, **options: Any) -> None:
        self.seed = seed
        self.seat = seat
        self.reward = options.pop("reward", "outcome")
        self.options = options
        self.games_begun = 0
        self.passed_over = 0

    def begin(self) -> Transition:
        while True:
            number = self.games_begun
            self.games_begun += 1
            seed = self.seed if number == 0 else game_seed(self.seed, number)
            self.game = Game(seed=seed, **self.options)
            mover = self.let_agents_play()
            if not self.game.over:
                return self.look(0.0, mover)
            self.passed_over += 1

    def step(self, action: int) -> Transition:
        before = self.game.scores
        self.game.play_action(action)
        mover = self.let_agents_play(self.seat)
        return self.look(self.worth(before), mover)

    def let_agents_play(self, mover: int = -1) -> int:
        agent = RandomAgent()
        while not self.game.over and self.game.to_play != self.seat:
            assert self.game.to_play is not None
            mover = self.game.to_play
            key = decision_key(
                combine(self.seed, AGENTS_STREAM), self.games_begun - 1, int(self.game.state.ply)
            )
            views = np.zeros(1, VIEW)
            views[0] = self.game.view(mover)
            self.game.play_action(int(agent.act(views, np.array([key]))[0]))
        return mover

    def worth(self, before: list[int]) -> float:
        game, teams = self.game, self.game.rules.teams
        own = game.rules.team_of(self.seat)
        if self.reward == "points":
            changes = [after - score for after, score in zip(game.scores, before, strict=True)]
            others = (sum(changes) - changes[own]) / (teams - 1)
            return (changes[own] - others) / game.rules.points_to_win
        if not game.winners:
            return 0.0
        share = 1 / len(game.winners) if own in game.winners else 0.0
        return (teams * share - 1) / (teams - 1)

    def look(self, reward: float, mover: int) -> Transition:
        game = self.game
        views = np.zeros(1, VIEW)
        views[0] = game.view(self.seat)
        mask = np.zeros(15, np.int8)
        mask[game.legal_actions()] = 1
        truncated = game.reason == "truncated"
        return Transition(
            reward,
            game.over and not truncated,
            truncated,
            encode(views, game.rules)[0],
            mask,
            mover,
        )


def trajectory(games: SeatGames, steps: int = 40) -> list[Any]:
    """What the learner of these tests sees of some steps."""
    seen: list[Any] = [games.observations]
    for number in range(steps):
        games.step([choice_of(mask, number) for mask in games.masks])
        seen += [games.observations, games.masks, games.rewards, games.terminated, games.seats]
    return seen

"""A learned policy with search on top."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from voormsi_agents.networks.checkpoint_agent import CheckpointAgent
from voormsi_agents.search.pimc import PimcAgent
from voormsi_agents.search.rollouts import make_plays
from voormsi_agents.search.trials import Race, Scratch
from voormsi_agents.search.worlds import draw_world
from voormsi_agents.values.deal_value import value_of
from voormsi_env.actions import NUM_ACTIONS, legal_actions
from voormsi_env.engine.jit import compiled
from voormsi_env.engine.play import play
from voormsi_env.engine.randomness import combine
from voormsi_env.engine.state import STATE, VIEW
from voormsi_env.engine.view import write_view
from voormsi_env.rules import Rules

ROLLOUTS = ("policy", "heuristic")


class PolicySearchAgent(PimcAgent):
    """PIMC that begins with what a learned policy thinks, and lets it play the worlds on."""

    name = "search"

    def __init__(
        self,
        rules: Rules,
        checkpoint: str = "champion",
        worlds: int = 128,
        ms: float = 0.0,
        tricks: int = 1,
        prior: float = 16.0,
        temperature: float = 0.01,
        rollout: str = "policy",
        endings: int = 2,
        threads: int = 1,
    ) -> None:
        """Make ready.

        Args:
            rules: of the games it will play.
            checkpoint: the policy, as `checkpoint:` takes it.
            worlds, ms, tricks: as for `PimcAgent`.
            prior: how many worlds the policy's own opinion counts as much as.
            temperature: how much better, in chances to win, the policy is taken to think a play
                that it makes e times as often as another.
            rollout: who plays the worlds on, the policy itself or the heuristic player, who is
                many times quicker.
            endings, threads: as for `PimcAgent`, where the heuristic player plays on; the policy
                plays on in all worlds at once.
        """
        super().__init__(rules, worlds, ms, tricks, prior, endings, threads)
        if not 0.0 <= temperature < float("inf"):
            raise ValueError(f"temperature is {temperature}; allowed are numbers from 0")
        if rollout not in ROLLOUTS:
            raise ValueError(f"rollout is {rollout!r}; allowed are {', '.join(ROLLOUTS)}")
        self._policy = CheckpointAgent(rules, checkpoint)
        self._temperature = temperature
        self._policy_plays = rollout == "policy"

    def _priors(self, views: NDArray[np.void]) -> NDArray[np.float64]:
        return self._temperature * self._policy.scores_of_views(views).astype(np.float64)

    def _try(
        self, views: NDArray[np.void], row: int, key: int, race: Race, worlds: int
    ) -> NDArray[np.float64]:
        if not self._policy_plays:
            return super()._try(views, row, key, race, worlds)
        room = self._rooms[0]
        actions = np.array(legal_actions(race.alive), np.int64)
        games = np.zeros(worlds * len(actions), STATE)
        _draw(views, row, key, race.worlds, actions, room, games)
        sights = np.zeros(len(games), VIEW)
        rows = np.zeros(len(games), np.int64)
        last = games["tricks_begun"] + self._tricks_on(views, row)
        while waiting := _gather(games, last, sights, rows):
            plays = self._policy.act(sights[:waiting], rows[:waiting])
            make_plays(games, rows[:waiting], plays, room.no_decks)
        values = np.empty((worlds, NUM_ACTIONS))
        whole_game = not views["single_deal"][row]
        _judge(games, actions, whole_game, room, values)
        return values


@compiled
def _draw(
    views: Any, row: int, key: int, first: int, actions: Any, room: Scratch, games: Any
) -> None:
    """Draw worlds from number `first` on, and make each of the actions in a copy of each."""
    for index in range(len(games) // len(actions)):
        draw_world(
            views[row], room.knowledge[0], room.base[0], combine(key, first + index), room.games, 0
        )
        room.games[0].single_deal = True
        for number in range(len(actions)):
            place = index * len(actions) + number
            games[place] = room.games[0]
            play(games[place], actions[number], room.no_decks)


@compiled
def _gather(games: Any, last: Any, sights: Any, rows: Any) -> int:
    """Write the VIEWs of the games that go on, and which games they are; how many.

    A game goes on until a trick beyond number `last` would begin.
    """
    waiting = 0
    for place in range(len(games)):
        game = games[place]
        if not game.over and (game.plays_made > 0 or game.tricks_begun < last[place]):
            write_view(game, int(game.to_play), sights[waiting])
            rows[waiting] = place
            waiting += 1
    return waiting


@compiled
def _judge(games: Any, actions: Any, whole_game: bool, room: Scratch, values: Any) -> None:
    for place in range(len(games)):
        values[place // len(actions), actions[place % len(actions)]] = value_of(
            games[place], 0, whole_game, room.win_values, room.ladder
        )

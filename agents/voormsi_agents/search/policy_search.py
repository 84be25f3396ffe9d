"""A learned policy with search on top."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from voormsi_agents.networks.checkpoint_agent import CheckpointAgent
from voormsi_agents.search.limits import checked_weight
from voormsi_agents.search.pimc import PimcAgent
from voormsi_agents.search.race import Race
from voormsi_agents.search.rollouts import make_plays
from voormsi_agents.search.trials import Scratch
from voormsi_agents.search.worlds import draw_world
from voormsi_agents.values.deal_value import value_of
from voormsi_env.actions import NUM_ACTIONS, legal_actions
from voormsi_env.aliases import StateRecords, ViewRecords
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
        endgame: int = 2,
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
            endgame, threads: as for `PimcAgent`, where the heuristic player plays on; the policy
                plays on in all worlds at once.
        """
        super().__init__(rules, worlds, ms, tricks, prior, endgame, threads)
        if rollout not in ROLLOUTS:
            raise ValueError(f"rollout is {rollout!r}; allowed are {', '.join(ROLLOUTS)}")
        self._policy = CheckpointAgent(rules, checkpoint)
        self._temperature = checked_weight("temperature", temperature)
        self._policy_plays = rollout == "policy"

    def _priors(self, views: ViewRecords) -> NDArray[np.float64]:
        return self._temperature * self._policy.scores_of_views(views).astype(np.float64)

    def _values_in_worlds(
        self, views: ViewRecords, row: int, key: int, race: Race, worlds: int
    ) -> NDArray[np.float64]:
        if not self._policy_plays:
            return super()._values_in_worlds(views, row, key, race, worlds)
        scratch = self._scratches[0]
        actions = np.array(legal_actions(race.alive), np.int64)
        games = np.zeros(worlds * len(actions), STATE)
        _begin_rollouts(key, race.worlds, actions, scratch, games)
        sights = np.zeros(len(games), VIEW)
        rows = np.zeros(len(games), np.int64)
        last = games["tricks_begun"] + self._tricks_on(views, row)
        while waiting := _collect_decisions(games, last, sights, rows):
            plays = self._policy.act(sights[:waiting], rows[:waiting])
            make_plays(games, rows[:waiting], plays, scratch.no_decks)
        values = np.empty((worlds, NUM_ACTIONS))
        _write_values(games, actions, scratch, values)
        return values


@compiled
def _begin_rollouts(
    key: int, first: int, actions: NDArray[np.int64], scratch: Scratch, games: StateRecords
) -> None:
    """Draw worlds from number `first` on, and make each of the actions in a copy of each.

    Args:
        key: random number that the worlds follow from.
        actions: int64 (m,). scratch: the view has been read by `look`.
        games: STATE (worlds * m,), overwritten: the copies of a world side by side.
    """
    for index in range(len(games) // len(actions)):
        draw_world(
            scratch.own_view[0], scratch.sampler, combine(key, first + index), scratch.games, 0
        )
        scratch.games[0].single_deal = True
        for number in range(len(actions)):
            place = index * len(actions) + number
            games[place] = scratch.games[0]
            play(games[place], actions[number], scratch.no_decks)


@compiled
def _collect_decisions(
    games: StateRecords, last: NDArray[np.int8], sights: ViewRecords, rows: NDArray[np.int64]
) -> int:
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
def _write_values(
    games: StateRecords, actions: NDArray[np.int64], scratch: Scratch, values: NDArray[np.float64]
) -> None:
    """Write what the games that `_begin_rollouts` began have come to, float64 (worlds, 15)."""
    whole_game = not scratch.own_view[0].single_deal
    for place in range(len(games)):
        values[place // len(actions), actions[place % len(actions)]] = value_of(
            games[place], 0, whole_game, scratch.win_values, scratch.ladder
        )

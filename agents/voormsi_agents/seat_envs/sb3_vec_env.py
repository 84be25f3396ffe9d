"""Sb3VecEnv: N games in which one seat learns, as a Stable-Baselines3 vector environment."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any, Unpack

import numpy as np
from gymnasium import Wrapper
from gymnasium.spaces import Discrete
from numpy.typing import NDArray
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env import VecEnv
from stable_baselines3.common.vec_env.base_vec_env import VecEnvIndices, VecEnvStepReturn

from voormsi_agents.seat_envs.options import SeatKeywords
from voormsi_agents.seat_envs.seat_env import observation_space, refuse_options, result_info
from voormsi_agents.seat_envs.seat_games import Result, SeatGames
from voormsi_env.actions import NUM_ACTIONS
from voormsi_env.rules import Rules
from voormsi_env.seeds import checked_seed


class Sb3VecEnv(VecEnv):
    """N games of `SeatEnv`, stepped together, for `MaskablePPO` and its kin.

    `MaskablePPO("MlpPolicy", Sb3VecEnv(64, opponents="heuristic"))`. The masks of all games are
    served at once. Infos are empty but for games that ended; theirs hold `terminal_observation`,
    `TimeLimit.truncated`, `episode` (as `Monitor` gives it, so no Monitor is needed),
    `is_success` (the learner's team won) and the fields of `seat_games.Result` that
    describe the game.
    """

    def __init__(
        self,
        num_envs: int,
        rules: Rules | Mapping[str, Any] | None = None,
        **options: Unpack[SeatKeywords],
    ) -> None:
        """Make the environment; `reset` deals.

        Args:
            num_envs: how many games, 1 or more.
            rules: `Rules` or a mapping of their options; the game of four when None.
            options: see `SeatOptions`.

        Raises:
            TypeError: there is no such option.
            ValueError: an argument has a value that is not allowed.
        """
        self.games = SeatGames(num_envs, rules, **options)
        self.render_mode = None
        self._seed: int | None = None
        self._actions: NDArray[np.int64] = np.zeros(num_envs, np.int64)
        self._began = time.time()
        super().__init__(num_envs, observation_space(self.games), Discrete(NUM_ACTIONS))

    def seed(self, seed: int | None = None) -> Sequence[int | None]:
        """Let the next `reset` deal what a seed says; None takes a seed back."""
        self._seed = None if seed is None else checked_seed(seed)
        return [self._seed] * self.num_envs

    def reset(self) -> NDArray[np.int8]:
        """Deal every slot a game; what all see at once, int8 (n, size)."""
        for options in self._options:
            refuse_options(options)
        self.games.reset(self._seed)
        self._seed = None
        return self.games.observations

    def step_async(self, actions: NDArray[np.int64]) -> None:
        """Take note of the actions for `step_wait`."""
        self._actions = actions

    def step_wait(self) -> VecEnvStepReturn:
        """Make the learner's action in each game and let the agents play until he decides again."""
        games = self.games
        games.step(self._actions)
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        ended = games.ended()
        if len(ended):
            finals = zip(ended, games.final_observations(), games.results(), strict=True)
            for slot, observation, result in finals:
                infos[slot] = self._final_info(observation, result)
        return games.observations, games.rewards, games.terminated | games.truncated, infos

    def action_masks(self) -> NDArray[np.int8]:
        """int8 (n, 15): 1 for each legal action."""
        return self.games.masks

    def env_method(
        self,
        method_name: str,
        *method_args: Any,
        indices: VecEnvIndices = None,
        **method_kwargs: Any,
    ) -> list[Any]:
        """`env_method("action_masks")`: the mask of each game. There is no other method."""
        if method_name != "action_masks" or method_args or method_kwargs:
            raise AttributeError(
                f"the games of {type(self).__name__} have no method {method_name!r} with such "
                "arguments; allowed is action_masks without any"
            )
        return list(self.games.masks[self._chosen(indices)])

    def get_attr(self, attr_name: str, indices: VecEnvIndices = None) -> list[Any]:
        """An attribute of this object, once for each game."""
        return [getattr(self, attr_name)] * len(self._chosen(indices))

    def set_attr(self, attr_name: str, value: Any, indices: VecEnvIndices = None) -> None:
        """Refused: the games are rows of shared arrays and have no attributes of their own."""
        raise AttributeError(
            f"attribute {attr_name!r} cannot be set: the games of {type(self).__name__} have no "
            "attributes of their own; make another one"
        )

    def env_is_wrapped(
        self, wrapper_class: type[Wrapper[Any, Any, Any, Any]], indices: VecEnvIndices = None
    ) -> list[bool]:
        """Whether the games do what a wrapper does: they report episodes as `Monitor` does."""
        return [wrapper_class is Monitor] * len(self._chosen(indices))

    def close(self) -> None:
        """Nothing is held open."""

    def _chosen(self, indices: VecEnvIndices) -> NDArray[np.int64]:
        return np.fromiter(self._get_indices(indices), np.int64)

    def _final_info(self, observation: NDArray[np.int8], result: Result) -> dict[str, Any]:
        return {
            "terminal_observation": observation,
            "TimeLimit.truncated": result.reason == "truncated",
            "episode": {
                "r": round(result.episode_return, 6),
                "l": result.episode_length,
                "t": round(time.time() - self._began, 6),
            },
            "is_success": result.won,
            **result_info(result),
        }

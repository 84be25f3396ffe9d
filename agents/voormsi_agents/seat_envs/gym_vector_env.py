"""GymVectorEnv: N games in which one seat learns, as a Gymnasium vector environment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Unpack

import numpy as np
from gymnasium.spaces import Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from voormsi_agents.seat_envs.options import SeatKeywords
from voormsi_agents.seat_envs.seat_env import (
    RENDER_MODES,
    checked_render_mode,
    observation_space,
    refuse_options,
    result_info,
    slot_text,
)
from voormsi_agents.seat_envs.seat_games import SeatGames
from voormsi_env.actions import NUM_ACTIONS
from voormsi_env.rules import Rules
from voormsi_env.seeds import checked_seed

Infos = dict[str, Any]


class GymVectorEnv(VectorEnv[NDArray[np.int8], NDArray[np.int64], NDArray[Any]]):
    """N games of `SeatEnv`, stepped together.

    `gymnasium.make_vec("voormsi/Seat-v0", num_envs=64)`, once `voormsi_env` is imported. A slot
    begins its next game in the step that ends one (`AutoresetMode.SAME_STEP`); the end of the
    old one is then in `infos["final_obs"]` and `infos["final_info"]`. The masks of all slots, int8
    (n, 15), are in `infos["action_mask"]` and `action_masks()`.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  # the kind that Gymnasium declares
        "render_modes": RENDER_MODES,
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }

    def __init__(
        self,
        num_envs: int = 1,
        rules: Rules | Mapping[str, Any] | None = None,
        *,
        render_mode: str | None = None,
        **options: Unpack[SeatKeywords],
    ) -> None:
        """Make the environment; `reset` deals.

        Args:
            num_envs: how many games, 1 or more.
            rules, render_mode, options: as for `SeatEnv`.

        Raises:
            TypeError, ValueError: as for `SeatEnv`.
        """
        self.render_mode = checked_render_mode(render_mode)
        self.games = SeatGames(num_envs, rules, **options)
        self.num_envs = len(self.games)
        self.single_observation_space = observation_space(self.games)
        self.single_action_space = Discrete(NUM_ACTIONS)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int8], Infos]:
        """Deal every slot a game: those that the seed says, or the next ones when it is None."""
        refuse_options(options)
        checked = None if seed is None else checked_seed(seed)
        super().reset(seed=checked)
        self.games.reset(checked)
        return self.games.observations, self._infos()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[NDArray[np.int8], NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], Infos]:
        """Make the learner's action in each game and let the agents play until he decides again."""
        games = self.games
        games.step(actions)
        infos = self._infos()
        self._add_finals(infos)
        return games.observations, games.rewards, games.terminated, games.truncated, infos

    def action_masks(self) -> NDArray[np.int8]:
        """int8 (n, 15): 1 for each legal action."""
        return self.games.masks.copy()

    def render(self) -> tuple[str, ...] | None:
        """Each game as the learner sees it, as text; None without a render mode."""
        if self.render_mode != "ansi":
            return None
        return tuple(slot_text(self.games, slot) for slot in range(self.num_envs))

    def _infos(self) -> Infos:
        return {
            "action_mask": self.action_masks(),
            "_action_mask": np.ones(self.num_envs, np.bool_),
        }

    def _add_finals(self, infos: Infos) -> None:
        """Say how games ended that did, as Gymnasium's own vector environments say it."""
        rows = self.games.ended()
        if len(rows) == 0:
            return
        no_actions = np.zeros(NUM_ACTIONS, np.int8)
        final_infos = [
            {"action_mask": no_actions, **result_info(result)} for result in self.games.results()
        ]
        columns: Infos = {}
        for name in final_infos[0]:
            columns[name] = _column(self.num_envs, rows, [info[name] for info in final_infos])
            columns[f"_{name}"] = _flags(self.num_envs, rows)
        infos["final_obs"] = np.full(self.num_envs, None, object)
        for slot, observation in zip(rows, self.games.final_observations(), strict=True):
            infos["final_obs"][slot] = observation
        infos["final_info"] = columns
        infos["_final_obs"] = _flags(self.num_envs, rows)
        infos["_final_info"] = _flags(self.num_envs, rows)


def _flags(n: int, rows: NDArray[np.int64]) -> NDArray[np.bool_]:
    flags = np.zeros(n, np.bool_)
    flags[rows] = True
    return flags


def _column(n: int, rows: NDArray[np.int64], values: list[Any]) -> NDArray[Any]:
    """The values of some rows among n, as `VectorEnv._add_info` would lay them out."""
    if isinstance(values[0], np.ndarray):
        column = np.zeros((n, *values[0].shape), values[0].dtype)
    elif isinstance(values[0], bool | int):
        column = np.zeros(n, type(values[0]))
    else:
        column = np.full(n, None, object)
    for slot, value in zip(rows, values, strict=True):
        column[slot] = value
    return column

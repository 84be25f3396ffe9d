"""SeatEnv: one game in which one seat learns, as a Gymnasium environment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Unpack

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Discrete
from numpy.typing import NDArray

from voormsi_agents.seat_envs.options import SeatKeywords
from voormsi_agents.seat_envs.seat_games import Result, SeatGames
from voormsi_env.actions import NUM_ACTIONS
from voormsi_env.render.text import game_text
from voormsi_env.rules import Rules
from voormsi_env.seeds import checked_seed

RENDER_MODES = ["ansi"]


class SeatEnv(gymnasium.Env[NDArray[Any], np.int64]):
    """One seat of the game learns; agents fill the others.

    `gymnasium.make("voormsi/Seat-v0", teammate="heuristic", opponents="random")`, once
    `voormsi_env` is imported. A step runs from the learner's action to his next decision; the
    observation is the flat 0/1 vector of `voormsi_env.observation`, and both `info["action_mask"]`
    and `action_masks()` say which actions are legal. At the end the info holds the fields of
    `seat_games.Result` that describe the game.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  # the kind that Gymnasium declares
        "render_modes": RENDER_MODES,
        "render_fps": 1,
    }

    def __init__(
        self,
        rules: Rules | Mapping[str, Any] | None = None,
        *,
        render_mode: str | None = None,
        **options: Unpack[SeatKeywords],
    ) -> None:
        """Make the environment; `reset` deals.

        Args:
            rules: `Rules` or a mapping of their options; the game of four when None.
            render_mode: `"ansi"`, or None.
            options: see `SeatOptions`.

        Raises:
            TypeError: there is no such option.
            ValueError: an argument has a value that is not allowed.
        """
        self.render_mode = checked_render_mode(render_mode)
        self.games = SeatGames(1, rules, auto_reset=False, **options)
        self.observation_space = observation_space(self.games)
        self.action_space = Discrete(NUM_ACTIONS)
        self._over = True

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int8], dict[str, Any]]:
        """Deal a game: the one that the seed says, or the next one when it is None."""
        refuse_options(options)
        checked = None if seed is None else checked_seed(seed)
        super().reset(seed=checked)
        self.games.reset(seeds=None if checked is None else [checked])
        self._over = False
        return self.games.observations[0], self._info()

    def step(
        self, action: np.int64 | int
    ) -> tuple[NDArray[np.int8], float, bool, bool, dict[str, Any]]:
        """Make the learner's action and let the agents play until he decides again."""
        if self._over:
            raise gymnasium.error.ResetNeeded("the game is over; reset comes before the next step")
        games = self.games
        games.step(np.asarray([action]))
        terminated, truncated = bool(games.terminated[0]), bool(games.truncated[0])
        self._over = terminated or truncated
        info = self._info()
        if self._over:
            info.update(result_info(games.results()[0]))
        return games.observations[0], float(games.rewards[0]), terminated, truncated, info

    def action_masks(self) -> NDArray[np.int8]:
        """int8 (15,): 1 for each legal action, as sb3-contrib asks for it."""
        mask: NDArray[np.int8] = self.games.masks[0].copy()
        return mask

    def render(self) -> str | None:
        """The game as the learner sees it, as text; None without a render mode."""
        return slot_text(self.games, 0) if self.render_mode == "ansi" else None

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks()}


def observation_space(games: SeatGames) -> Box:
    """The space of one game's observations."""
    return Box(0, 1, (games.layout.size,), np.int8)


def checked_render_mode(render_mode: str | None) -> str | None:
    """A render mode given by a user.

    Raises:
        ValueError: there is no such mode.
    """
    if render_mode is not None and render_mode not in RENDER_MODES:
        raise ValueError(
            f"render_mode is {render_mode!r}; allowed are {', '.join(RENDER_MODES)} and None"
        )
    return render_mode


def refuse_options(options: dict[str, Any] | None) -> None:
    """Raise ValueError when `reset` is given options: there are none."""
    if options:
        raise ValueError(f"reset has no options; given were {', '.join(map(str, options))}")


def result_info(result: Result) -> dict[str, Any]:
    """What the last info of an episode says of the game."""
    return {
        "reason": result.reason,
        "winners": result.winners,
        "won": result.won,
        "scores": result.scores,
        "deals": result.deals,
        "seat": result.seat,
        "teammate": result.teammate,
        "opponents": result.opponents,
    }


def slot_text(games: SeatGames, slot: int) -> str:
    """A game as text, as far as the learner sees it."""
    return game_text(games.states[slot], int(games.seats[slot]))

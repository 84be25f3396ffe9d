"""The class of the PettingZoo AEC environment, which `aec.py` makes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils.env import AECIterable

from voormsi_env.actions import NUM_ACTIONS
from voormsi_env.aec_options import (
    RENDER_MODES,
    ObservationKind,
    OnIllegal,
    RenderMode,
    Reward,
    require_choices,
)
from voormsi_env.aec_spaces import (
    SET_BY_RESET,
    Observation,
    all_have_left,
    info_of_end,
    observation_space,
)
from voormsi_env.aec_step import (
    BEGIN,
    ILLEGAL,
    LOOK,
    OVER,
    REWARDED,
    SEAT_BITS,
    advance,
    new_workspace,
    part_of,
    reveal,
)
from voormsi_env.aec_turns import Turns
from voormsi_env.aliases import Action
from voormsi_env.engine.play import lose_game
from voormsi_env.engine.rewards import REWARDS
from voormsi_env.engine.state import NO_DECKS, REASON_FORFEIT, REASON_TRUNCATED
from voormsi_env.episode import (
    Episode,
    StartScores,
    blank_games,
    deck_array,
    start_records,
)
from voormsi_env.errors import IllegalPlayError
from voormsi_env.full_state import state_layout_of
from voormsi_env.illegal import describe_illegal, whole_number
from voormsi_env.observation import Layout, layout_of
from voormsi_env.render.text import game_text
from voormsi_env.rules import Rules
from voormsi_env.seeds import checked_seed, fresh_seed
from voormsi_env.sequence import sequences


class VoormsiEnv(AECEnv):  # type: ignore[misc]  # PettingZoo carries no types
    """Voormsi for two, three or four agents, `player_0` to `player_3`, clockwise.

    An agent's team is its number modulo `rules.teams`. What an agent observes is a dict of
    `observation`, int8 (size,), 0 and 1 (`observation.FIELDS` names its entries), and
    `action_mask`, int8 (15,): all 0 when another seat is to move. When the game has ended, the
    mask of the agent selected is all 1: it can only step None, and nothing is left to mask. With
    `observation="sequence"` there is also `plays`, int8 (36, 3), the cards played in the deal in
    their order, a row each (`sequence.COLUMNS`), padded with -1.

    Copy, deepcopy and pickle go on identically. Nothing touches global random state.

    Attributes:
        rules: how the game is played.
        possible_agents: the agents of a game, by seat.
        state_space: where `state()` lies.
        render_mode: see `env`.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  # the name and kind that PettingZoo expects
        "name": "voormsi_v0",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        rules: Rules | Mapping[str, Any] | None,
        episode: Episode,
        reward: Reward,
        start_scores: StartScores,
        max_deals: int,
        illegal: OnIllegal,
        observation: ObservationKind,
        render_mode: RenderMode | None,
    ) -> None:
        """Made by `env` and `raw_env`, which explain the arguments."""
        super().__init__()
        require_choices(reward, illegal, observation, render_mode)
        self.rules = Rules.given(rules)
        self.render_mode = render_mode
        self._start_scores = start_scores
        start_records([0], self.rules, start_scores=start_scores)  # refuses bad scores now
        self._raises = illegal == "raise"
        layout = self.layout
        self._workspace = new_workspace(layout.starts)
        self._part("game")[:] = blank_games(1, self.rules, episode, max_deals)
        self._part("reward_kind")[:] = REWARDS.index(reward)
        self._decks = NO_DECKS
        self._seed: int | None = None
        self._games_begun = 0

        self._observation = np.zeros(layout.size, np.int8)
        self._mask = np.zeros(NUM_ACTIONS, np.int8)
        self._has_plays = observation == "sequence"
        self._observed: str | None = None  # whose observation and mask these are
        self._has_rewards = False
        self._has_moved = False

        self.possible_agents = [f"player_{seat}" for seat in range(self.rules.players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {
            agent: observation_space(layout, self._has_plays) for agent in self._seats
        }
        self.action_spaces = {agent: Discrete(NUM_ACTIONS) for agent in self._seats}
        self.state_space = Box(0, 1, (self.state_layout.size,), np.int8)

    @property
    def layout(self) -> Layout:
        """Which entries of an observation say what."""
        return layout_of(self.rules)

    @property
    def state_layout(self) -> Layout:
        """Which entries of the full state say what."""
        return state_layout_of(self.rules)

    def observation_space(self, agent: str) -> Dict:
        """Where the observations of an agent lie."""
        self._seat_of(agent)
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """The 15 actions (see `actions.py`)."""
        self._seat_of(agent)
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Deal a new game.

        Args:
            seed: fixes this game, and all that later resets without a seed will deal. Without a
                seed the next game of the series is dealt; the first series has a fresh seed.
            options: for this game only: `start_scores` as for `env`; `decks`, the decks of its
                first deals, each 36 cards by name or number in the order they leave the pack;
                `first_dealer`, a seat. Other keys are ignored, as PettingZoo's own tests expect.

        Raises:
            ValueError: the seed or an option has a value that is not allowed; nothing has changed.
        """
        chosen = {} if options is None else options
        series, begun = self._series_of(seed)
        first_dealer = chosen.get("first_dealer")
        start = start_records(
            [series],
            self.rules,
            None if first_dealer is None else [first_dealer],
            chosen.get("start_scores", self._start_scores),
        )
        start["episode"] = begun
        self._decks = deck_array(chosen.get("decks", ()))
        self._seed, self._games_begun = series, begun + 1

        self._part("start")[:] = start
        seat = advance(self._workspace, self._decks, BEGIN, 0, self._observation, self._mask)
        self.agents = self.possible_agents[:]
        self.agent_selection = self._observed = self.possible_agents[seat]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._has_rewards = False
        self._after_move()

    def step(self, action: Any) -> None:
        """Make the play of the agent selected; or, when the game has ended, let it leave.

        Args:
            action: a whole number from 0 to 14, legal by the mask; None for an agent whose game
                has ended.

        Raises:
            IllegalPlayError: the action is no whole number; or it is not legal and `illegal` is
                `"raise"`. Nothing has changed.
            ValueError: an action other than None for an agent whose game has ended.
            GameOverError: all agents have left.
        """
        agent = self.agent_selection
        if self.terminations.get(agent, True) or self.truncations[agent]:
            self._leave(agent, action)
            return
        chosen = action if type(action) is int else whole_number(agent, action, self._mask)
        outcome = ILLEGAL
        if 0 <= chosen < NUM_ACTIONS:
            outcome = advance(
                self._workspace, self._decks, chosen, 0, self._observation, self._mask
            )
        if outcome == ILLEGAL:
            self._refuse(agent, chosen)
            return
        self._cumulative_rewards[agent] = 0.0
        if self._has_rewards:
            self._clear_rewards()
        if outcome & REWARDED:
            self._reward_teams(self._part("rewards").tolist())
        if outcome & OVER:
            self._end_game()
        else:
            self.agent_selection = self._observed = self.possible_agents[outcome & SEAT_BITS]
        self._after_move()

    def observe(self, agent: str) -> Observation:
        """What an agent sees now, in new arrays; any seat may be asked about at any time."""
        if agent == self._observed and not self._has_plays:
            return {"observation": self._observation.copy(), "action_mask": self._mask.copy()}
        observation, mask = self._look(agent)
        if self._observed is None and agent == self.agent_selection and agent in self.agents:
            mask[:] = 1
        seen = {"observation": observation, "action_mask": mask}
        if self._has_plays:
            seen["plays"] = sequences(self._part("seen"))[0]
        return seen

    def last(
        self, observe: bool = True
    ) -> tuple[Observation | None, float, bool, bool, dict[str, Any]]:
        """Of the agent selected: observation (None unless `observe`), the reward since its last
        step, termination, truncation, info.

        Raises:
            GameOverError: all agents have left.
        """
        agent = self.agent_selection
        try:
            return (
                self.observe(agent) if observe else None,
                self._cumulative_rewards[agent],
                self.terminations[agent],
                self.truncations[agent],
                self.infos[agent],
            )
        except KeyError:
            raise all_have_left() from None

    def view(self, agent: str) -> NDArray[np.void]:
        """What an agent may know, as VIEW (1,): what players of the `Agent` kind act on."""
        self._look(agent)
        return part_of(self._workspace.copy(), "seen")

    def state(self) -> NDArray[np.int8]:
        """The full state, int8 (size,), 0 and 1: all hands and the stock, from nobody's side.

        `full_state.STATE_FIELDS` names its entries.
        """
        self._require_reset()
        layout = self.state_layout
        state = np.empty(layout.size, np.int8)
        reveal(self._workspace, layout.starts, state)
        return state

    def render(self) -> str | None:
        """The game as text, all hands open: returned, or printed in `render_mode` `"human"`.

        Raises:
            ValueError: the environment was made without a `render_mode`.
        """
        self._require_reset()
        if self.render_mode is None:
            raise ValueError(
                f"the environment was made without a render_mode; allowed are {RENDER_MODES}"
            )
        text = game_text(self._part("game")[0])
        if self.render_mode == "human":
            print(text, end="\n\n", flush=True)
            return None
        return text

    def close(self) -> None:
        """There is nothing to release."""

    def agent_iter(self, max_iter: int = 2**63) -> AECIterable:
        """The agents in turn, until all have left; each must step before the next comes.

        Raises:
            RuntimeError: by the iterator, when no step or reset has come since its last agent.
        """
        self._require_reset()
        return Turns(self, max_iter)

    def __getattr__(self, name: str) -> Any:
        """Called for what is not there: say so plainly of what `reset` sets."""
        if name in SET_BY_RESET:
            raise AttributeError(f"call reset() first: there is no {name} before it")
        raise AttributeError(f"{type(self).__name__} has no attribute {name!r}")

    def _part(self, field: str) -> NDArray[Any]:
        """A field of the workspace, as an array of one record or of its numbers."""
        return part_of(self._workspace, field)

    def _look(self, agent: str) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
        """What an agent sees and may do, in new arrays; its VIEW is left in the workspace."""
        seat = self._seat_of(agent)
        self._require_reset()
        observation, mask = np.empty_like(self._observation), np.empty_like(self._mask)
        advance(self._workspace, self._decks, LOOK, seat, observation, mask)
        return observation, mask

    def _require_reset(self) -> None:
        _ = self.agents

    def _seat_of(self, agent: str) -> int:
        try:
            return self._seats[agent]
        except (KeyError, TypeError):
            raise ValueError(
                f"no agent is called {agent!r}; they are {', '.join(self.possible_agents)}"
            ) from None

    def _series_of(self, seed: int | None) -> tuple[int, int]:
        """The seed of the series that a reset deals from, and how many games it has had."""
        if seed is not None:
            return checked_seed(seed), 0
        if self._seed is not None:
            return self._seed, self._games_begun
        return fresh_seed(), 0

    def _refuse(self, agent: str, action: Action) -> None:
        """Raise for an illegal action, or end the game with the offender's team losing."""
        message = f"{agent}: {describe_illegal(self._part('game')[0], action)}"
        if self._raises:
            raise IllegalPlayError(message)
        rules = self.rules
        offender = rules.team_of(self._seats[agent])
        self._cumulative_rewards[agent] = 0.0
        if self._has_rewards:
            self._clear_rewards()
        self._reward_teams(
            [-1.0 if team == offender else 1.0 / (rules.teams - 1) for team in range(rules.teams)]
        )
        lose_game(self._part("game")[0], offender, REASON_FORFEIT)
        self._end_game(reason="illegal")
        self.infos[agent]["illegal"] = message
        self._after_move()

    def _reward_teams(self, team_rewards: list[float]) -> None:
        """Give every agent what the step was worth to its team."""
        for seat, agent in enumerate(self.possible_agents):
            reward = team_rewards[self.rules.team_of(seat)]
            self.rewards[agent] = reward
            self._cumulative_rewards[agent] += reward
        self._has_rewards = True

    def _clear_rewards(self) -> None:
        for agent in self.rewards:
            self.rewards[agent] = 0.0
        self._has_rewards = False

    def _end_game(self, reason: str | None = None) -> None:
        """Tell every agent that the game has ended and how; the first is the first to leave."""
        game = self._part("game")[0]
        truncated = int(game["reason"]) == REASON_TRUNCATED
        for agent in self.agents:
            self.terminations[agent] = not truncated
            self.truncations[agent] = truncated
            self.infos[agent] = info_of_end(game, reason)
        self._observed = None
        self._deads_step_first()

    def _leave(self, agent: str, action: Any) -> None:
        """Let an agent whose game has ended leave."""
        if agent not in self.agents:
            raise all_have_left()
        if action is not None:
            raise ValueError(
                f"the game of {agent} has ended: action {action!r} is not allowed, only None is"
            )
        self._was_dead_step(None)
        self._has_moved = True

    def _after_move(self) -> None:
        self._has_moved = True
        if self.render_mode == "human":
            self.render()

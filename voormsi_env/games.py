"""Games: N games side by side, made for speed."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from voormsi_env.actions import NUM_ACTIONS
from voormsi_env.batch import (
    choose_random,
    choose_random_in_threads,
    start_games,
    step_games,
    step_games_in_threads,
    write_outputs,
    write_views,
)
from voormsi_env.cards import NUM_CARDS
from voormsi_env.engine.randomness import game_seed
from voormsi_env.engine.rewards import REWARDS
from voormsi_env.engine.state import MAX_TEAMS, VIEW
from voormsi_env.episode import DEFAULT_MAX_DEALS, Episode, StartScores, blank_games, start_records
from voormsi_env.errors import IllegalPlayError
from voormsi_env.illegal import describe_illegal
from voormsi_env.observation import layout_of
from voormsi_env.rules import Rules
from voormsi_env.seeds import MAX_SEED, checked_seed, fresh_seed
from voormsi_env.threads import numba_threads, usable_threads


class Games:
    """N games under the same rules, stepped together.

    The arrays are the object's own and are overwritten by `step` and `reset`; copy what you keep.
    Each game depends on its own seed alone, so the same game comes out of a batch of any size.
    Copy, deepcopy and pickle go on identically.

    Attributes:
        rules: the rules of all games.
        states: STATE (n,), the games themselves.
        to_play: int8 (n,), the seat to play, -1 when the game is over.
        legal: int16 (n,), the legal actions of the seat to play, bit a for action a.
        masks: int8 (n, 15), the same as an action mask, all 0 when the game is over.
        observations: int8 (n, size), the observation of the seat to play (of seat 0 when the game
            is over); (n, 0) unless `observe`.
        rewards: float32 (n, teams), what the last step was worth to each team.
        ended: bool (n,), whether the last step ended the game.
        finals: STATE (n,), the last record of the slot's last game that ended.
    """

    def __init__(
        self,
        n: int,
        rules: Rules | None = None,
        seed: int | None = None,
        *,
        seeds: ArrayLike | None = None,
        decks: NDArray[np.integer[Any]] | None = None,
        first_dealers: ArrayLike | None = None,
        start_scores: StartScores = None,
        episode: Episode = "game",
        max_deals: int = DEFAULT_MAX_DEALS,
        reward: str = "outcome",
        auto_reset: bool = False,
        observe: bool = False,
        threads: int = 1,
    ) -> None:
        """Begin n games.

        It is long because every option is told here, and every array of the batch made.

        Args:
            n: how many, 1 or more.
            rules: the game of four when None.
            seed: of the batch: game i has the seed `game_seed(seed, i)`. A fresh one when None.
            seeds: int64 (n,), the seed of each game, instead of `seed`.
            decks: whole numbers (n, given, 36), decks of the first deals of each game, cards by
                number; later decks follow from the seeds.
            first_dealers: a seat, or one a game; from the seeds when None.
            start_scores: one score a team, `"random"`, or None for zeros.
            episode: `"game"`, or `"deal"` for single deals.
            max_deals: deals after which a game without a winner is truncated.
            reward: `"outcome"` or `"points"` (see `engine/rewards.py`).
            auto_reset: begin a slot's next game in the step that ends one; game e > 0 of a slot
                whose first game had seed s has the seed `game_seed(s, e)`.
            observe: keep `observations` up to date.
            threads: how many share the work; the games are the same whatever their number. No
                more than Numba's own number of threads are used, and one in a forked process.

        Raises:
            ValueError: an argument has a value that is not allowed.
        """
        if isinstance(n, bool) or not isinstance(n, int | np.integer) or n < 1:
            raise ValueError(f"n is {n!r}; allowed are whole numbers from 1")
        if reward not in REWARDS:
            raise ValueError(f"reward is {reward!r}; allowed are {', '.join(REWARDS)}")
        if isinstance(threads, bool) or not isinstance(threads, int) or threads < 1:
            raise ValueError(f"threads is {threads!r}; allowed are whole numbers from 1")
        self.rules = Rules() if rules is None else rules
        self.layout = layout_of(self.rules)
        self.states = blank_games(int(n), self.rules, episode, max_deals)
        self._starts = start_records(
            _seeds_of(int(n), seed, seeds), self.rules, first_dealers, start_scores
        )
        self._decks = _checked_decks(int(n), decks)
        self._reward_kind = REWARDS.index(reward)
        self._auto_reset = bool(auto_reset)
        self._observe = bool(observe)
        self.to_play = np.zeros(n, np.int8)
        self.legal = np.zeros(n, np.int16)
        self.masks = np.zeros((n, NUM_ACTIONS), np.int8)
        self.observations = np.zeros((n, self.layout.size if observe else 0), np.int8)
        self._team_rewards = np.zeros((n, MAX_TEAMS), np.float32)
        self.ended = np.zeros(n, np.bool_)
        self.finals = self.states.copy()
        self._threads = min(threads, int(n))
        self._scratch = np.zeros((self._threads, 2), VIEW)
        self.reset()

    def __len__(self) -> int:
        return len(self.states)

    def __copy__(self) -> Games:
        """An independent copy that goes on identically."""
        return copy.deepcopy(self)

    @property
    def rewards(self) -> NDArray[np.float32]:
        """float32 (n, teams): what the last step was worth to each team."""
        return self._team_rewards[:, : self.rules.teams]

    def reset(self, which: NDArray[np.bool_] | None = None) -> None:
        """Begin the next game in the slots for which `which` (n,) is set; in all when None.

        Raises:
            ValueError: `which` is not a bool array (n,).
        """
        n = len(self)
        chosen = np.ones(n, np.bool_) if which is None else np.asarray(which)
        if chosen.shape != (n,) or chosen.dtype != np.bool_:
            raise ValueError(f"which is {which!r}; allowed are {n} truth values, one a slot")
        start_games(0, n, self.states, self._starts, self._decks, chosen)
        self._write_outputs()

    def step(self, actions: ArrayLike) -> None:
        """Make one play in every game that is not over; the other games' actions are ignored.

        Args:
            actions: whole numbers (n,), each a legal action of the seat to play.

        Raises:
            IllegalPlayError: an action is not legal; no game has changed.
            ValueError: they are not n whole numbers; no game has changed.
        """
        chosen = np.asarray(actions)
        if chosen.shape != (len(self),) or not np.issubdtype(chosen.dtype, np.integer):
            raise ValueError(
                f"actions are {chosen.dtype} {chosen.shape}; "
                f"allowed are whole numbers ({len(self)},)"
            )
        chosen = chosen.astype(np.int64, copy=False)
        work: tuple[Any, ...] = (
            self.states,
            self._starts,
            self._decks,
            chosen,
            self._reward_kind,
            self._auto_reset,
            self._team_rewards,
            self.ended,
            self.finals,
            *self._outputs(self._scratch),
        )
        threads = usable_threads(self._threads)
        if threads > 1:
            with numba_threads(threads):
                illegal = step_games_in_threads(threads, *work)
        else:
            illegal = step_games(*work)
        if illegal >= 0:
            raise IllegalPlayError(
                f"game {illegal}: " + describe_illegal(self.states[illegal], int(chosen[illegal]))
            )

    def random_actions(self, key: int) -> NDArray[np.int64]:
        """A uniformly random legal action for each game, int64 (n,); 0 where the game is over.

        Args:
            key: 0 to 2**63 - 1; give a fresh one at each step.
        """
        actions = np.empty(len(self), np.int64)
        threads = usable_threads(self._threads)
        if threads > 1:
            with numba_threads(threads):
                choose_random_in_threads(threads, self.legal, key, actions)
        else:
            choose_random(0, len(self), self.legal, key, actions)
        return actions

    def views(self, seats: ArrayLike | None = None) -> NDArray[np.void]:
        """VIEW (n,): what a seat may know of each game.

        Args:
            seats: a seat for each game, or one for all; the seats to play when None (seat 0 where
                the game is over).

        Raises:
            ValueError: a seat is not one of the game.
        """
        n = len(self)
        chosen = self.to_play if seats is None else _checked_seats(n, self.rules, seats)
        views = np.zeros(n, VIEW)
        write_views(0, n, self.states, chosen, views)
        return views

    def _write_outputs(self) -> None:
        write_outputs(0, len(self), self.states, *self._outputs(self._scratch[0]))

    def _outputs(self, scratch: NDArray[np.void]) -> tuple[NDArray[Any], ...]:
        """Where what the seats to play get is written, in the order of `write_outputs`."""
        return (
            self.to_play,
            self.legal,
            self.masks,
            self.layout.starts,
            scratch,
            self.observations,
        )


def _seeds_of(n: int, seed: int | None, seeds: ArrayLike | None) -> NDArray[np.int64]:
    if seeds is None:
        series = fresh_seed() if seed is None else checked_seed(seed)
        return np.array([game_seed(series, i) for i in range(n)], np.int64)
    given = np.asarray(seeds)
    if (
        given.shape != (n,)
        or not np.issubdtype(given.dtype, np.integer)
        or given.min() < 0
        or given.max() > MAX_SEED
    ):
        raise ValueError(f"seeds are {seeds!r}; allowed are {n} whole numbers from 0 to 2**63 - 1")
    return given.astype(np.int64)


def _checked_decks(n: int, decks: NDArray[np.integer[Any]] | None) -> NDArray[np.int8]:
    if decks is None:
        return np.zeros((n, 0, NUM_CARDS), np.int8)
    given = np.asarray(decks)
    if given.ndim != 3 or given.shape[0] != n or given.shape[2] != NUM_CARDS:
        raise ValueError(f"decks have shape {given.shape}; allowed is ({n}, given, {NUM_CARDS})")
    wrong = np.argwhere((np.sort(given, axis=2) != np.arange(NUM_CARDS)).any(axis=2))
    if len(wrong):
        game, deal = wrong[0]
        raise ValueError(f"game {game}: deck {deal} does not hold each of the 36 cards once")
    return given.astype(np.int8)


def _checked_seats(n: int, rules: Rules, seats: ArrayLike) -> NDArray[np.int8]:
    given = np.asarray(seats)
    if given.shape not in ((), (n,)) or not np.isin(given, range(rules.players)).all():
        raise ValueError(
            f"seats are {seats!r}; allowed are 0 to {rules.players - 1}, one for all or {n}"
        )
    return np.broadcast_to(given.astype(np.int8), n)

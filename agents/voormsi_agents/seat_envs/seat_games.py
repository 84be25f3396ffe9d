"""SeatGames: N games in which one seat is the learner's and agents fill the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Unpack

import numpy as np
from numpy.typing import ArrayLike, NDArray

from voormsi_agents.base import ask
from voormsi_agents.seat_envs.options import SeatKeywords, SeatOptions, given_options
from voormsi_agents.seat_envs.players import Lineup
from voormsi_agents.seat_envs.slots import (
    LEARNER,
    SETUP,
    SLOT,
    Batch,
    begin_games,
    collect_decisions,
    first_illegal_choice,
    note_legal,
    play_in_slots,
    start_step,
    write_decisions,
)
from voormsi_env.actions import NUM_ACTIONS
from voormsi_env.aliases import StateRecords
from voormsi_env.engine.randomness import game_seed
from voormsi_env.engine.rewards import REWARDS
from voormsi_env.engine.state import NO_DECKS, REASON_TRUNCATED, REASONS, VIEW
from voormsi_env.episode import (
    blank_games,
    start_records,
)
from voormsi_env.errors import IllegalPlayError
from voormsi_env.illegal import describe_illegal
from voormsi_env.observation import layout_of
from voormsi_env.rules import Rules
from voormsi_env.seeds import checked_seed, fresh_seed

# Read a field at a time: picking whole records out of an array is slow.
FINAL_FIELDS = ("reason", "winners", "scores", "deal")
FINAL_SLOT_FIELDS = (
    "illegal",
    "seat",
    "partner",
    "opponents",
    "episode_return",
    "episode_length",
)


@dataclass(frozen=True)
class Result:
    """How a game ended.

    Attributes:
        reason: `"points"`, `"forfeit"`, `"deal"`, `"truncated"`, or `"illegal"` after an illegal
            action of the learner.
        winners: the teams that won; none after a truncation.
        won: whether the learner's team alone won.
        scores: the ladder, a score a team.
        deals: how many deals were begun.
        seat: the learner's.
        teammate: the name of the partner's agent, None without a partner.
        opponents: the name of the opponents' agent.
        episode_return: sum of the learner's rewards.
        episode_length: how many actions he took.
    """

    reason: str
    winners: list[int]
    won: bool
    scores: list[int]
    deals: int
    seat: int
    teammate: str | None
    opponents: str
    episode_return: float
    episode_length: int


class SeatGames:
    """N games, stepped from one decision of the learner to his next.

    In each game one seat is the learner's. A step makes his actions, lets the agents play
    until he is to play again or the game is over, and adds up what came to his team in between.
    Each agent is asked for many games at once. What happens in a slot depends on the slot's seed
    and the learner's actions in it alone, so not on the size of the batch. Copy, deepcopy and
    pickle go on identically where the agents do.

    A game that ends before the learner has played in it (an own goal of the opponents in its
    first trick) is passed over: there was nothing to decide.

    The arrays are made anew by each `reset` and `step`, so they can be kept.

    Attributes:
        rules: the rules of all games.
        layout: which entries of the observations mean what.
        lineup: the agents.
        states: STATE (n,), the games themselves, changed in place.
        observations: int8 (n, size), what the learner sees; where his game is over, at its end.
        masks: int8 (n, 15), his action mask, all 0 where his game is over.
        rewards: float32 (n,), what has come to him since his last action.
        terminated: bool (n,): the game he acted in has ended.
        truncated: bool (n,): it was ended by the limit on deals.
    """

    def __init__(
        self,
        n: int,
        rules: Rules | Mapping[str, Any] | None = None,
        *,
        auto_reset: bool = True,
        **options: Unpack[SeatKeywords],
    ) -> None:
        """Make n slots; `reset` begins their games.

        It is long because every array that a step overwrites is made here.

        Args:
            n: how many, 1 or more.
            rules: `Rules` or a mapping of their options; the game of four when None.
            auto_reset: begin a slot's next game in the step that ends one.
            options: see `SeatOptions`.

        Raises:
            TypeError: there is no such option.
            ValueError: an argument has a value that is not allowed.
        """
        if isinstance(n, bool) or not isinstance(n, int | np.integer) or n < 1:
            raise ValueError(f"number of games is {n!r}; allowed are whole numbers from 1")
        chosen = given_options(options)
        self.rules = Rules.given(rules)
        self.layout = layout_of(self.rules)
        self.lineup = Lineup(chosen.teammate, chosen.opponents, self.rules)
        self.states = blank_games(int(n), self.rules, chosen.episode, chosen.max_deals)
        self._start_scores = chosen.start_scores
        self._illegal = chosen.illegal
        self._batch = self._make_batch(chosen, auto_reset)
        self._begun = False
        self._views = np.zeros(n, VIEW)
        self._keys = np.zeros(n, np.int64)
        self._rows = np.zeros(n, np.int64)
        self._all_legal = np.ones(n, np.bool_)
        self._scratch = np.zeros(1, VIEW)
        self.observations = np.zeros((n, self.layout.size), np.int8)
        self.masks = np.zeros((n, NUM_ACTIONS), np.int8)
        self.rewards = np.zeros(n, np.float32)
        self.terminated = np.zeros(n, np.bool_)
        self.truncated = np.zeros(n, np.bool_)

    def _make_batch(self, options: SeatOptions, auto_reset: bool) -> Batch:
        """The arrays of the games; none has begun."""
        n = len(self.states)
        slots = np.zeros(n, SLOT)
        setup = np.zeros(1, SETUP)
        setup["seat"] = options.seat_code(self.rules)
        setup["reward_kind"] = REWARDS.index(options.reward)
        setup["auto_reset"] = auto_reset
        return Batch(
            states=self.states,
            starts=start_records(np.zeros(n, np.int64), self.rules, None, options.start_scores),
            decks=NO_DECKS,
            slots=slots,
            finals=self.states.copy(),
            final_slots=slots.copy(),
            setup=setup,
            chances=self.lineup.chances,
        )

    def __len__(self) -> int:
        """How many games there are."""
        return len(self.states)

    @property
    def seats(self) -> NDArray[np.int8]:
        """int8 (n,): the learner's seat in each game."""
        seats: NDArray[np.int8] = self._batch.slots["seat"].copy()
        return seats

    def reset(self, seed: int | None = None, *, seeds: Sequence[int] | None = None) -> None:
        """Begin a game in every slot: the next one of each when no seed is given.

        Without a seed the first games are from a fresh one.

        Args:
            seed: fixes all that follows: that of slot i is `game_seed(seed, i)`.
            seeds: the seed of each slot, instead of `seed`. A slot's games are dealt from its
                seed as those of a slot of `Games` are.

        Raises:
            ValueError: a seed is not a whole number from 0 to 2**63 - 1, or their number is wrong.
        """
        if seeds is not None:
            self._sow([checked_seed(given) for given in seeds])
        elif seed is not None or not self._begun:
            series = fresh_seed() if seed is None else checked_seed(seed)
            self._sow([game_seed(series, i) for i in range(len(self))])
        begin_games(self._batch)
        self._begun = True
        self._let_agents_play()
        self._read()

    def step(self, actions: ArrayLike) -> None:
        """Make an action of the learner in every game that is not over.

        Args:
            actions: whole numbers (n,).

        Raises:
            IllegalPlayError: an action is not legal, under `illegal="raise"` (no game has
                changed), or an agent's is not.
            ValueError: the actions have a wrong shape or type, or no game has been begun.
        """
        if not self._begun:
            raise ValueError("no game has been begun; reset comes before the first step")
        chosen = _whole_numbers(actions, (len(self),), "actions")
        legal = np.empty(len(self), np.bool_)
        note_legal(chosen, self.masks, legal)
        rows = np.flatnonzero(self._batch.slots["turn"] == LEARNER)
        if self._illegal == "raise" and not legal[rows].all():
            slot = int(rows[legal[rows].argmin()])
            reason = describe_illegal(self.states[slot], int(chosen[slot]))
            raise IllegalPlayError(f"game {slot}: {reason}")
        start_step(self._batch.slots)
        play_in_slots(rows, chosen[rows], legal[rows], *self._batch)
        self._let_agents_play()
        self._read()

    def ended(self) -> NDArray[np.int64]:
        """int64 (m,): the slots in which the last step ended the learner's game."""
        return np.flatnonzero(self.terminated | self.truncated)

    def results(self) -> list[Result]:
        """How the games of `ended()` ended."""
        rows = self.ended()
        finals = {name: self._batch.finals[name][rows].tolist() for name in FINAL_FIELDS}
        played = {name: self._batch.final_slots[name][rows].tolist() for name in FINAL_SLOT_FIELDS}
        agents = self.lineup.agents
        has_partner = self.rules.players > self.rules.teams
        results = []
        for place in range(len(rows)):
            seat = played["seat"][place]
            winners = [t for t in range(self.rules.teams) if finals["winners"][place] >> t & 1]
            reason = "illegal" if played["illegal"][place] else REASONS[finals["reason"][place]]
            results.append(
                Result(
                    reason=reason,
                    winners=winners,
                    won=winners == [self.rules.team_of(seat)],
                    scores=finals["scores"][place][: self.rules.teams],
                    deals=finals["deal"][place] + 1,
                    seat=seat,
                    teammate=agents[played["partner"][place]].name if has_partner else None,
                    opponents=agents[played["opponents"][place]].name,
                    episode_return=played["episode_return"][place],
                    episode_length=played["episode_length"][place],
                )
            )
        return results

    def final_observations(self) -> NDArray[np.int8]:
        """int8 (m, size): what the learner saw at the end of the games of `ended()`."""
        return self._decisions(self.ended(), self._batch.finals, self._batch.final_slots)[0]

    def _sow(self, seeds: list[int]) -> None:
        """Let all that follows follow from a seed for each slot."""
        if len(seeds) != len(self):
            raise ValueError(f"{len(seeds)} seeds are given; allowed are {len(self)}, one a slot")
        self._batch.starts[:] = start_records(seeds, self.rules, None, self._start_scores)

    def _let_agents_play(self) -> None:
        """Ask the agents in turn until nobody but the learner is to play."""
        index = 0
        asked_in_vain = 0
        while asked_in_vain < len(self.lineup.agents):
            decisions = collect_decisions(
                index, self.states, self._batch.slots, self._views, self._keys, self._rows
            )
            asked_in_vain += 1
            if decisions > 0:
                asked_in_vain = 0
                self._ask(index, decisions)
            index = (index + 1) % len(self.lineup.agents)

    def _ask(self, index: int, decisions: int) -> None:
        """Let an agent make the first `decisions` of the decisions collected."""
        agent = self.lineup.agents[index]
        rows = self._rows[:decisions]
        actions = _whole_numbers(
            ask(agent, self.states, rows, self._views[:decisions], self._keys[:decisions]),
            (decisions,),
            f"actions of agent {agent.name!r}",
        )
        illegal = first_illegal_choice(actions, self._views[:decisions])
        if illegal >= 0:
            reason = describe_illegal(self.states[rows[illegal]], int(actions[illegal]))
            raise IllegalPlayError(f"agent {agent.name!r}, game {rows[illegal]}: {reason}")
        play_in_slots(rows, actions, self._all_legal[:decisions], *self._batch)

    def _read(self) -> None:
        """Make the arrays that the learner reads."""
        self.observations, self.masks = self._decisions(
            np.arange(len(self)), self.states, self._batch.slots
        )
        self.rewards = self._batch.slots["reward"].copy()
        ended = self._batch.slots["ended"]
        self.truncated = ended & (self._batch.finals["reason"] == REASON_TRUNCATED)
        self.terminated = ended & ~self.truncated

    def _decisions(
        self, rows: NDArray[np.int64], states: StateRecords, slots: NDArray[np.void]
    ) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
        """What the learner sees and may do in some slots."""
        observations = np.empty((len(rows), self.layout.size), np.int8)
        masks = np.empty((len(rows), NUM_ACTIONS), np.int8)
        write_decisions(rows, states, slots, self.layout.starts, self._scratch, observations, masks)
        return observations, masks


def _whole_numbers(values: ArrayLike, shape: tuple[int, ...], what: str) -> NDArray[np.int64]:
    array = np.asarray(values)
    if array.shape != shape or array.dtype.kind not in "iu":
        raise ValueError(
            f"{what} have shape {array.shape} and type {array.dtype}; "
            f"allowed are whole numbers of shape {shape}"
        )
    return array.astype(np.int64, copy=False)

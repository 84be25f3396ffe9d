"""Games in which one seat is the learner's: the compiled course of a batch of them."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from voormsi_agents.matches.lockstep import decision_key
from voormsi_agents.seat_envs.players import OPPONENTS, PARTNER
from voormsi_env.actions import NUM_ACTIONS
from voormsi_env.aliases import Action, Decks, StartRecords, StateRecord, StateRecords, ViewRecords
from voormsi_env.engine.bits import spread
from voormsi_env.engine.jit import compiled
from voormsi_env.engine.legal import legal
from voormsi_env.engine.play import lose_game, start_game
from voormsi_env.engine.randomness import below, combine
from voormsi_env.engine.state import MAX_SEATS, MAX_TEAMS, REASON_FORFEIT
from voormsi_env.engine.step import play_for_reward
from voormsi_env.engine.table import team_of
from voormsi_env.engine.view import write_sight, write_view
from voormsi_env.observation import encode_view

LEARNER = -1
NOBODY = -2
SEAT_FROM_KEY = -1

ILLEGAL_REWARD = -1.0
"""What an illegal action is worth to its team, whatever the kind of reward: a lost game."""

SLOT = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("agents_key", np.int64),  # seed of what is drawn for and by the agents
                ("game_id", np.int64),  # number of this game in the slot, from 0
                ("episode_return", np.float64),  # rewards of the learner in this game
                ("episode_length", np.int32),  # actions of the learner in this game
                ("reward", np.float32),  # what has come to the learner since his last action
                ("team_rewards", np.float32, (MAX_TEAMS,)),  # what the last play was worth
                ("deciders", np.int16, (MAX_SEATS,)),  # an agent for each seat, or LEARNER
                ("turn", np.int16),  # who decides next: an agent, LEARNER or NOBODY
                ("seat", np.int8),  # the learner's
                ("partner", np.int16),  # the agent drawn for the partner
                ("opponents", np.int16),  # the agent drawn for the opponents
                ("acted", np.bool_),  # the learner has acted in this game
                ("illegal", np.bool_),  # an illegal action of his ended this game
                ("ended", np.bool_),  # since his last action a game in which he acted has ended
            ],
            align=True,
        ),
    )
)
"""A slot of the batch: a game, then the next one."""
SlotRecord: TypeAlias = np.record
"""One SLOT record."""
SlotRecords: TypeAlias = NDArray[np.void]
"""SLOT (n,)."""

SETUP = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("seat", np.int8),  # the learner's, or SEAT_FROM_KEY
                ("reward_kind", np.int8),  # REWARD_...
                ("auto_reset", np.bool_),  # begin a slot's next game when one ends
            ],
            align=True,
        ),
    )
)
"""What all slots of a batch have in common."""
SetupRecord: TypeAlias = np.record
"""One SETUP record."""


class Batch(NamedTuple):
    """The arrays of a batch, one row a slot; the functions here change them in place.

    Attributes:
        states: STATE (n,), the game of each slot.
        starts: START (n,), how the slot's games begin.
        decks: int8 (0, 36): no deck is given, all follow from the seeds.
        slots: SLOT (n,), who plays it and what has come of it.
        finals: STATE (n,), the last record of the slot's last game that ended.
        final_slots: SLOT (n,), the slot as it was then.
        setup: SETUP (1,), what all slots have in common.
        chances: float64 (2, agents), see `players.Lineup`.
    """

    states: StateRecords
    starts: StartRecords
    decks: Decks
    slots: SlotRecords
    finals: StateRecords
    final_slots: SlotRecords
    setup: NDArray[np.void]
    chances: NDArray[np.float64]


# Of the series that a slot's seed begins, the number that no game takes.
AGENTS_STREAM = -1
# Draws for a game itself take the place of a ply that no game has.
BEFORE_THE_FIRST_PLY = -1
SEAT_DRAW, PARTNER_DRAW, OPPONENTS_DRAW = range(3)
FRACTION_BITS = 30


# Beginning


@compiled
def begin_games(batch: Batch) -> None:
    """Begin the next game in every slot."""
    for i in range(len(batch.slots)):
        batch.slots[i].reward = 0.0
        batch.slots[i].ended = False
        begin_game(i, batch)


@compiled
def begin_game(i: int, batch: Batch) -> None:
    """Begin the next game in a slot and draw who plays it."""
    slot = batch.slots[i]
    game = batch.states[i]
    slot.agents_key = combine(batch.starts[i].seed, AGENTS_STREAM)
    slot.game_id = batch.starts[i].episode
    start_game(game, batch.starts[i], batch.decks)
    slot.episode_return = 0.0
    slot.episode_length = 0
    slot.acted = False
    slot.illegal = False
    draw_players(game, slot, batch.setup[0], batch.chances)
    slot.turn = slot.deciders[game.to_play]


@compiled
def draw_players(
    game: StateRecord, slot: SlotRecord, setup: SetupRecord, chances: NDArray[np.float64]
) -> None:
    """Draw the learner's seat and the agents of the others."""
    key = decision_key(slot.agents_key, slot.game_id, BEFORE_THE_FIRST_PLY)
    own_seat = int(setup.seat)
    if own_seat == SEAT_FROM_KEY:
        own_seat = below(key, SEAT_DRAW, int(game.players))
    slot.seat = own_seat
    slot.partner = draw_agent(key, PARTNER_DRAW, chances[PARTNER])
    slot.opponents = draw_agent(key, OPPONENTS_DRAW, chances[OPPONENTS])
    own_team = team_of(game, own_seat)
    for seat in range(game.players):
        is_partner = team_of(game, seat) == own_team
        slot.deciders[seat] = slot.partner if is_partner else slot.opponents
    slot.deciders[own_seat] = LEARNER


@compiled
def draw_agent(key: int, counter: int, chances: NDArray[np.float64]) -> int:
    """One of the agents of a role, by a key."""
    fraction = below(key, counter, 1 << FRACTION_BITS) / (1 << FRACTION_BITS)
    agent = 0
    while fraction >= chances[agent]:
        agent += 1
    return agent


# Playing


@compiled
def note_legal(
    actions: NDArray[np.int64], masks: NDArray[np.int8], legal: NDArray[np.bool_]
) -> None:
    """Write for each row, bool (n,), whether its action (int64) is legal by its mask (int8)."""
    for i in range(len(actions)):
        action = actions[i]
        legal[i] = 0 <= action < NUM_ACTIONS and masks[i, action] != 0


@compiled
def first_illegal_choice(actions: NDArray[np.int64], views: ViewRecords) -> int:
    """The first row whose action (int64) is not legal by its VIEW, or -1."""
    for row in range(len(actions)):
        action = actions[row]
        if action < 0 or action >= NUM_ACTIONS or views[row].legal >> action & 1 == 0:
            return row
    return -1


@compiled
def start_step(slots: SlotRecords) -> None:
    """Forget what the step before brought the learner; he acts in every slot of his turn."""
    for i in range(len(slots)):
        slot = slots[i]
        slot.reward = 0.0
        slot.ended = False
        if slot.turn == LEARNER:
            slot.acted = True
            slot.episode_length += 1


@compiled
def play_in_slots(
    rows: NDArray[np.int64],
    actions: NDArray[np.int64],
    legal: NDArray[np.bool_],
    *arrays: NDArray[Any],
) -> None:
    """Make one play in some slots, and all that follows but the plays of others.

    Args:
        rows: int64 (m,), the slots; none whose game is over.
        actions: int64 (m,), the action in each.
        legal: bool (m,), whether it is legal. One that is not is the learner's, and ends the game.
        arrays: those of a `Batch`, one by one: so they cost less on the way from Python.
    """
    batch = Batch(*arrays)
    for place in range(len(rows)):
        i = rows[place]
        if legal[place]:
            make_play(batch.states[i], actions[place], batch.decks, batch.slots[i], batch.setup[0])
        else:
            lose_by_illegal_action(batch.states[i], batch.slots[i])
        go_on(i, batch)


@compiled
def make_play(
    game: StateRecord, action: Action, decks: Decks, slot: SlotRecord, setup: SetupRecord
) -> None:
    """Make a legal play and note what it was worth."""
    play_for_reward(game, action, decks, setup.reward_kind, slot.team_rewards)


@compiled
def lose_by_illegal_action(game: StateRecord, slot: SlotRecord) -> None:
    """End the game: the learner's team has lost."""
    team = team_of(game, slot.seat)
    lose_game(game, team, REASON_FORFEIT)
    slot.team_rewards[team] = ILLEGAL_REWARD
    slot.illegal = True


@compiled
def go_on(i: int, batch: Batch) -> None:
    """After a play: credit the learner, and pass the turn on or close the game.

    A game that ends before the learner has acted in it is not his, and the next one begins.
    """
    slot = batch.slots[i]
    game = batch.states[i]
    if slot.acted:
        worth = slot.team_rewards[team_of(game, slot.seat)]
        slot.reward += worth
        slot.episode_return += worth
    if not game.over:
        slot.turn = slot.deciders[game.to_play]
        return
    if slot.acted:
        slot.ended = True
        slot.turn = NOBODY
        batch.finals[i] = game
        batch.final_slots[i] = slot
    if batch.setup[0].auto_reset or not slot.acted:
        begin_game(i, batch)


# Reading


@compiled
def collect_decisions(
    agent: int,
    states: StateRecords,
    slots: SlotRecords,
    views: ViewRecords,
    keys: NDArray[np.int64],
    rows: NDArray[np.int64],
) -> int:
    """Gather what an agent is to decide: VIEWs, keys and slots, each from place 0 on.

    Returns:
        How many decisions there are.
    """
    decisions = 0
    for i in range(len(states)):
        slot = slots[i]
        if slot.turn == agent:
            game = states[i]
            write_view(game, int(game.to_play), views[decisions])
            keys[decisions] = decision_key(slot.agents_key, slot.game_id, game.ply)
            rows[decisions] = i
            decisions += 1
    return decisions


@compiled
def write_decisions(
    rows: NDArray[np.int64],
    states: StateRecords,
    slots: SlotRecords,
    layout_starts: NDArray[np.int64],
    scratch: ViewRecords,
    observations: NDArray[np.int8],
    masks: NDArray[np.int8],
) -> None:
    """Write what the learner sees and may do in some slots, nothing where the game is over.

    Args:
        rows: int64 (m,), the slots.
        states: STATE (n,), those of now, or the batch's `finals`.
        slots: SLOT (n,), those of now, or the batch's `final_slots`.
        layout_starts: `Layout.starts`, of the observations.
        scratch: VIEW (1,), to work in.
        observations: int8 (m, size), overwritten.
        masks: int8 (m, 15), overwritten.
    """
    for place in range(len(rows)):
        game = states[rows[place]]
        seat = int(slots[rows[place]].seat)
        write_sight(game, seat, scratch[0])
        encode_view(scratch[0], layout_starts, observations[place])
        actions = legal(game) if game.to_play == seat else 0
        spread(actions, NUM_ACTIONS, masks[place], 0)

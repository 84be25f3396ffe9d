"""Games in which one seat is the learner's: the compiled course of a batch of them.

A batch is these arrays, one row a slot, and the functions here change them in place:

    records      STATE (n,), the game of each slot
    starts       START (n,), how the slot's games begin
    decks        int8 (0, 36): no deck is given, all follow from the seeds
    slots        SLOT (n,), who plays it and what has come of it
    finals       STATE (n,), the last record of the slot's last game that ended
    final_slots  SLOT (n,), the slot as it was then
    setup        SETUP (1,), what all slots have in common
    chances      float64 (2, agents), see `players.Lineup`
"""

from __future__ import annotations

from typing import Any

import numpy as np

from voormsi_agents.matches.lockstep import decision_key
from voormsi_agents.seat_envs.players import OPPONENTS, PARTNER
from voormsi_env.actions import NUM_ACTIONS
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

# Of the series that a slot's seed begins, the number that no game takes.
AGENTS_STREAM = -1
# Draws for a game itself take the place of a ply that no game has.
BEFORE_THE_FIRST_PLY = -1
SEAT_DRAW, PARTNER_DRAW, OPPONENTS_DRAW = range(3)
FRACTION_BITS = 30


# Beginning


@compiled
def begin_games(
    records: Any,
    starts: Any,
    decks: Any,
    slots: Any,
    setup: Any,
    chances: Any,
) -> None:
    """Begin the next game in every slot."""
    for i in range(len(records)):
        slots[i].reward = 0.0
        slots[i].ended = False
        begin_game(i, records, starts, decks, slots, setup, chances)


@compiled
def begin_game(
    i: int, records: Any, starts: Any, decks: Any, slots: Any, setup: Any, chances: Any
) -> None:
    """Begin the next game in a slot and draw who plays it."""
    slot = slots[i]
    slot.agents_key = combine(starts[i].seed, AGENTS_STREAM)
    slot.game_id = starts[i].episode
    start_game(records[i], starts[i], decks)
    slot.episode_return = 0.0
    slot.episode_length = 0
    slot.acted = False
    slot.illegal = False
    draw_players(records[i], slot, setup[0], chances)
    slot.turn = slot.deciders[records[i].to_play]


@compiled
def draw_players(game: Any, slot: Any, setup: Any, chances: Any) -> None:
    """Draw the learner's seat and the agents of the others."""
    key = decision_key(slot.agents_key, slot.game_id, BEFORE_THE_FIRST_PLY)
    slot.seat = setup.seat
    if setup.seat == SEAT_FROM_KEY:
        slot.seat = below(key, SEAT_DRAW, int(game.players))
    slot.partner = draw_agent(key, PARTNER_DRAW, chances[PARTNER])
    slot.opponents = draw_agent(key, OPPONENTS_DRAW, chances[OPPONENTS])
    own_team = team_of(game, slot.seat)
    for seat in range(game.players):
        is_partner = team_of(game, seat) == own_team
        slot.deciders[seat] = slot.partner if is_partner else slot.opponents
    slot.deciders[slot.seat] = LEARNER


@compiled
def draw_agent(key: int, counter: int, chances: Any) -> int:
    """One of the agents of a role, by a key."""
    fraction = below(key, counter, 1 << FRACTION_BITS) / (1 << FRACTION_BITS)
    agent = 0
    while fraction >= chances[agent]:
        agent += 1
    return agent


# Playing


@compiled
def note_legal(actions: Any, masks: Any, legal: Any) -> None:
    """Write for each row, bool (n,), whether its action (int64) is legal by its mask (int8)."""
    for i in range(len(actions)):
        action = actions[i]
        legal[i] = 0 <= action < NUM_ACTIONS and masks[i, action] != 0


@compiled
def first_illegal_choice(actions: Any, views: Any) -> int:
    """The first row whose action (int64) is not legal by its VIEW, or -1."""
    for row in range(len(actions)):
        action = actions[row]
        if action < 0 or action >= NUM_ACTIONS or views[row].legal >> action & 1 == 0:
            return row
    return -1


@compiled
def start_step(slots: Any) -> None:
    """Forget what the step before brought the learner; he acts in every slot of his turn."""
    for i in range(len(slots)):
        slot = slots[i]
        slot.reward = 0.0
        slot.ended = False
        if slot.turn == LEARNER:
            slot.acted = True
            slot.episode_length += 1


@compiled
def make_plays(
    rows: Any,
    actions: Any,
    legal: Any,
    records: Any,
    starts: Any,
    decks: Any,
    slots: Any,
    finals: Any,
    final_slots: Any,
    setup: Any,
    chances: Any,
) -> None:
    """Make one play in some slots, and all that follows but the plays of others.

    Args:
        rows: int64 (m,), the slots; none whose game is over.
        actions: int64 (m,), the action in each.
        legal: bool (m,), whether it is legal. One that is not is the learner's, and ends the game.
    """
    for place in range(len(rows)):
        i = rows[place]
        if legal[place]:
            make_play(records[i], actions[place], decks, slots[i], setup[0])
        else:
            lose_by_illegal_action(records[i], slots[i])
        go_on(i, records, starts, decks, slots, finals, final_slots, setup, chances)


@compiled
def make_play(game: Any, action: int, decks: Any, slot: Any, setup: Any) -> None:
    """Make a legal play and note what it was worth."""
    play_for_reward(game, action, decks, setup.reward_kind, slot.team_rewards)


@compiled
def lose_by_illegal_action(game: Any, slot: Any) -> None:
    """End the game: the learner's team has lost."""
    team = team_of(game, slot.seat)
    lose_game(game, team, REASON_FORFEIT)
    slot.team_rewards[team] = ILLEGAL_REWARD
    slot.illegal = True


@compiled
def go_on(
    i: int,
    records: Any,
    starts: Any,
    decks: Any,
    slots: Any,
    finals: Any,
    final_slots: Any,
    setup: Any,
    chances: Any,
) -> None:
    """After a play: credit the learner, and pass the turn on or close the game.

    A game that ends before the learner has acted in it is not his, and the next one begins.
    """
    slot = slots[i]
    game = records[i]
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
        finals[i] = game
        final_slots[i] = slot
    if setup[0].auto_reset or not slot.acted:
        begin_game(i, records, starts, decks, slots, setup, chances)


# Reading


@compiled
def collect_decisions(
    agent: int, records: Any, slots: Any, views: Any, keys: Any, rows: Any
) -> int:
    """Gather what an agent is to decide: VIEWs, keys and slots, each from place 0 on.

    Returns:
        How many decisions there are.
    """
    decisions = 0
    for i in range(len(records)):
        slot = slots[i]
        if slot.turn == agent:
            write_view(records[i], int(records[i].to_play), views[decisions])
            keys[decisions] = decision_key(slot.agents_key, slot.game_id, records[i].ply)
            rows[decisions] = i
            decisions += 1
    return decisions


@compiled
def write_decisions(
    rows: Any,
    records: Any,
    slots: Any,
    layout_starts: Any,
    view: Any,
    observations: Any,
    masks: Any,
) -> None:
    """Write what the learner sees and may do in some slots, nothing where the game is over.

    Args:
        rows: int64 (m,), the slots.
        records, slots: those of now, or `finals` and `final_slots`.
        view: VIEW (1,), room to work in.
        observations: int8 (m, size), overwritten.
        masks: int8 (m, 15), overwritten.
    """
    for place in range(len(rows)):
        game = records[rows[place]]
        seat = int(slots[rows[place]].seat)
        write_sight(game, seat, view[0])
        encode_view(view[0], layout_starts, observations[place])
        actions = legal(game) if game.to_play == seat else 0
        spread(actions, NUM_ACTIONS, masks[place], 0)

"""The engine over arrays of games: one compiled pass per call, nothing allocated.

Each function works on the games `first` to `last` - 1 of a batch, so that threads can share it.
Rows of different games never touch.
"""

from __future__ import annotations

from typing import Any

from voormsi_env.actions import NUM_ACTIONS
from voormsi_env.engine.bits import count, lowest
from voormsi_env.engine.jit import compiled
from voormsi_env.engine.play import legal, play, start_game
from voormsi_env.engine.randomness import below
from voormsi_env.engine.rewards import REWARD_POINTS, write_outcome, write_points
from voormsi_env.engine.state import MAX_TEAMS
from voormsi_env.engine.view import write_view
from voormsi_env.observation import encode_view


@compiled
def start_games(first: int, last: int, games: Any, starts: Any, decks: Any, which: Any) -> None:
    """Begin a game in every slot for which `which` (bool) is set."""
    for i in range(first, last):
        if which[i]:
            start_game(games[i], starts[i], decks[i])


@compiled
def first_illegal(actions: Any, masks: Any, games: Any) -> int:
    """The first slot whose action is not legal, or -1; slots whose game is over do not count."""
    for i in range(len(actions)):
        action = actions[i]
        if not games[i].over and (action < 0 or action >= NUM_ACTIONS or masks[i, action] == 0):
            return i
    return -1


@compiled
def step_games(
    first: int,
    last: int,
    games: Any,
    starts: Any,
    decks: Any,
    actions: Any,
    reward_kind: int,
    auto_reset: bool,
    rewards: Any,
    ended: Any,
    finals: Any,
) -> None:
    """Make one play in each game that is not over.

    Args:
        games: GAME (n,). starts: START (n,). decks: int8 (n, given, 36). actions: int64 (n,).
        reward_kind: REWARD_...
        auto_reset: begin the slot's next game at once when one ends.
        rewards: float32 (n, 3), overwritten: what the play was worth to each team.
        ended: bool (n,), overwritten: the play ended the game.
        finals: GAME (n,): where the record of a game that ended is copied to.
    """
    for i in range(first, last):
        game = games[i]
        ended[i] = False
        for team in range(MAX_TEAMS):
            rewards[i, team] = 0.0
        if game.over:
            continue
        if reward_kind == REWARD_POINTS:
            # The slot of the final record serves as the note of the ladder before the play.
            for team in range(MAX_TEAMS):
                finals[i].scores_before[team] = game.scores[team]
        play(game, actions[i], decks[i])
        if reward_kind == REWARD_POINTS:
            write_points(game, finals[i].scores_before, rewards[i])
        if game.over:
            if reward_kind != REWARD_POINTS:
                write_outcome(game, rewards[i])
            ended[i] = True
            finals[i] = game
            if auto_reset:
                start_game(game, starts[i], decks[i])


@compiled
def write_masks(first: int, last: int, games: Any, masks: Any, to_play: Any) -> None:
    """Write the action mask, int8 (n, 15), and the seat to play, int8 (n,), of each game."""
    for i in range(first, last):
        game = games[i]
        actions = legal(game)
        to_play[i] = game.to_play
        for action in range(NUM_ACTIONS):
            masks[i, action] = actions >> action & 1


@compiled
def write_views(first: int, last: int, games: Any, seats: Any, views: Any) -> None:
    """Write what seat seats[i] may know of game i into views[i]; a seat of -1 is taken as 0."""
    for i in range(first, last):
        write_view(games[i], max(0, int(seats[i])), views[i])


@compiled
def write_observations(
    first: int, last: int, games: Any, layout_starts: Any, view: Any, observations: Any
) -> None:
    """Write the observation of the seat to play, int8 (n, size), for each game.

    Args:
        view: VIEW (1,), room to work in.
    """
    for i in range(first, last):
        write_view(games[i], max(0, int(games[i].to_play)), view[0])
        encode_view(view[0], layout_starts, observations[i])


@compiled
def choose_random(first: int, last: int, masks: Any, keys: Any, actions: Any) -> None:
    """Choose uniformly among the legal actions of each row, by the key (int64) of the row."""
    for i in range(first, last):
        legal_actions = 0
        for action in range(NUM_ACTIONS):
            legal_actions |= int(masks[i, action]) << action
        if legal_actions == 0:
            actions[i] = 0
            continue
        for _ in range(below(keys[i], 0, count(legal_actions))):
            legal_actions &= legal_actions - 1
        actions[i] = lowest(legal_actions)

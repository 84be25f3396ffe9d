"""Agents playing games that become records (docs/rules.md section 10)."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from voormsi_agents.matches.lockstep import play_to_end
from voormsi_agents.matches.roster import Roster
from voormsi_agents.matches.stream import Stream
from voormsi_env.engine.randomness import game_seed, mix
from voormsi_env.engine.state import NO_DECKS
from voormsi_env.episode import DEFAULT_MAX_DEALS, Episode
from voormsi_env.games import Games
from voormsi_env.record import Record, record_from_actions, to_line

GAMES_AT_ONCE = 256


def record_games(
    roster: Roster,
    seed: int,
    count: int,
    *,
    legal: bool = False,
    episode: Episode = "game",
    max_deals: int = DEFAULT_MAX_DEALS,
    games_at_once: int = GAMES_AT_ONCE,
) -> Iterator[Record]:
    """Let agents play a series of games; game i has the seed `game_seed(seed, i)`.

    The same arguments give the same records, however many games are played at once.

    Args:
        roster: one entrant a team, and the rules.
        seed: of the series: decks, first dealers, and the agents' own randomness.
        count: how many games.
        legal: list the legal plays with each play.
        episode: `"game"`, or `"deal"` for single deals.
        max_deals: deals after which a game without a winner is truncated.
        games_at_once: how many games are played side by side, and kept in memory.

    Raises:
        ValueError: an argument has a value that is not allowed.
    """
    names = seat_names(roster)
    for first in range(0, count, games_at_once):
        ids = np.arange(first, min(first + games_at_once, count), dtype=np.int64)
        seeds = [game_seed(seed, number) for number in range(ids[0], ids[-1] + 1)]
        games = Games(len(ids), roster.rules, seeds=seeds, episode=episode, max_deals=max_deals)
        openings = games.states.copy()
        actions = _play(games, roster, seed, ids)
        for i in range(len(ids)):
            made = actions[: games.states[i]["ply"], i]
            yield record_from_actions(openings[i : i + 1], NO_DECKS, made, names, legal=legal)


def seat_names(roster: Roster) -> list[str]:
    """The text of the agent at each seat: entrant t plays as team t.

    Raises:
        ValueError: there is not one entrant a team.
    """
    teams, named = roster.rules.teams, [entrant.name for entrant in roster.entrants]
    if len(named) != teams:
        raise ValueError(
            f"agents are {', '.join(named)}; a game of {roster.rules.players} players has "
            f"{teams} teams, and an agent is wanted for each"
        )
    return roster.players_at(range(teams))


def _play(games: Games, roster: Roster, seed: int, ids: NDArray[np.int64]) -> NDArray[np.int8]:
    """Play games to their ends, entrant t as team t; their actions, int8 (steps, n)."""
    seating = np.tile(roster.agents_at(range(roster.rules.teams)), (len(games), 1))
    steps: list[NDArray[np.int8]] = []
    play_to_end(
        games,
        list(roster.agents.values()),
        seating,
        mix(seed),
        ids,
        lambda _, actions: steps.append(actions.astype(np.int8)),
    )
    return np.stack(steps)


def record_lines(roster: Roster, stream: Stream, max_deals: int) -> str:
    """A record of every game of a stream that was played to its end, one a line.

    A game that an agent failed in is left out: its last play is not legal.

    Args:
        roster: who took part.
        stream: the games, with their actions.
        max_deals: their limit.
    """
    outcomes, rules = stream.outcomes, roster.rules
    openings = Games(len(outcomes), rules, seeds=outcomes["seed"], max_deals=max_deals).states
    lines = []
    for game in range(len(outcomes)):
        if outcomes["failed"][game].any():
            continue
        names = roster.players_at(outcomes["entrants"][game])
        record = record_from_actions(
            openings[game : game + 1], NO_DECKS, stream.actions[game], names
        )
        lines.append(to_line(record) + "\n")
    return "".join(lines)

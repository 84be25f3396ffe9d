"""`games.parquet`: one row a game, for those who want to count themselves."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from voormsi_agents.matches.outcome import SHARES, blank_outcomes
from voormsi_agents.tournament.results import Played
from voormsi_env.engine.state import BONUS_KINDS, REASONS
from voormsi_env.files import replacing

TEAM_COLUMNS = ("scores", "decisions", "own_goals", "annulled", "busts", "tricks", "card_luck")


def write_games(path: Path, played: Sequence[Played], names: Sequence[str], teams: int) -> None:
    """Write the games that count, in order of match, set and seating.

    Args:
        path: the file.
        played: what came of every match.
        names: of the entrants.
        teams: how many play in a game.

    Raises:
        OSError: the file cannot be written.
    """
    outcomes = np.concatenate([blank_outcomes(0), *(match.outcomes for match in played)])
    with replacing(path) as temporary:
        pq.write_table(games_table(outcomes, names, teams), temporary)


def games_table(outcomes: NDArray[np.void], names: Sequence[str], teams: int) -> pa.Table:
    """OUTCOME (n,) as columns; a team's are called `team_0_agent` and so on."""
    columns = {
        "match": outcomes["match"],
        "set": outcomes["deal"],
        "seating": outcomes["seating"],
        "seed": outcomes["seed"],
        "reason": _named(outcomes["reason"], REASONS),
        "deals": outcomes["deals"],
        "plies": outcomes["plies"],
    }
    for team in range(teams):
        prefix = f"team_{team}"
        columns[f"{prefix}_agent"] = _named(outcomes["entrants"][:, team], names)
        columns[f"{prefix}_win"] = outcomes["shares"][:, team] / SHARES
        for name in TEAM_COLUMNS:
            columns[f"{prefix}_{name}"] = outcomes[name][:, team]
        for size in range(outcomes["leads"].shape[2]):
            columns[f"{prefix}_leads_of_{size + 1}"] = outcomes["leads"][:, team, size]
        for kind in range(1, len(BONUS_KINDS)):
            columns[f"{prefix}_bonus_{BONUS_KINDS[kind]}"] = outcomes["bonuses"][:, team, kind]
    return pa.table({name: _column(values) for name, values in columns.items()})


def _named(numbers: NDArray[np.integer[Any]], names: Sequence[str]) -> pa.Array:
    indices = pa.array(np.ascontiguousarray(numbers, np.int32))
    return pa.DictionaryArray.from_arrays(indices, pa.array(list(names)))


def _column(values: pa.Array | NDArray[Any]) -> pa.Array:
    return values if isinstance(values, pa.Array) else pa.array(np.ascontiguousarray(values))

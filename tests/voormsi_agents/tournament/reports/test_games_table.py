"""`games.parquet`."""

from __future__ import annotations

import pyarrow.parquet as pq

from voormsi_agents.matches.outcome import SHARES, blank_outcomes
from voormsi_agents.matches.pairings import Match
from voormsi_agents.tournament.reports.games_table import games_table, write_games
from voormsi_agents.tournament.results import Played


def two_games():
    outcomes = blank_outcomes(2)
    outcomes["deal"], outcomes["seed"] = [4, 4], [11, 11]
    outcomes["entrants"][:, :2] = [(0, 1), (1, 0)]
    outcomes["shares"][:, :2] = [(SHARES, 0), (SHARES // 2, SHARES // 2)]
    outcomes["leads"][0, 1] = [5, 3, 1, 0]
    return outcomes


def test_a_row_tells_a_game():
    table = games_table(two_games(), ["random", "greedy"], 2).to_pydict()
    assert table["set"] == [4, 4]
    assert table["team_0_agent"] == ["random", "greedy"]
    assert table["team_0_win"] == [1, 0.5]
    assert [table[f"team_1_leads_of_{size}"][0] for size in (1, 2, 3, 4)] == [5, 3, 1, 0]
    assert not any(name.startswith("team_2") for name in table)


def test_games_of_all_matches_are_written_in_order(tmp_path):
    played = [Played(Match((0, 1)), two_games(), 1), Played(Match((0, 1)), blank_outcomes(0), 0)]
    write_games(tmp_path / "games.parquet", played, ["random", "greedy"], 2)
    assert pq.read_table(tmp_path / "games.parquet").to_pydict()["seed"] == [11, 11]

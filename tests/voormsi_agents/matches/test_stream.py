"""Games side by side: independent of the batch; agents that fail lose just their games."""

from __future__ import annotations

import numpy as np
import pytest
from failing_agents import Crash, Illegal, Misshapen
from helpers import SIZES
from played import play_match

from voormsi_agents.matches.outcome import FAILED_CRASH, FAILED_ILLEGAL
from voormsi_agents.matches.play_sets import play_sets
from voormsi_agents.matches.roster import Roster
from voormsi_agents.tournament.schedule import head_to_head
from voormsi_env import Rules


@pytest.mark.parametrize("rules", SIZES)
def test_outcomes_do_not_depend_on_how_games_are_batched(rules) -> None:
    agents = ["random", "greedy", "random"][: rules.teams]
    whole = play_match(agents, 9, rules, slots=1024).outcomes
    assert (play_match(agents, 9, rules, slots=1).outcomes == whole).all()
    assert (play_match(agents, 9, rules, slots=5).outcomes == whole).all()
    roster, match = Roster(agents, rules), head_to_head(rules.teams, rules)[0]
    parts = [play_sets(roster, match, 5, a, b).outcomes for a, b in ((0, 4), (4, 5), (5, 9))]
    assert (np.concatenate(parts) == whole).all()


def test_a_game_without_a_winner_is_shared() -> None:
    stream = play_match(["random", "random"], 5, Rules(game_points=50), max_deals=1)
    assert (stream.outcomes["shares"][:, :2] == 3).all()


@pytest.mark.parametrize(
    ("agent", "failure", "words"),
    [
        (Illegal, FAILED_ILLEGAL, "action 14 is not legal"),
        (Crash, FAILED_CRASH, "RuntimeError: out of luck"),
        (Misshapen, FAILED_CRASH, "returned actions of shape"),
    ],
)
def test_a_failing_agent_loses_just_the_games_it_fails_in(agent, failure, words) -> None:
    bad = agent()
    bad.name = "bad"
    outcomes = play_match([bad, "random"], 60, forgive=True)
    games = outcomes.outcomes
    failed = games["failed"].any(axis=1)
    assert 0 < failed.sum() < 60
    assert set(outcomes.failures) == set(np.flatnonzero(failed))
    assert all(words in failure.what for failure in outcomes.failures.values())
    assert {failure.agent for failure in outcomes.failures.values()} == {"bad"}
    for game in games[failed]:
        team = int(np.flatnonzero(game["failed"])[0])
        assert game["failed"][team] == failure
        assert game["entrants"][team] == 0
        assert game["shares"][team] == 0
        assert game["shares"][1 - team] == 6
    for width in (1, 7):
        assert (play_match([bad, "random"], 60, forgive=True, slots=width).outcomes == games).all()

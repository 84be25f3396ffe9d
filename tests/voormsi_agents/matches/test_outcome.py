"""What a game of a tournament came to."""

from __future__ import annotations

from voormsi_agents.matches.outcome import SHARES, blank_outcomes


def test_a_blank_outcome_has_nobody_and_nothing_in_it() -> None:
    outcomes = blank_outcomes(3)
    assert len(outcomes) == 3
    assert (outcomes["entrants"] == -1).all()
    assert all((outcomes[name] == 0).all() for name in outcomes.dtype.names if name != "entrants")


def test_a_win_can_be_shared_by_two_and_by_three() -> None:
    assert SHARES % 2 == SHARES % 3 == 0

"""Who sits where in the learner's games: drawn by weight, partners too."""

from __future__ import annotations

import numpy as np
import pytest

from voormsi_agents.training.selfplay.opponents import SeatAssignment, parse_opponents
from voormsi_env.rules import Rules


def test_a_partner_can_be_an_agent_too() -> None:
    assignment = SeatAssignment({"random with greedy": 1.0}, Rules(), 50)
    assignment.draw(np.ones(50, np.bool_), np.random.default_rng(0))
    names = np.array(["self"] + [agent.name for agent in assignment.agents])[assignment.deciders]
    for row in names:
        own = int(np.flatnonzero(row == "self")[0])
        assert (row == "self").sum() == 1
        assert row[(own + 2) % 4] == "greedy"
        assert (row[(own + 1) % 4], row[(own + 3) % 4]) == ("random", "random")


def test_opponents_are_drawn_by_weight() -> None:
    assignment = SeatAssignment({"self": 3.0, "random": 1.0}, Rules(), 4000)
    assignment.draw(np.ones(4000, np.bool_), np.random.default_rng(0))
    pure = (assignment.deciders == 0).all(axis=1)
    assert 0.72 < pure.mean() < 0.78


@pytest.mark.parametrize(
    ("mix", "words"),
    [
        ({}, "empty"),
        ({"self": 0.0}, "weight of 'self'"),
        ({"nobody": 1.0}, "no agent is called 'nobody'"),
        ({"self with random": 1.0}, "`with` takes registry agents only"),
    ],
)
def test_a_bad_mix_is_refused(mix: dict[str, float], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        parse_opponents(mix, Rules())

"""Who meets whom."""

from __future__ import annotations

import pytest
from helpers import FOUR, THREE, TWO

from voormsi_agents.matches.pairings import Match
from voormsi_agents.tournament.schedule import (
    chain,
    gauntlet,
    head_to_head,
    round_robin,
    usual_schedule,
)


def test_schedules() -> None:
    assert head_to_head(2, FOUR) == [Match((0, 1))]
    assert head_to_head(2, THREE) == [Match((0, 1, 1))]
    assert round_robin(3, FOUR) == [Match((0, 1)), Match((0, 2)), Match((1, 2))]
    assert len(round_robin(5, THREE)) == 10
    assert gauntlet(3, TWO) == [Match((0, 1)), Match((0, 2))]
    assert gauntlet(3, THREE) == [Match((0, 1, 1)), Match((0, 2, 2))]
    assert chain(4, 2, FOUR) == [
        Match(pair) for pair in ((0, 1), (2, 0), (2, 1), (3, 0), (3, 1), (3, 2))
    ]
    assert usual_schedule(2, FOUR) == "head-to-head"
    assert usual_schedule(3, FOUR) == "round-robin"
    assert usual_schedule(3, THREE) == "head-to-head"
    for schedule, few in ((head_to_head, 1), (head_to_head, 3), (round_robin, 1), (gauntlet, 1)):
        with pytest.raises(ValueError, match="allowed are"):
            schedule(few, FOUR)

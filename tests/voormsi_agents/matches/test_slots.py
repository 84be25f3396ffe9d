"""The slots of a stream: filled, gathered by agent, and taken on."""

from __future__ import annotations

import numpy as np
from helpers import FOUR

from voormsi_agents.matches.lockstep import decision_key
from voormsi_agents.matches.outcome import FAILED_CRASH, blank_outcomes
from voormsi_agents.matches.slots import CRASHED, advance, fill, gather, make_slots
from voormsi_env.engine.state import START

IDS = np.array([20, 21, 22])
SEATINGS = np.array([[1, 0, 1, 0], [0, 1, 0, 1], [1, 1, 1, 1]])


def test_decisions_come_agent_after_agent_and_a_crash_frees_a_slot() -> None:
    slots, outcomes = make_slots(2, FOUR, 100, 2), blank_outcomes(3)
    starts = np.zeros(3, START)
    starts["seed"] = [1, 2, 3]
    starts["first_dealer"] = 3
    assert fill(slots, starts, 0, outcomes) == 2
    assert slots.numbers.tolist() == [0, 1]
    gather(slots, SEATINGS, IDS, 9)
    assert slots.bounds.tolist() == [0, 1, 2]
    assert slots.order.tolist() == [1, 0]
    assert slots.keys.tolist() == [decision_key(9, 21, 0), decision_key(9, 20, 0)]
    assert (slots.legal == slots.views["legal"]).all()

    first = int(slots.legal[0] & -slots.legal[0]).bit_length() - 1
    slots.actions[:] = [first, CRASHED]
    assert advance(slots, outcomes) == 0
    assert slots.games["ply"][1] == 1
    assert slots.games["over"].tolist() == [True, False]
    assert outcomes["failed"][0].tolist() == [FAILED_CRASH, 0, 0]
    assert fill(slots, starts, 2, outcomes) == 3
    assert slots.numbers.tolist() == [2, 1]


def test_illegal_plays_are_counted() -> None:
    slots, outcomes = make_slots(1, FOUR, 100, 2), blank_outcomes(1)
    starts = np.zeros(1, START)
    fill(slots, starts, 0, outcomes)
    gather(slots, SEATINGS, IDS, 9)
    slots.actions[:] = 15
    assert advance(slots, outcomes) == 1
    assert slots.games["over"][0]

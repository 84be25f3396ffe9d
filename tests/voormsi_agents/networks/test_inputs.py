"""What networks are given: the parts of a row."""

from __future__ import annotations

import numpy as np
import pytest
from policy_helpers import games_under_way

from voormsi_agents.networks.inputs import HIDDEN_FIELDS, Inputs
from voormsi_env.decoding import cards_in, place_in
from voormsi_env.engine.stock import settle_deck
from voormsi_env.full_state import decode_state, encode_state, state_layout_of
from voormsi_env.observation import Layout
from voormsi_env.rules import Rules
from voormsi_env.sequence import sequences

each_parts = pytest.mark.parametrize(("sequence", "hidden"), [(0, 0), (0, 1), (1, 0), (1, 1)])


@each_parts
def test_a_row_holds_its_parts_and_survives_packing(sequence: int, hidden: int) -> None:
    rules = Rules()
    games = games_under_way(rules)
    inputs = Inputs(rules, bool(sequence), bool(hidden))
    chosen = np.arange(0, len(games), 3)
    rows = inputs.of_games(games, chosen)
    views = games.views()[chosen]
    assert rows.shape == (len(chosen), inputs.size)
    assert all(inputs.space.contains(row) for row in rows)
    assert (rows[:, inputs.observation] == games.observations[chosen]).all()
    assert (inputs.of_views(views) == rows[:, : inputs.visible]).all()
    if sequence:
        assert (rows[:, inputs.sequence] == sequences(views).reshape(len(views), -1)).all()
    packed = inputs.pack(rows)
    assert packed.shape == (len(chosen), inputs.packed_size)
    assert (inputs.unpack(packed) == rows).all()


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("steps", [5, 30])
def test_the_hidden_part_is_what_the_state_knows(players: int, steps: int) -> None:
    rules = Rules(players=players)
    games = games_under_way(rules, 40, steps)
    inputs = Inputs(rules, hidden=True)
    layout = Layout(rules, HIDDEN_FIELDS)
    hidden = inputs.of_games(games, np.arange(40))[:, inputs.hidden]
    ends = 0
    for game in range(40):
        record = games.states[game].copy()
        settle_deck(record)
        state = np.empty(state_layout_of(rules).size, np.int8)
        encode_state(record, state_layout_of(rules).starts, state)
        known = decode_state(state, rules)
        seat = int(games.to_play[game])
        hands = [cards_in(row) for row in layout.part(hidden[game], "hands")]
        assert hands == [known["hands"][(seat + k) % players] for k in range(1, players)]
        coming = [place_in(row) for row in layout.part(hidden[game], "next_cards")]
        assert coming == known["stock"][:players]
        ends += coming[-1] is None
    assert ends or steps < 30 or players < 4

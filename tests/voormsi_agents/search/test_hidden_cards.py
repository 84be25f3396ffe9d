"""Dealing the cards that a seat cannot see."""

from __future__ import annotations

import numpy as np
import pytest
from helpers import random_positions

from voormsi_agents.search.hidden_cards import deal_hidden_cards
from voormsi_agents.search.knowledge import KNOWLEDGE, read_knowledge
from voormsi_env.engine.state import STATE


@pytest.mark.parametrize("players", [2, 3, 4])
def test_hands_keep_their_size_and_every_card_arrived_somewhere(players: int) -> None:
    checked = 0
    for key, (game, _) in enumerate(random_positions(40, seed=8, players=players)):
        if game.over:
            continue
        view = game.view(game.to_play)
        knowledge, states = np.zeros(1, KNOWLEDGE), np.zeros(2, STATE)
        read_knowledge(view, knowledge.view(np.recarray)[0], states.view(np.recarray)[0])
        world = states[1:].view(np.recarray)[0]
        deal_hidden_cards(view, knowledge.view(np.recarray)[0], key, world)
        for seat in range(players):
            assert int(world.hands[seat]).bit_count() == view.hand_sizes[seat]
            assert int(world.hands[seat]) & int(view.known[seat]) == int(view.known[seat])
        assert world.hands[0] == view.hand
        assert sorted(world.deck.tolist()) == list(range(36))
        checked += 1
    assert checked > 20

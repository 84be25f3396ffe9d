"""The deal that a VIEW has seen, played again."""

from __future__ import annotations

import numpy as np
import pytest
from helpers import random_positions

from voormsi_agents.search.replay import action_of, card_at, replay_deal, seat_at
from voormsi_env.engine.state import START, STATE, VIEW
from voormsi_env.engine.view import write_view


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_true_deck_gives_the_view_again(players: int) -> None:
    checked = 0
    for game, plays in random_positions(40, seed=7, players=players):
        if game.over:
            continue
        view = np.asarray(game.view(game.to_play)).reshape(1)
        deck = game.state.deck.reshape(1, 36).copy()
        start, again, seen = np.zeros(1, START), np.zeros(1, STATE), np.zeros(1, VIEW)
        replay_deal(game.view(game.to_play), deck, start[0], again[0])
        write_view(again[0], 0, seen[0])
        for name in VIEW.names or ():
            assert (seen[name] == view[name]).all(), name
        checked += 1
        seats = [(seat - game.to_play) % players for seat, cards in plays for _ in cards]
        entries = range(int(view["cards_played"][0]))
        assert [seat_at(game.view(game.to_play), entry) for entry in entries] == seats
        cards = {card_at(game.view(game.to_play), entry) for entry in entries}
        assert len(cards) == len(entries)
    assert checked > 20


def test_an_action_names_the_slots_of_its_cards() -> None:
    hand = 0b1000_0110_0001
    assert action_of(0b1, hand) == 0
    assert action_of(0b1000_0000_0000, hand) == 0b1000 - 1
    assert action_of(hand, hand) == 0b1111 - 1

"""What a VIEW says about the deck."""

from __future__ import annotations

import numpy as np
import pytest
from helpers import play_tricks, random_positions

from voormsi_agents.search.knowledge import KNOWLEDGE, STOCK, read_knowledge
from voormsi_env import Game
from voormsi_env.cards import ALL_CARDS
from voormsi_env.engine.state import STATE


def knowledge_of(game: Game) -> np.record:
    """What the seat to play knows."""
    knowledge, table = np.zeros(1, KNOWLEDGE).view(np.recarray), np.zeros(1, STATE)
    read_knowledge(game.view(game.to_play), knowledge[0], table[0])
    return knowledge[0]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_unseen_cards_lie_in_other_hands_and_the_stock(players: int) -> None:
    checked = 0
    for game, _ in random_positions(40, seed=5, players=players):
        if game.over:
            continue
        me, knowledge, state = game.to_play, knowledge_of(game), game.state
        order = [(me + seat) % players for seat in range(players)]
        assert int(knowledge.unseen) & int(state.hands[me]) == 0
        assert int(knowledge.unseen) & ~ALL_CARDS == 0
        hidden = sum(int(knowledge.hidden[seat]) for seat in range(1, players))
        assert int(knowledge.unseen).bit_count() == hidden + 36 - int(state.drawn)
        for seat, absolute in enumerate(order):
            drawn = int(state.hands[absolute]) | int(state.gone[absolute])
            places = knowledge.places[seat][: knowledge.drawn[seat]]
            assert sorted(1 << int(state.deck[place]) for place in places) == sorted(
                1 << card for card in range(36) if drawn >> card & 1
            )
        checked += 1
    assert checked > 20


def test_who_played_no_toqutsit_under_the_duty_had_none_then() -> None:
    free = knowledge_of(play_tricks("9S 9C 5C 9D", "9H"))
    bound = knowledge_of(play_tricks("KH 9C 5C 9D", "9H"))
    assert free.lacked.tolist() == [0, 0, 0, 0]
    assert sum(value > 0 for value in bound.lacked.tolist()) >= 2
    assert bound.odds[1:4].sum() < free.odds[1:4].sum()
    assert free.odds[STOCK] == 16

"""Card luck: counted right, and of the mean zero whatever the players do."""

from __future__ import annotations

import numpy as np
import pytest
from helpers import SIZES
from played import play_match

from voormsi_agents.values.card_luck import CARD_VALUES, STAKES
from voormsi_env import Game
from voormsi_env.cards import parse_card


def test_card_luck_is_what_was_drawn_less_what_was_left() -> None:
    stream = play_match(["random", "random"], 1, keep_actions=True, max_deals=1)
    game = Game(seed=int(stream.outcomes["seed"][0]))
    deck = [parse_card(name) for name in game.deck()]
    eldest = (game.dealer + 1) % 4
    drawn = [(eldest + place // 4) % 4 for place in range(16)]
    for action in stream.actions[0]:
        held = [set(game.hand(seat)) for seat in range(4)]
        stock = int(game.state.drawn)
        played = int(game.state.to_play)
        game.play_action(int(action))
        if game.over or game.deal:
            break
        for name in game.deck()[stock : int(game.state.drawn)]:
            (seat,) = (
                s
                for s in range(4)
                if name in set(game.hand(s)) - held[s] or (s == played and name in game.hand(s))
            )
            drawn.append(seat)
    luck = [0.0, 0.0]
    for place, seat in enumerate(drawn):
        rest = [CARD_VALUES[card] for card in deck[place:]]
        luck[seat % 2] += STAKES[9, 0] * (CARD_VALUES[deck[place]] - sum(rest) / len(rest))
    assert stream.outcomes["card_luck"][0][:2] == pytest.approx(luck, abs=1e-12)


def test_card_luck_has_the_mean_zero_whatever_the_players_do() -> None:
    for rules in SIZES:
        outcomes = play_match(["greedy", "random", "greedy"][: rules.teams], 600, rules).outcomes
        by_entrant = np.zeros((len(outcomes), rules.teams))
        rows = np.arange(len(outcomes))[:, None]
        by_entrant[rows, outcomes["entrants"][:, : rules.teams]] = outcomes["card_luck"][
            :, : rules.teams
        ]
        by_set = by_entrant.reshape(600, -1, rules.teams).sum(axis=1)
        error = by_set.std(axis=0, ddof=1) / 600**0.5
        assert (np.abs(by_set.mean(axis=0)) < 4 * error).all()

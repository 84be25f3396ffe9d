"""One compiled call a step: the game it plays and what it writes are those of the game itself."""

from __future__ import annotations

import numpy as np
import pytest
from helpers import SIZES, bytes_of

from voormsi_env import Game, Rules
from voormsi_env.aec_step import (
    BEGIN,
    ILLEGAL,
    LOOK,
    OVER,
    REWARDED,
    SEAT_BITS,
    advance,
    new_workspace,
    part_of,
    reveal,
)
from voormsi_env.engine.rewards import REWARD_OUTCOME
from voormsi_env.engine.state import NO_DECKS
from voormsi_env.episode import blank_games, start_records
from voormsi_env.full_state import state_layout_of
from voormsi_env.observation import encode, layout_of


class Table:
    """A workspace, and the arrays that its steps write into."""

    def __init__(self, rules: Rules, seed: int) -> None:
        self.layout = layout_of(rules)
        self.workspace = new_workspace(self.layout.starts)
        part_of(self.workspace, "game")[:] = blank_games(1, rules, "deal")
        part_of(self.workspace, "start")[:] = start_records([seed], rules)
        part_of(self.workspace, "reward_kind")[:] = REWARD_OUTCOME
        self.observation = np.zeros(self.layout.size, np.int8)
        self.mask = np.zeros(15, np.int8)

    def advance(self, action: int, seat: int = 0) -> int:
        return int(advance(self.workspace, NO_DECKS, action, seat, self.observation, self.mask))

    def agrees_with(self, game: Game, seat: int) -> bool:
        view = np.asarray(game.view(seat))
        legal = game.legal_actions() if game.to_play == seat else []
        return (
            bytes_of(part_of(self.workspace, "game")[0]) == bytes_of(game.state)
            and bytes(self.observation) == encode(view[None], game.rules)[0].tobytes()
            and np.flatnonzero(self.mask).tolist() == legal
        )


@pytest.mark.parametrize("rules", SIZES)
def test_a_deal_is_the_deal_that_game_plays(rules: Rules) -> None:
    table, game = Table(rules, 5), Game(rules, seed=5, episode="deal")
    assert table.advance(BEGIN) == game.to_play
    while True:
        assert game.to_play is not None
        assert table.agrees_with(game, game.to_play)
        for seat in range(rules.players):
            assert table.advance(LOOK, seat) == seat
            assert table.agrees_with(game, seat)
        action = game.legal_actions()[-1]
        game.play_action(action)
        outcome = table.advance(action)
        if game.over:
            break
        assert outcome & SEAT_BITS == outcome == game.to_play
    assert outcome & OVER
    assert bool(outcome & REWARDED) == part_of(table.workspace, "rewards").any()
    assert bool(outcome & REWARDED) == bool(game.winners)


def test_an_illegal_action_changes_nothing() -> None:
    table = Table(Rules(), 5)
    table.advance(BEGIN)
    before = table.workspace.tobytes(), table.observation.tobytes(), table.mask.tobytes()
    illegal = np.flatnonzero(table.mask == 0)
    assert len(illegal) > 0
    for action in illegal.tolist():
        assert table.advance(action) == ILLEGAL
    assert (table.workspace.tobytes(), table.observation.tobytes(), table.mask.tobytes()) == before


def test_revealing_changes_nothing_that_can_be_seen() -> None:
    table, twin = Table(Rules(), 5), Table(Rules(), 5)
    table.advance(BEGIN)
    twin.advance(BEGIN)
    layout = state_layout_of(Rules())
    state = np.zeros(layout.size, np.int8)
    reveal(table.workspace, layout.starts, state)
    assert set(state.tolist()) == {0, 1}
    assert part_of(table.workspace, "game")["shuffled"][0] == 36
    for _ in range(20):
        action = int(table.mask.argmax())
        assert table.advance(action) == twin.advance(action)
        assert bytes(table.observation) == bytes(twin.observation)

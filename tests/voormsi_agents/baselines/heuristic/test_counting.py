"""Counting cards."""

from __future__ import annotations

from math import comb

import pytest
from helpers import play_tricks
from oracle_rules import PACK

from voormsi_agents.baselines.heuristic.counting import (
    BEATERS,
    WAYS,
    chance_of_trick,
    chance_to_beat,
    player_at,
)
from voormsi_agents.baselines.heuristic.position import read_position
from voormsi_env.cards import parse_card, parse_cards


def test_ways_to_hold_cards_are_binomial() -> None:
    assert all(WAYS[n, k] == comb(n, k) for n in range(len(PACK) + 1) for k in range(5))


def test_no_card_beats_itself() -> None:
    assert all(
        BEATERS[now, card] >> card & 1 == 0 for now in range(len(BEATERS)) for card in range(36)
    )


def test_a_card_beaten_by_one_unseen_card_is_beaten_as_often_as_that_is_held() -> None:
    game = play_tricks("5H", held={1: ["9C", "9S", "QD", "QS"]})
    view = game.view(1)
    unseen = read_position(view).unseen
    now = read_position(view).situation
    heading = parse_cards("5H")
    beaters = int(BEATERS[now, parse_card("5H")]) & unseen
    wanted = 1 - comb((unseen & ~beaters).bit_count(), 4) / comb(unseen.bit_count(), 4)
    assert chance_to_beat(view, 1, unseen, heading, now) == pytest.approx(wanted)
    assert chance_to_beat(view, 1, unseen & ~beaters, heading, now) == 0


def test_partners_and_opponents_play_in_turn() -> None:
    view = play_tricks("5H").view(1)
    assert [player_at(view, place, True) for place in (1, 2)] == [
        (1, False, True),
        (2, True, False),
    ]


def test_who_plays_last_is_sure_of_his_trick() -> None:
    view = play_tricks("5H 6C 6S", held={3: ["9C", "QD", "QS", "QH"]}).view(3)
    unseen = read_position(view).unseen
    assert chance_of_trick(view, unseen, parse_cards("9C"), True, 0, True) == 1
    assert chance_of_trick(view, unseen, parse_cards("6S"), False, 0, False) == 0

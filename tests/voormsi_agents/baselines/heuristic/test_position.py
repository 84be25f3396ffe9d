"""What a decision stands on."""

from __future__ import annotations

from helpers import play_tricks

from voormsi_agents.baselines.heuristic.position import chance_after, read_position, stakes_of
from voormsi_env.cards import ALL_CARDS, parse_cards


def test_a_position_is_what_the_seat_sees() -> None:
    game = play_tricks("5H 9C 6C", held={3: ["8S", "AC", "QD", "JS"]})
    position = read_position(game.view(3))
    hand = parse_cards("8S AC QD JS")
    gone = parse_cards("5H 9C 6C")
    assert position.hand == hand
    assert position.gone == gone
    assert position.unseen == position.hidden == ALL_CARDS & ~hand & ~gone
    assert position.heading == parse_cards("9C")
    assert position.ours
    assert not read_position(play_tricks("5H 9C").view(2)).ours


def test_a_leader_has_no_heading_play() -> None:
    position = read_position(play_tricks("5H", plays=0).view(0))
    assert (position.heading, position.gone, position.ours) == (0, 0, False)


def test_a_larger_trick_is_about_more() -> None:
    view = play_tricks("5H").view(1)
    one, four = stakes_of(view, 1, 1), stakes_of(view, 1, 4)
    assert four.lost < one.lost < one.won < four.won
    assert chance_after(view, 0, 1, -1, 0) == one.won
    assert chance_after(view, 0, 1, 0, 2) > one.won

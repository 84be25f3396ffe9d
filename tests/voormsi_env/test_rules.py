"""The options of the rules are checked, and say what follows from them."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import SIZES, all_rules, oracle_rules
from oracle_rules import add_sum, number_of_teams, plays_in_trick, target, team_of, tricks_in_deal

from voormsi_env import Game, Rules
from voormsi_env.episode import rules_of
from voormsi_env.rules import BUSTS, Bust, options


def test_defaults_are_those_of_the_rules() -> None:
    expected = {
        "players": 4,
        "game_points": 9,
        "bust": "rebound",
        "settlement": "trick",
        "three_is_king": False,
        "show_hand_to": "left",
        "play_on": "unbeaten",
    }
    assert Rules().to_dict() == expected
    assert Rules.four() == Rules()
    assert Rules.three().to_dict() == expected | {"players": 3, "game_points": 12}
    assert Rules.two().to_dict() == expected | {"players": 2}
    assert Rules.three(bust="off", game_points=7) == Rules(3, 7, "off")


@pytest.mark.parametrize("rules", SIZES, ids=["two", "three", "four"])
def test_what_follows_from_the_number_of_players(rules: Rules) -> None:
    by_oracle = oracle_rules(rules)
    assert rules.teams == number_of_teams(by_oracle)
    assert rules.plays_per_trick == plays_in_trick(by_oracle)
    assert rules.tricks_per_deal == tricks_in_deal(by_oracle)
    assert rules.points_to_win == target(by_oracle)
    assert rules.stock_size == 36 - 4 * rules.players
    for seat in range(rules.players):
        assert rules.team_of(seat) == team_of(seat, by_oracle)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_rules_survive_a_mapping_and_a_record(players: int) -> None:
    for rules in all_rules(players):
        assert Rules.from_dict(rules.to_dict()) == rules
        game = Game(rules, seed=1)
        assert rules_of(game.state) == rules
        assert rules_of(game.view(1)) == rules


def test_rules_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        Rules().players = 3  # type: ignore[misc]


@pytest.mark.parametrize(
    ("option", "values", "allowed"),
    [
        ("players", [1, 5, "4", 4.0, True, None], "whole numbers from 2 to 4"),
        ("game_points", [0, -9, 51, "9", 9.0, True], "whole numbers from 1 to 50"),
        ("bust", ["Rebound", "", None, 0], "rebound, deduct, off"),
        ("settlement", ["game", None], "trick, deal"),
        ("three_is_king", ["yes", 1, 0, None], "true and false"),
        ("show_hand_to", ["right", None], "left, opponents, none"),
        ("play_on", ["always", None], "unbeaten, streak"),
    ],
)
def test_wrong_options_are_named_with_what_is_allowed(
    option: str, values: list[Any], allowed: str
) -> None:
    for value in values:
        message = rf"rules option {option} is .*; allowed are {allowed}"
        with pytest.raises(ValueError, match=message):
            Rules(**{option: value})


def test_an_unknown_option_is_named() -> None:
    with pytest.raises(ValueError, match=r"no rules option is called .player.; allowed are .*bust"):
        Rules.from_dict({"player": 4})


@pytest.mark.parametrize("bust", BUSTS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_sum_leads_below_the_lowest_score(players: int, bust: Bust) -> None:
    # at most, with three players: two for five tricks first, six more, and a bonus of two
    largest_sum = 10
    for game_points in (1, 5, 9, 12, 50):
        rules = Rules(players, game_points, bust)
        scores = range(rules.lowest_score, rules.points_to_win + 1)
        reached = {
            add_sum(score, points, oracle_rules(rules))
            for score in scores
            for points in range(1, largest_sum + 1)
        }
        assert min(reached) >= rules.lowest_score
        assert max(reached) == rules.points_to_win


def test_options_says_of_each_option_what_it_may_be() -> None:
    assert [option.name for option in options()] == [*Rules().to_dict()]
    by_name = {option.name: option for option in options()}
    assert by_name["bust"].choices == BUSTS
    assert by_name["three_is_king"].kind is bool
    assert by_name["game_points"].kind is int
    assert by_name["players"].help == "2, 3 or 4 (sections 2 and 8)."
    assert all(option.help for option in options())
    defaults = {option.name: option.default for option in options() if option.default is not None}
    assert Rules(**defaults) == Rules()

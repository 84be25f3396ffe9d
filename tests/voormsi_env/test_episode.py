"""The arguments with which games begin and end are checked, and stand in the records."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from helpers import all_rules

from voormsi_env import Game, Games, Rules
from voormsi_env.engine.state import OPTION_NAMES, VIEW
from voormsi_env.engine.view import copy_options
from voormsi_env.episode import blank_games, rules_of

DECK = list(range(36))


def begin(kind: type[Game] | type[Games], rules: Rules, arguments: dict[str, Any]) -> Any:
    if kind is Games:
        renamed = {"first_dealer": "first_dealers"}
        return Games(2, rules, **{renamed.get(k, k): value for k, value in arguments.items()})
    return Game(rules, **arguments)


@pytest.mark.parametrize("kind", [Game, Games])
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"seed": -1}, "seed is -1; allowed are whole numbers from 0 to 9223372036854775807"),
        ({"seed": 2**63}, "seed is 9223372036854775808; allowed"),
        ({"seed": 1.5}, "seed is 1.5; allowed"),
        ({"seed": "7"}, "seed is '7'; allowed"),
        ({"seed": True}, "seed is True; allowed"),
        ({"episode": "match"}, "episode is 'match'; allowed are game, deal"),
        ({"max_deals": 0}, "max_deals is 0; allowed are whole numbers from 1"),
        ({"max_deals": 1.0}, "max_deals is 1.0; allowed"),
        ({"max_deals": True}, "max_deals is True; allowed"),
        ({"max_deals": 2**31}, "max_deals is 2147483648; allowed"),
        ({"first_dealer": 4}, "first dealer is .*4.*; allowed are seats 0 to 3"),
        ({"first_dealer": -1}, "first dealer is .*-1.*; allowed"),
        ({"first_dealer": 1.0}, "first dealer is .*1.0.*; allowed"),
        ({"first_dealer": True}, "first dealer is .*True.*; allowed"),
        ({"start_scores": [0]}, "start_scores is .0.; allowed are 2 whole numbers from -9 to 8"),
        ({"start_scores": [0, 0, 0]}, "start_scores is .*; allowed are 2"),
        ({"start_scores": [9, 0]}, "start_scores is .9, 0.; allowed"),
        ({"start_scores": [0, -10]}, "start_scores is .0, -10.; allowed"),
        ({"start_scores": [0, 0.5]}, "start_scores is .0, 0.5.; allowed"),
        ({"start_scores": [0, True]}, "start_scores is .0, True.; allowed"),
        ({"start_scores": "zero"}, "start_scores is 'zero'; allowed are 'random' or a score"),
    ],
    ids=str,
)
def test_wrong_arguments_are_named_with_what_is_allowed(
    kind: type[Game] | type[Games], arguments: dict[str, Any], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        begin(kind, Rules(), arguments)


@pytest.mark.parametrize("kind", [Game, Games])
def test_arguments_depend_on_the_game(kind: type[Game] | type[Games]) -> None:
    begin(kind, Rules.three(), {"first_dealer": 2})
    with pytest.raises(ValueError, match=r"first dealer is .*3.*; allowed are seats 0 to 2"):
        begin(kind, Rules.three(), {"first_dealer": 3})
    begin(kind, Rules.three(), {"start_scores": [11, -12, 0]})
    with pytest.raises(ValueError, match="allowed are 3 whole numbers from -12 to 11"):
        begin(kind, Rules.three(), {"start_scores": [12, 0, 0]})


@pytest.mark.parametrize(
    ("deck", "message"),
    [
        (DECK[:35], "deck 0 .* does not hold each of the 36 cards once"),
        ([*DECK[:35], 0], "deck 0 .* does not hold each of the 36 cards once"),
        ([*DECK[:35], 36], "deck 0 .* 36.* does not hold each of the 36 cards once"),
        ([*DECK, 0], "deck 0 .* does not hold each of the 36 cards once"),
        (["JC", "XX"], "no card is called 'XX'"),
    ],
)
def test_wrong_decks_of_one_game(deck: list[Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Game(decks=[deck])


def test_wrong_decks_of_many_games() -> None:
    decks = np.array([[DECK, DECK], [DECK, DECK]])
    assert len(Games(2, decks=decks)) == 2
    decks[1, 1, 0] = 1
    with pytest.raises(ValueError, match="game 1: deck 1 does not hold each of the 36 cards once"):
        Games(2, decks=decks)
    for shape in ((2, 36), (3, 1, 36), (2, 1, 35)):
        with pytest.raises(ValueError, match=r"decks have shape .*; allowed is .2, given, 36."):
            Games(2, decks=np.zeros(shape, np.int8))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"n": 0}, "n is 0; allowed are whole numbers from 1"),
        ({"n": -1}, "n is -1; allowed"),
        ({"n": 2.0}, "n is 2.0; allowed"),
        ({"n": True}, "n is True; allowed"),
        ({"n": 2, "reward": "score"}, "reward is 'score'; allowed are outcome, points"),
        ({"n": 2, "seeds": [1]}, "seeds are .1.; allowed are 2 whole numbers"),
        ({"n": 2, "seeds": [1, -1]}, "seeds are .1, -1.; allowed"),
        ({"n": 2, "seeds": [1, 2**63]}, "seeds are .*; allowed"),
        ({"n": 2, "seeds": [1.0, 2.0]}, "seeds are .1.0, 2.0.; allowed"),
        ({"n": 2, "first_dealers": [0, 1, 2]}, "first dealer is .0, 1, 2.; allowed"),
        ({"n": 2, "first_dealers": [0, 4]}, "first dealer is .0, 4.; allowed"),
    ],
)
def test_wrong_arguments_of_many_games(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Games(**arguments)


def test_games_are_dealt_as_given() -> None:
    dealt = [DECK[::-1], DECK]
    game = Game(decks=dealt, first_dealer=2, start_scores=[3, -4])
    assert (game.dealer, game.to_play, game.scores) == (2, 3, [3, -4])
    assert game.hand(3) == ["7S", "7H", "7D", "3D"]
    games = Games(2, decks=np.array([dealt, dealt[::-1]]), first_dealers=[2, 0])
    assert games.states["dealer"].tolist() == [2, 0]
    assert games.states["hands"][0].tolist() == game.state.hands.tolist()
    assert games.states["hands"][1, 1] == 0b1111


def test_random_start_scores_come_from_the_seed_and_are_below_the_game() -> None:
    rules = Rules(game_points=4)
    seen = set()
    for seed in range(60):
        scores = Game(rules, seed, start_scores="random").scores
        assert scores == Game(rules, seed, start_scores="random").scores
        seen |= set(scores)
    assert seen == {0, 1, 2, 3}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_records_carry_every_option_there_and_back(players: int) -> None:
    for rules in all_rules(players):
        games = blank_games(1, rules)
        assert rules_of(games[0]) == rules
        views = np.zeros(1, VIEW)
        copy_options(games[0], views[0])
        assert rules_of(views[0]) == rules
        assert all(views[0][name] == games[0][name] for name in OPTION_NAMES)

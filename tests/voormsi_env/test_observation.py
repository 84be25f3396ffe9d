"""The observation says what the VIEW says, field by field, and can be read back."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from helpers import FOUR, SIZES, bytes_of, play_tricks, random_positions

from voormsi_env import Game, Games, Rules
from voormsi_env.cards import cards_of, mask_of, parse_cards
from voormsi_env.engine.state import BONUS_KINDS
from voormsi_env.observation import Layout, decode, encode, layout_of

SIZE_OF = {2: 590, 3: 689, 4: 749}
RARE = {"must_play_toqutsit", "king_of_spades_beats", "prospect", "prospect_team"}
"""Fields that `test_the_rare_fields_speak` is for."""


def what_it_should_say(game: Game, seat: int) -> dict[str, Any]:
    """Every field for a seat, worked out from the game and the seat's VIEW."""
    rules, view = game.rules, np.asarray(game.view(seat))
    players, teams = rules.players, rules.teams
    around = [(seat + place) % players for place in range(players)]
    teams_around = [(rules.team_of(seat) + place) % teams for place in range(teams)]
    hands = [parse_cards(game.hand(other)) for other in around]
    hand = cards_of(hands[0])
    table = [(around.index(player), parse_cards(cards)) for player, cards in game.table()]
    rows = [0] * rules.plays_per_trick
    for row, cards in table:
        rows[row + players if rows[row] else row] = cards
    heading = table[int(view["heading"])] if view["heading"] >= 0 else (None, 0)
    opening = table[int(view["opening"])] if view["opening"] >= 0 else (None, 0)
    power = None
    if table:
        power = 2 if opening[0] is None else int(view["seven_trick"])
    king_heads = bool(heading[1] & parse_cards("KC"))
    king_opened = view["heading"] == view["opening"] or power == 1
    last = bool(table) and view["heading"] == len(table) - 1
    bonus, prospect = int(view["bonus"]), int(view["prospect"])
    return {
        "hand_slots": [*hand, *[None] * (4 - len(hand))],
        "hand": hands[0],
        "trick": rows,
        "heading": heading[1],
        "heading_seat": heading[0],
        "opening_seat": opening[0],
        "opening_power": power,
        "king_of_spades_beats": bool(table and king_heads and king_opened and last),
        "position": len(table) if len(table) < rules.plays_per_trick else None,
        "trick_size": table[0][1].bit_count() if table else None,
        "to_play": None if game.to_play is None else around.index(game.to_play),
        "must_play_toqutsit": bool(view["must_play_toqutsit"]),
        "gone": [int(game.state["gone"][other]) for other in around],
        "known": view["known"][1:players].tolist(),
        "lacks_toqutsit": view["lacks_toqutsit"][:players].astype(bool).tolist(),
        "holds_toqutsit": int(view["toqutsit_holder"]) if view["toqutsit_holder"] >= 0 else None,
        "refused": view["refused"][:players].astype(bool).tolist(),
        "hand_sizes": [held.bit_count() for held in hands],
        "stock": int(view["stock"]) // players,
        "tricks": [int(game.state["tricks"][team]) for team in teams_around],
        "ladder": [game.scores[team] for team in teams_around],
        "prospect": prospect - 1 if prospect else None,
        "prospect_team": int(view["prospect_team"]) if prospect else None,
        "bonus": bonus - 1 if bonus else None,
        "bonus_team": int(view["bonus_team"]) if bonus else None,
        "dealer": around.index(game.dealer),
    }


def observation_of(game: Game, seat: int) -> np.ndarray[Any, np.dtype[np.int8]]:
    return encode(np.asarray(game.view(seat))[None], game.rules)[0]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_decoding_gives_back_what_the_view_says(players: int) -> None:
    told: Counter[str] = Counter()
    for game, _ in random_positions(240, seed=7, players=players):
        for seat in range(players):
            expected = what_it_should_say(game, seat)
            observation = observation_of(game, seat)
            said = decode(observation, game.rules)
            assert list(said) == list(expected)
            for name, value in expected.items():
                assert said[name] == value, (name, game.rules, str(game))
                told[name] += layout_of(game.rules).part(observation, name).any()
    assert {name for name, times in told.items() if times == 0} <= RARE


def test_the_rare_fields_speak() -> None:
    game = play_tricks("7H KC", held={2: ["KS"]})
    assert decode(observation_of(game, 2), FOUR)["king_of_spades_beats"]
    game = play_tricks("7H KC 5C")
    assert not decode(observation_of(game, 3), FOUR)["king_of_spades_beats"]
    game = play_tricks("KC")
    assert decode(observation_of(game, 1), FOUR)["king_of_spades_beats"]
    game = play_tricks("QC KC")
    assert not decode(observation_of(game, 2), FOUR)["king_of_spades_beats"]
    game = play_tricks("KH", held={1: ["JC"]})
    assert decode(observation_of(game, 1), FOUR)["must_play_toqutsit"]
    game = play_tricks("3D")
    assert decode(observation_of(game, 1), FOUR)["opening_power"] == 2
    game = play_tricks("5H KH 6C 6S", held={1: ["AC", "AS", "AH"]})
    assert decode(observation_of(game, 2), FOUR)["known"] == [0, 0, parse_cards("AC AS AH")]
    assert decode(observation_of(game, 0), FOUR)["known"] == [0, 0, 0]
    for kind, trick in [
        ("voormsi", "KH 5C 5S 6C"),
        ("toqutsit", "KH JC 5C 5S"),
        ("three", "KH 3D 5C 5S"),
        ("three_on_toqutsit", "KH JC 3D 5S"),
    ]:
        said = decode(observation_of(play_tricks(trick), 0), FOUR)
        assert BONUS_KINDS[1 + said["bonus"]] == kind
        said = decode(observation_of(play_tricks(trick, plays=3), 0), FOUR)
        assert said["prospect"] is None or BONUS_KINDS[1 + said["prospect"]] == kind


@pytest.mark.parametrize("players", [2, 3, 4])
def test_observations_are_zeros_and_ones(players: int) -> None:
    for game, _ in random_positions(30, seed=8, players=players):
        observation = observation_of(game, 0)
        assert observation.dtype == np.int8
        assert observation.shape == (layout_of(game.rules).size,)
        assert set(observation.tolist()) == {0, 1}


def test_the_seats_of_a_game_see_it_from_their_own_places() -> None:
    """Turning the table round does not change what a seat sees."""
    deck = Game(seed=5).deck()
    for turned in range(4):
        game = Game(decks=[deck], first_dealer=turned, start_scores=[1, 1])
        reference = Game(decks=[deck], first_dealer=0, start_scores=[1, 1])
        for _ in range(30):
            for seat in range(4):
                turned_seat = (seat + turned) % 4
                assert bytes_of(game.view(turned_seat)) == bytes_of(reference.view(seat))
            actions = reference.legal_actions()
            reference.play_action(actions[-1])
            game.play_action(actions[-1])
            if game.deal > 0:
                break


def test_many_games_are_observed_as_one_is() -> None:
    games = Games(40, Rules.three(), seed=9, observe=True, auto_reset=True)
    for step in range(60):
        assert games.observations.shape == (40, SIZE_OF[3])
        assert (games.observations == encode(games.views(), games.rules)).all()
        games.step([int(np.flatnonzero(mask)[step % mask.sum()]) for mask in games.masks])


def test_ladders_are_drawn_from_the_lowest_score_to_game_points() -> None:
    for rules in (*SIZES, Rules(game_points=1), Rules(game_points=50, bust="deduct")):
        field = layout_of(rules).field("ladder")
        assert field.shape == (rules.teams, rules.points_to_win - rules.lowest_score + 1)
        for score in (rules.lowest_score, 0, rules.points_to_win - 1):
            game = Game(rules, seed=1, start_scores=[score] * rules.teams)
            said = decode(observation_of(game, 0), rules)
            assert said["ladder"] == [score] * rules.teams


@pytest.mark.parametrize("rules", SIZES, ids=["two", "three", "four"])
def test_fields_follow_each_other_without_gaps(rules: Rules) -> None:
    layout = Layout(rules)
    start = 0
    for field in layout.fields:
        assert field.start == start
        assert field.stop - field.start == int(np.prod(field.shape)) > 0
        start = field.stop
    assert layout.size == start
    assert len({field.name for field in layout.fields}) == len(layout.fields)
    assert layout.starts[: len(layout.fields)].tolist() == [f.start for f in layout.fields]


def test_the_size_of_each_game() -> None:
    assert {rules.players: layout_of(rules).size for rules in SIZES} == SIZE_OF


def test_the_size_depends_on_players_and_ladder_only() -> None:
    base = layout_of(FOUR)
    assert Layout(Rules(bust="off", three_is_king=True, play_on="streak")).size == base.size
    assert Layout(Rules(game_points=12)).size == base.size + 2 * 2 * 3


def test_a_part_of_many_observations_has_the_shape_of_its_field() -> None:
    games = Games(5, Rules(), seed=1, observe=True)
    layout = games.layout
    hands = layout.part(games.observations, "hand")
    assert hands.shape == (5, 36)
    slots = layout.part(games.observations, "hand_slots")
    assert slots.shape == (5, 4, 36)
    assert (slots.sum(axis=1) == hands).all()
    for row, view in zip(hands, games.views(), strict=True):
        assert mask_of(np.flatnonzero(row).tolist()) == view["hand"]
    with pytest.raises(KeyError, match=r"no field is called 'hands'; they are .*'hand_slots'"):
        layout.part(games.observations, "hands")


@pytest.mark.parametrize("rules", SIZES, ids=["two", "three", "four"])
def test_the_table_has_a_line_for_every_field(rules: Rules) -> None:
    layout = layout_of(rules)
    header, rule, *lines = layout.table().splitlines()
    assert header == "| field | entries | shape | what a 1 says |"
    assert rule.count("---") == 4
    assert len(lines) == len(layout.fields)
    for line, field in zip(lines, layout.fields, strict=True):
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        assert cells[0] == f"`{field.name}`"
        assert cells[1] == f"{field.start}–{field.stop - 1}"
        assert cells[2] == " × ".join(map(str, field.shape))
        assert cells[3] == field.meaning
    assert layout_of(rules) is layout

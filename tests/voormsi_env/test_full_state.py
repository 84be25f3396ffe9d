from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from helpers import EXAMPLES, SIZES, parse_trick, random_rules, scripted_deck, tricks_of

from voormsi_env import Game, Rules, env
from voormsi_env.aec_env import VoormsiEnv
from voormsi_env.cards import CARD_NAMES
from voormsi_env.engine.legal import legal
from voormsi_env.engine.play import play
from voormsi_env.engine.state import NO_DECKS, VIEW
from voormsi_env.engine.view import write_view
from voormsi_env.episode import blank_games
from voormsi_env.full_state import STATE_FIELDS, decode_state, encode_state, state_layout_of
from voormsi_env.observation import encode

PER_TEAM = {"tricks": "tricks", "ladder_before": "scores_before", "unsettled": "unsettled"}


def rebuilt(state: np.ndarray[Any, Any], rules: Rules, max_deals: int) -> np.ndarray[Any, Any]:
    """STATE (1,): the game that a full state speaks of, its seed and the past order unknown."""
    said = decode_state(state, rules)
    games = blank_games(1, rules, max_deals=max_deals)
    game = games[0]
    stock = [card for card in said["stock"] if card is not None]
    game.drawn = 36 - len(stock)
    game.deck[game.drawn :] = stock
    game.shuffled = 36
    for seat in range(rules.players):
        game.hands[seat] = said["hands"][seat]
        game.gone[seat] = said["gone"][seat]
    game.cards_played = sum(mask.bit_count() for mask in said["gone"])
    game.plays_made = sum(seat is not None for seat in said["trick_seats"])
    game.trick[: rules.plays_per_trick] = said["trick"]
    game.trick_seats[:] = -1
    for index in range(game.plays_made):
        game.trick_seats[index] = said["trick_seats"][index]
    for name in ("to_play", "heading", "opening", "dealer", "five_unbeaten", "prospect_team"):
        game[name] = -1 if said[name] is None else said[name]
    for name in ("bonus_team", "shown_by", "toqutsit_holder"):
        game[name] = -1 if said[name] is None else said[name]
    for name in ("trick_size", "prospect", "bonus", "reason"):
        game[name] = said[name] or 0
    for name in (
        "seven_trick",
        "deal",
        "voormsi_at_risk",
        "toqutsit_took_voormsi",
        "shown",
        "over",
    ):
        game[name] = said[name]
    for name in ("shown_to", "refused", "undrawn", "winners"):
        game[name] = sum(1 << bit for bit in said[name])
    game.heading_seat = game.trick_seats[game.heading] if game.heading >= 0 else -1
    game.tricks[: rules.teams] = said["tricks"]
    game.scores[: rules.teams] = said["ladder"]
    game.scores_before[: rules.teams] = said["ladder_before"]
    game.unsettled[: rules.teams] = said["unsettled"]
    return games


def state_of(games: np.ndarray[Any, Any], rules: Rules) -> np.ndarray[Any, Any]:
    layout = state_layout_of(rules)
    out = np.empty(layout.size, np.int8)
    encode_state(games[0], layout.starts, out)
    return out


def observations_of(games: np.ndarray[Any, Any], rules: Rules) -> np.ndarray[Any, Any]:
    views = np.zeros(rules.players, VIEW)
    for seat in range(rules.players):
        write_view(games[0], seat, views[seat])
    return encode(views, rules)


def step_at_random(environment: VoormsiEnv, rng: random.Random) -> int:
    mask = environment.observe(environment.agent_selection)["action_mask"]
    action = rng.choice(np.flatnonzero(mask).tolist())
    environment.step(action)
    return int(action)


def random_environments(rng: random.Random, count: int, max_deals: int) -> Iterator[VoormsiEnv]:
    """Environments under random rules, each at the start of a game of its own."""
    for number in range(count):
        environment = env(random_rules(rng), max_deals=max_deals)
        environment.reset(seed=number)
        yield environment


def alive(environment: VoormsiEnv) -> bool:
    agent = environment.agent_selection
    return not (environment.terminations[agent] or environment.truncations[agent])


@pytest.mark.parametrize("rules", SIZES, ids=lambda rules: f"{rules.players} players")
def test_state_says_what_a_look_at_every_card_says(rules: Rules) -> None:
    environment = env(rules)
    environment.reset(seed=11)
    game = Game(rules, seed=11)
    rng = random.Random(1)
    while alive(environment):
        state = environment.state()
        assert environment.state_space.contains(state)
        said = decode_state(state, rules)
        record = game.state
        assert said["hands"] == [int(hand) for hand in record.hands[: rules.players]]
        names = np.array(game.deck())
        stock = [card for card in said["stock"] if card is not None]
        assert names[record.drawn :].tolist() == [CARD_NAMES[card] for card in stock]
        assert said["ladder"] == game.scores
        for field, name in PER_TEAM.items():
            assert said[field] == record[name][: rules.teams].tolist()
        assert said["to_play"] == game.to_play
        assert said["deal"] == game.deal
        game.play_action(step_at_random(environment, rng))
    assert decode_state(environment.state(), rules)["over"]
    assert decode_state(environment.state(), rules)["winners"] == set(game.winners)


def test_every_observation_follows_from_the_state() -> None:
    rng = random.Random(6)
    for environment in random_environments(rng, 30, max_deals=2):
        rules = environment.rules
        while alive(environment):
            games = rebuilt(environment.state(), rules, max_deals=2)
            assert_all_see_the_same(games, environment)
            step_at_random(environment, rng)


@pytest.mark.parametrize(
    ("trick", "held"),
    [*((text, {}) for text, _ in EXAMPLES), ("KH* 9C 5H 8S", {0: ["JC"]})],
)
def test_the_tricks_that_random_play_seldom_makes(trick: str, held: dict[int, list[str]]) -> None:
    """From the state after each play of a trick, the rest of it goes on the same."""
    plays = parse_trick(trick)[0]
    deck = scripted_deck(4, 3, tricks_of(trick), held=held)
    options: dict[str, Any] = {"decks": [deck], "first_dealer": 3}
    environment, game = env(), Game(seed=1, **options)
    environment.reset(seed=1, options=options)
    rebuilt_games = []
    for cards in plays:
        rebuilt_games.append(rebuilt(environment.state(), environment.rules, max_deals=100))
        assert_all_see_the_same(rebuilt_games[-1], environment)
        game.play(cards)
        environment.step(game.actions[-1])
        for games in rebuilt_games:
            play(games[0], game.actions[-1], NO_DECKS)
    rebuilt_games.append(rebuilt(environment.state(), environment.rules, max_deals=100))
    for games in rebuilt_games:
        assert (state_of(games, environment.rules) == environment.state()).all()
        assert_all_see_the_same(games, environment)


def assert_all_see_the_same(games: np.ndarray[Any, Any], environment: VoormsiEnv) -> None:
    rows = observations_of(games, environment.rules)
    for agent, row in zip(environment.possible_agents, rows, strict=True):
        assert (row == environment.observe(agent)["observation"]).all()


def test_a_game_rebuilt_from_its_state_goes_on_the_same_to_the_end_of_the_deal() -> None:
    rng = random.Random(5)
    for environment in random_environments(rng, 100, max_deals=3):
        rules = environment.rules
        for _ in range(rng.randrange(60)):
            if alive(environment):
                step_at_random(environment, rng)
        games = rebuilt(environment.state(), rules, max_deals=3)
        deal = int(games[0].deal)
        while alive(environment) and int(games[0].deal) == deal:
            assert (state_of(games, rules) == environment.state()).all()
            allowed = int(legal(games[0]))
            action = step_at_random(environment, rng)
            assert allowed >> action & 1
            play(games[0], action, NO_DECKS)
        said = decode_state(environment.state(), rules)
        assert said["ladder"] == games[0].scores[: rules.teams].tolist()
        assert said["over"] == bool(games[0].over)
        assert said["reason"] == (int(games[0].reason) or None)


def test_state_does_not_depend_on_the_seed_but_for_the_cards() -> None:
    deck = list(range(36))
    states = []
    for seed in (1, 2):
        environment = env()
        environment.reset(seed=seed, options={"decks": [deck], "first_dealer": 2})
        environment.step(0)
        states.append(environment.state())
    assert (states[0] == states[1]).all()


def test_asking_for_the_state_changes_nothing() -> None:
    asked, unasked = env(), env()
    rng = random.Random(3)
    for environment in (asked, unasked):
        environment.reset(seed=4)
    while alive(asked):
        asked.state()
        action = step_at_random(asked, rng)
        unasked.step(action)
    assert asked.infos == unasked.infos
    assert (asked.state() == unasked.state()).all()


def test_every_field_of_the_state_is_named_and_has_its_entries_for_itself() -> None:
    for rules in SIZES:
        fields = state_layout_of(rules).fields
        assert [field.name for field in fields] == [spec.name for spec in STATE_FIELDS]
        assert len({field.name for field in fields}) == len(fields)
        assert all(a.stop == b.start for a, b in pairwise(fields))
        assert fields[-1].stop == state_layout_of(rules).size

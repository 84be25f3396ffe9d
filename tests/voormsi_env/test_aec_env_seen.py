"""What an agent of the AEC environment sees."""

import random
from typing import Any

import numpy as np
from aec_games import alive, each_size, step_at_random
from helpers import (
    random_rules,
)

from voormsi_env import Game, IllegalPlayError, Rules, env, raw_env
from voormsi_env.aec_env import VoormsiEnv
from voormsi_env.cards import CARD_NAMES, CARD_OF_NAME
from voormsi_env.observation import encode

# What is seen


@each_size
def test_plays_the_game_that_game_plays(rules: Rules) -> None:
    """The environment and `Game` agree on every seat's view, on legality and on the end."""
    environment, game = env(rules), Game(rules, seed=3)
    environment.reset(seed=3)
    rng = random.Random(1)
    while alive(environment):
        for agent in environment.possible_agents:
            seat = environment.possible_agents.index(agent)
            seen = environment.observe(agent)
            view = np.array([game.view(seat)])
            assert (environment.view(agent) == view).all()
            assert (seen["observation"] == encode(view, rules)[0]).all()
            allowed = game.legal_actions() if seat == game.to_play else []
            assert np.flatnonzero(seen["action_mask"]).tolist() == allowed
            assert environment.observation_space(agent).contains(seen)
            assert environment.infos[agent] == {}
        assert environment.agent_selection == f"player_{game.to_play}"
        game.play_action(step_at_random(environment, rng))
    assert game.over
    assert environment.infos["player_0"] == {
        "winner": game.winners[0] if len(game.winners) == 1 else None,
        "winners": game.winners,
        "scores": game.scores,
        "reason": game.reason,
    }
    for agent in environment.possible_agents:
        seen = environment.observe(agent)
        assert environment.observation_space(agent).contains(seen)
        leaves_next = agent == environment.agent_selection
        assert seen["action_mask"].all() if leaves_next else not seen["action_mask"].any()


@each_size
def test_what_was_handed_out_is_the_users(rules: Rules) -> None:
    """No array is written to again, and writing to one changes nothing."""
    environment = env(rules)
    environment.reset(seed=1)
    rng = random.Random(1)
    kept = []
    while alive(environment):
        selected = environment.agent_selection
        for agent in environment.possible_agents:
            seen = environment.observe(agent)
            view = environment.view(agent)
            kept += [(row, row.copy()) for row in (view, *seen.values())]
            spoilt = environment.observe(agent)
            for row in spoilt.values():
                row[:] = 77
            spoilt_state = environment.state()
            spoilt_state[:] = 77
        assert environment.agent_selection == selected
        step_at_random(environment, rng)
    assert all((row == copied).all() for row, copied in kept)


@each_size
def test_hidden_cards_cannot_be_seen(rules: Rules) -> None:
    """Two cards that a seat cannot know change places: it sees the same, to the byte.

    A game is dealt and played again, card for card, with two unseen cards of its deck exchanged.
    Where Toqutsit is one of them the plays may be impossible now, or what all see may differ
    (somebody's claim, somebody's refusal); such pairs are not ones that the seat cannot tell apart.
    """
    rng = random.Random(8)
    compared = with_toqutsit = 0
    for _ in range(100):
        rules = random_rules(rng, players=rules.players)
        deck = rng.sample(CARD_NAMES, 36)
        dealer = rng.randrange(rules.players)
        environment, game, plays = dealt_and_played(rules, deck, dealer, rng.randrange(32), rng)
        seat = rng.randrange(rules.players)
        unseen = unseen_cards(game, seat)
        if len(unseen) < 2:
            continue
        for _ in range(3):
            first, second = rng.sample(unseen, 2)
            if "JC" in unseen and rng.randrange(3) == 0:
                first = "JC"
                second = rng.choice([card for card in unseen if card != "JC"])
            other = replayed(rules, exchanged(deck, first, second), dealer, plays)
            if "JC" in (first, second):
                if other is None or not all_see_the_same(game, other[1]):
                    continue
                with_toqutsit += 1
            assert other is not None
            agent = f"player_{seat}"
            assert seen_by(environment, agent) == seen_by(other[0], agent)
            compared += 1
    assert compared > 150
    assert with_toqutsit > 15


def dealt_and_played(
    rules: Rules, deck: list[str], dealer: int, number: int, rng: random.Random
) -> tuple[VoormsiEnv, Game, list[list[str]]]:
    """Some plays of the deal of a deck, at random: all seen of it, and the cards of each play."""
    game = Game(rules, seed=0, decks=[deck], first_dealer=dealer)
    plays: list[list[str]] = []
    for _ in range(number):
        twin = game.copy()
        twin.play(cards := rng.choice(game.legal_plays()))
        if twin.over or twin.deal > 0:
            break
        game = twin
        plays.append(cards)
    again = replayed(rules, deck, dealer, plays)
    assert again is not None
    return again[0], game, plays


def replayed(
    rules: Rules, deck: list[str], dealer: int, plays: list[list[str]]
) -> tuple[VoormsiEnv, Game] | None:
    """The environment and the game after these plays; None when one is not legal."""
    environment, game = raw_env(rules), Game(rules, seed=0, decks=[deck], first_dealer=dealer)
    environment.reset(seed=0, options={"decks": [deck], "first_dealer": dealer})
    for cards in plays:
        try:
            game.play(cards)
        except IllegalPlayError:
            return None
        environment.step(game.actions[-1])
    return environment, game


def exchanged(deck: list[str], first: str, second: str) -> list[str]:
    change = {first: second, second: first}
    return [change.get(card, card) for card in deck]


def unseen_cards(game: Game, seat: int) -> list[str]:
    view = game.view(seat)
    seen = int(np.bitwise_or.reduce(view.gone) | np.bitwise_or.reduce(view.known) | view.hand)
    return [card for card in CARD_NAMES if not seen >> CARD_OF_NAME[card] & 1]


def all_see_the_same(game: Game, other: Game) -> bool:
    names = ("scores", "tricks", "bonus", "prospect", "refused", "shown_by", "toqutsit_holder")
    return all(np.array_equal(game.state[name], other.state[name]) for name in names)


def seen_by(environment: VoormsiEnv, agent: str) -> Any:
    seen = environment.observe(agent)
    return (
        seen["observation"].tobytes(),
        seen["action_mask"].tobytes(),
        environment.view(agent).tobytes(),
        environment.infos,
        environment.rewards,
        environment._cumulative_rewards,
        environment.agent_selection,
    )

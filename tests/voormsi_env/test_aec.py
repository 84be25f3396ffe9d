from __future__ import annotations

import copy
import pickle
import random
import subprocess
import sys
import warnings
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pettingzoo
import pytest
from helpers import (
    FOUR,
    OWN_GOAL_EXAMPLE,
    SIZES,
    THREE,
    TWO,
    random_rules,
    scripted_deck,
    tricks_of,
)
from pettingzoo.test import api_test, render_test, seed_test

import voormsi_env
from voormsi_env import Game, GameOverError, IllegalPlayError, Rules, env, random_legal, raw_env
from voormsi_env.aec import VoormsiEnv
from voormsi_env.cards import CARD_NAMES, CARD_OF_NAME, card_names, parse_cards
from voormsi_env.full_state import decode_state
from voormsi_env.observation import encode

OF_EVERY_DICT_OBSERVATION = {
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box or "
    "gymnasium.spaces.discrete",
}
"""What `api_test` says of every dict observation that is not one of PettingZoo's own."""

each_size = pytest.mark.parametrize("rules", SIZES, ids=lambda rules: f"{rules.players} players")
each_maker = pytest.mark.parametrize("make", [env, raw_env])

Make = Callable[..., VoormsiEnv]
Chooser = random.Random | np.random.Generator


def alive(environment: VoormsiEnv) -> bool:
    agent = environment.agent_selection
    return not (environment.terminations[agent] or environment.truncations[agent])


def step_at_random(environment: VoormsiEnv, rng: Chooser) -> int:
    mask = environment.observe(environment.agent_selection)["action_mask"]
    action = random_legal(mask, rng)
    environment.step(action)
    return action


def play_to_end(environment: VoormsiEnv, rng: Chooser) -> dict[str, float]:
    """Play at random until all agents have left; what each has earned by its own `last()`."""
    earned: dict[str, float] = defaultdict(float)
    for agent in environment.agent_iter():
        observation, reward, terminated, truncated, _ = environment.last()
        assert observation is not None
        earned[agent] += reward
        if terminated or truncated:
            environment.step(None)
        else:
            environment.step(random_legal(observation["action_mask"], rng))
    return earned


def play_out(environment: VoormsiEnv, rng: Chooser) -> dict[str, Any]:
    """Play at random until the game has ended; its info."""
    while alive(environment):
        step_at_random(environment, rng)
    return environment.infos[environment.agent_selection]


def everything(environment: VoormsiEnv) -> Any:
    """All that can be seen of an environment, to compare."""
    return (
        environment.agents,
        environment.agent_selection,
        environment.rewards,
        environment._cumulative_rewards,
        environment.terminations,
        environment.truncations,
        environment.infos,
        environment.state().tolist(),
        [
            {key: row.tolist() for key, row in environment.observe(agent).items()}
            for agent in environment.possible_agents
        ],
    )


# PettingZoo's own tests


@each_maker
@each_size
def test_pettingzoo_api(make: Make, rules: Rules) -> None:
    environment = make(rules)
    for agent in environment.possible_agents:
        environment.action_space(agent).seed(1)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        api_test(environment, num_cycles=1000)
    assert {str(warning.message) for warning in caught} == OF_EVERY_DICT_OBSERVATION


@each_maker
@each_size
def test_pettingzoo_seed(make: Make, rules: Rules) -> None:
    seed_test(lambda: make(rules))


@each_maker
@each_size
def test_pettingzoo_render(make: Make, rules: Rules, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda render_mode: make(rules, render_mode=render_mode))
    assert "Ladder" in capsys.readouterr().out


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


# Rewards and ends


def expected_outcome(rules: Rules, winners: list[int]) -> list[float]:
    """By the words of the documentation: for each team."""
    if not winners:
        return [0.0] * rules.teams
    if rules.teams == 2:
        if len(winners) == 2:
            return [0.0, 0.0]
        return [1.0 if team in winners else -1.0 for team in range(2)]
    shares = [1.0 / len(winners) if team in winners else 0.0 for team in range(3)]
    return [(3 * share - 1) / 2 for share in shares]


@each_size
@pytest.mark.parametrize("reward", ["outcome", "points"])
@pytest.mark.parametrize("episode", ["game", "deal"])
def test_rewards_of_last_sum_to_the_result_for_every_seat(
    rules: Rules, reward: Any, episode: Any
) -> None:
    rng = random.Random(2)
    reasons = set()
    for number in range(40):
        rules = random_rules(rng, players=rules.players)
        environment = env(rules, reward=reward, episode=episode, start_scores="random", max_deals=6)
        environment.reset(seed=number)
        begun = ladder(environment)
        ended = copy.deepcopy(environment)
        play = random.Random(number)
        info = play_out(ended, play)
        earned = play_to_end(environment, random.Random(number))
        reasons.add(info["reason"])
        if reward == "outcome":
            expected = expected_outcome(rules, info["winners"])
        else:
            change = [after - before for after, before in zip(info["scores"], begun, strict=True)]
            expected = [
                (own - (sum(change) - own) / (rules.teams - 1)) / rules.points_to_win
                for own in change
            ]
        assert set(earned) == set(environment.possible_agents)
        for seat, agent in enumerate(environment.possible_agents):
            assert earned[agent] == pytest.approx(expected[seat % rules.teams], abs=1e-12)
        assert sum(expected) == pytest.approx(0, abs=1e-12)
    assert reasons >= ({"points", "deal"} if episode == "deal" else {"points", "truncated"})


def ladder(environment: VoormsiEnv) -> list[int]:
    scores: list[int] = decode_state(environment.state(), environment.rules)["ladder"]
    return scores


@each_size
def test_points_are_paid_when_they_are_made_to_partners_alike(rules: Rules) -> None:
    environment = env(rules, reward="points")
    environment.reset(seed=6)
    rng = random.Random(4)
    paid = 0
    while alive(environment):
        before = ladder(environment)
        step_at_random(environment, rng)
        after = ladder(environment)
        change = [new - old for new, old in zip(after, before, strict=True)]
        by_team = [environment.rewards[f"player_{team}"] for team in range(rules.teams)]
        assert sum(by_team) == pytest.approx(0, abs=1e-12)
        for seat, agent in enumerate(environment.possible_agents):
            assert environment.rewards[agent] == by_team[seat % rules.teams]
        assert any(change) or not any(by_team)
        if len(set(change)) > 1:
            paid += 1
            best = change.index(max(change))
            assert by_team[best] == max(by_team) > 0
    assert paid >= 2


def test_an_own_goal_ends_the_game_with_the_team_losing() -> None:
    deck = scripted_deck(4, 3, tricks_of(OWN_GOAL_EXAMPLE))
    options = {"decks": [deck], "first_dealer": 3, "start_scores": [5, 2]}
    environment = env()
    environment.reset(seed=1, options=options)
    game = Game(seed=1, **options)
    for cards in OWN_GOAL_EXAMPLE.split():
        game.play(cards)
        environment.step(game.actions[-1])
    result = {"winner": 1, "winners": [1], "scores": [0, 2], "reason": "forfeit"}
    assert list(environment.infos.values()) == [result] * 4
    assert list(environment.rewards.values()) == [-1.0, 1.0, -1.0, 1.0]
    assert set(environment.terminations.values()) == {True}


@each_size
def test_a_limit_on_deals_truncates(rules: Rules) -> None:
    environment = env(rules, max_deals=1)
    truncated = 0
    for seed in range(20):
        environment.reset(seed=seed)
        info = play_out(environment, random.Random(seed))
        cut = info["reason"] == "truncated"
        assert set(environment.truncations.values()) == {cut}
        assert set(environment.terminations.values()) == {not cut}
        if cut:
            truncated += 1
            assert info["winner"] is None
            assert info["winners"] == []
            assert set(environment.rewards.values()) == {0.0}
        play_to_end(environment, random.Random())
        assert environment.agents == []
    assert truncated > 10


def test_the_end_is_told_to_every_agent_in_its_own_dict() -> None:
    environment = env()
    environment.reset(seed=1)
    play_out(environment, random.Random(1))
    assert len({id(info) for info in environment.infos.values()}) == 4
    for key in ("scores", "winners"):
        assert len({id(info[key]) for info in environment.infos.values()}) == 4


def random_games(number: int, seed: int) -> None:
    rng = random.Random(seed)
    numpy_rng = np.random.default_rng(seed)
    while number:
        environment = env(
            random_rules(rng),
            reward=rng.choice(("outcome", "points")),
            episode=rng.choice(("game", "deal")),
            start_scores=rng.choice((None, "random")),
            illegal="raise",
        )
        for _ in range(10):
            environment.reset(seed=rng.randrange(2**40))
            play_to_end(environment, numpy_rng)
            number -= 1


def test_random_games_raise_nothing() -> None:
    random_games(300, seed=1)


@pytest.mark.integration
def test_ten_thousand_random_games_raise_nothing() -> None:
    random_games(10_000, seed=2)


# Illegal actions


def an_illegal_action(environment: VoormsiEnv) -> int:
    mask = environment.observe(environment.agent_selection)["action_mask"]
    return int(np.flatnonzero(mask == 0)[-1])


NO_ACTIONS = [15, -1, -2, 99, 2**70, -(2**70), np.int64(15), np.int8(-3)]
NO_NUMBERS = [None, "7H", 1.0, np.float32(1), True, np.bool_(True), [1], {"action": 1}]


def after(plays: int, environment: VoormsiEnv) -> VoormsiEnv:
    environment.reset(seed=9)
    rng = random.Random(9)
    for _ in range(plays):
        step_at_random(environment, rng)
    return environment


@each_size
@pytest.mark.parametrize("make", [raw_env, lambda rules: env(rules, illegal="raise")])
def test_illegal_actions_raise_and_change_nothing(make: Make, rules: Rules) -> None:
    environment = after(
        5,
        make(
            rules,
        ),
    )
    before = everything(environment)
    for action in [*NO_ACTIONS, *NO_NUMBERS, an_illegal_action(environment)]:
        with pytest.raises(IllegalPlayError, match="legal"):
            environment.step(action)
        assert everything(environment) == before
    play_out(environment, random.Random(1))


def test_the_error_names_action_cards_and_legal_plays() -> None:
    environment = raw_env()
    environment.reset(seed=9, options={"decks": [list(range(36))], "first_dealer": 3})
    with pytest.raises(IllegalPlayError) as caught:
        environment.step(14)
    message = str(caught.value)
    assert "player_0" in message
    assert "action 14" in message
    assert "JC KH 8S 9C" in message
    assert message.endswith("legal plays are JC, KH, 8S, 9C")


def play_until_another_agent_has_reward_to_come(environment: VoormsiEnv) -> None:
    rng = random.Random(9)
    while not any(
        reward
        for agent, reward in environment._cumulative_rewards.items()
        if agent != environment.agent_selection
    ):
        step_at_random(environment, rng)


@each_size
@pytest.mark.parametrize("reward", ["outcome", "points"])
def test_an_illegal_action_ends_the_game_with_the_team_losing(rules: Rules, reward: Any) -> None:
    for kind in [*NO_ACTIONS, None]:
        environment = after(5, env(rules, reward=reward))
        if reward == "points":
            play_until_another_agent_has_reward_to_come(environment)
        earned_before = dict(environment._cumulative_rewards)
        scores = ladder(environment)
        offender = environment.agent_selection
        seat = environment.possible_agents.index(offender)
        action = an_illegal_action(environment) if kind is None else kind
        environment.step(action)
        losing = seat % rules.teams
        win = 1.0 if rules.teams == 2 else 0.5
        for other, agent in enumerate(environment.possible_agents):
            reward_now = -1.0 if other % rules.teams == losing else win
            assert environment.rewards[agent] == reward_now
            kept = 0.0 if agent == offender else earned_before[agent]
            assert environment._cumulative_rewards[agent] == kept + reward_now
        assert set(environment.terminations.values()) == {True}
        assert set(environment.truncations.values()) == {False}
        winners = [team for team in range(rules.teams) if team != losing]
        for agent, info in environment.infos.items():
            assert info["winners"] == winners
            assert info["winner"] == (winners[0] if len(winners) == 1 else None)
            assert info["scores"] == scores
            assert info["reason"] == "illegal"
            assert ("illegal" in info) == (agent == offender)
        assert "legal plays are" in environment.infos[offender]["illegal"]
        earned = play_to_end(environment, random.Random(0))
        assert earned[offender] == -1.0
        assert environment.agents == []
        environment.reset()
        assert play_out(environment, random.Random(1))["reason"] != "illegal"


@pytest.mark.parametrize("action", NO_NUMBERS)
def test_what_is_no_number_is_refused_even_where_illegal_actions_end_the_game(action: Any) -> None:
    environment = after(5, env())
    before = everything(environment)
    with pytest.raises(IllegalPlayError, match=r"player_\d is no whole number"):
        environment.step(action)
    assert everything(environment) == before


def test_whole_numbers_of_any_type_are_actions() -> None:
    chosen = []
    for number in (int, np.int8, np.int32, np.int64, np.uint8, np.array):
        environment = raw_env()
        environment.reset(seed=2)
        mask = environment.observe(environment.agent_selection)["action_mask"]
        environment.step(number(int(mask.argmax())))
        chosen.append(everything(environment))
    assert all(one == chosen[0] for one in chosen)


def test_an_agent_whose_game_has_ended_can_only_leave() -> None:
    environment = env()
    environment.reset(seed=1)
    play_out(environment, random.Random(1))
    before = everything(environment)
    for action in (0, 14, "7H"):
        with pytest.raises(ValueError, match="only None is"):
            environment.step(action)
        assert everything(environment) == before
    for left in (3, 2, 1, 0):
        environment.step(None)
        assert len(environment.agents) == left
    for call in (lambda: environment.step(None), lambda: environment.step(0), environment.last):
        with pytest.raises(GameOverError, match=r"call reset\(\)"):
            call()
    assert environment.observe("player_2")["observation"].any()
    environment.reset()
    assert len(environment.agents) == 4


# Order of calls


def test_nothing_can_be_asked_before_the_first_reset() -> None:
    environment = env(render_mode="ansi")
    calls: list[Callable[[], Any]] = [
        environment.last,
        environment.state,
        environment.render,
        environment.agent_iter,
        lambda: environment.step(0),
        lambda: environment.observe("player_0"),
        lambda: environment.view("player_0"),
        lambda: environment.agents,
        lambda: environment.num_agents,
        lambda: environment.agent_selection,
        lambda: environment.rewards,
        lambda: environment.infos,
    ]
    for call in calls:
        with pytest.raises(AttributeError, match=r"call reset\(\) first"):
            call()
    assert environment.max_num_agents == 4
    assert environment.observation_space("player_0") is environment.observation_space("player_0")
    with pytest.raises(AttributeError, match="no attribute 'hands'"):
        _ = environment.hands


def test_agent_iter_wants_a_step_before_the_next_turn() -> None:
    environment = env()
    environment.reset(seed=1)
    turns = iter(environment.agent_iter())
    next(turns)
    with pytest.raises(RuntimeError, match=r"step\(\) or reset\(\)"):
        next(turns)
    environment.step(int(environment.observe(environment.agent_selection)["action_mask"].argmax()))
    assert next(turns) == environment.agent_selection
    environment.reset()
    assert next(turns) == environment.agent_selection
    assert len(list(zip(environment.agent_iter(1), range(9), strict=False))) == 1


def test_an_unknown_agent_is_refused() -> None:
    environment = env(TWO)
    environment.reset(seed=1)
    for ask in (
        environment.observe,
        environment.view,
        environment.observation_space,
        environment.action_space,
    ):
        with pytest.raises(ValueError, match=r"'player_2'; they are player_0, player_1"):
            ask("player_2")


def test_render_needs_a_mode() -> None:
    environment = env()
    environment.reset(seed=1)
    with pytest.raises(ValueError, match="without a render_mode"):
        environment.render()


def test_human_mode_prints_every_position(capsys: pytest.CaptureFixture[str]) -> None:
    environment = env(render_mode="human")
    environment.reset(seed=1)
    for _ in range(3):
        step_at_random(environment, random.Random(1))
    assert capsys.readouterr().out.count("Ladder") == 4


# Seeds and series


def fingerprint(environment: VoormsiEnv) -> list[int]:
    numbers: list[int] = environment.state().tolist()
    return numbers


def test_a_seed_fixes_the_game_and_the_series_after_it() -> None:
    series = []
    for _ in range(2):
        environment = env()
        environment.reset(seed=5)
        rng = random.Random(1)
        deals = [fingerprint(environment)]
        for _ in range(4):
            play_to_end(environment, rng)
            environment.reset()
            deals.append(fingerprint(environment))
        series.append(deals)
    assert series[0] == series[1]
    assert len({tuple(deal) for deal in series[0]}) == 5
    game = Game(FOUR, seed=5)
    environment.reset(seed=5)
    assert (environment.view("player_1") == np.array([game.view(1)])).all()


def test_without_a_seed_every_reset_deals_a_new_game() -> None:
    deals = set()
    for _ in range(3):
        environment = env()
        for _ in range(3):
            environment.reset()
            deals.add(tuple(fingerprint(environment)))
    assert len(deals) == 9


def test_two_environments_do_not_disturb_one_another_nor_global_generators() -> None:
    alone = env()
    alone.reset(seed=1)
    course = [(step_at_random(alone, random.Random(7)), fingerprint(alone)) for _ in range(40)]
    random.seed(1)
    np.random.seed(1)
    states = random.getstate(), pickle.dumps(np.random.get_state())
    one, other = env(), env(THREE)
    one.reset(seed=1)
    other.reset(seed=2)
    rng = random.Random(3)
    for action, then in course:
        one.step(action)
        step_at_random(other, rng)
        env().reset()
        assert fingerprint(one) == then
    assert states == (random.getstate(), pickle.dumps(np.random.get_state()))


@each_size
@pytest.mark.parametrize("copied", [copy.deepcopy, lambda e: pickle.loads(pickle.dumps(e))])
def test_a_copy_made_half_way_goes_on_the_same(
    rules: Rules, copied: Callable[[VoormsiEnv], VoormsiEnv]
) -> None:
    environment = env(rules, reward="points", start_scores="random")
    environment.reset(seed=3)
    rng = random.Random(3)
    for _ in range(37):
        step_at_random(environment, rng)
    twin = copied(environment)
    assert everything(twin) == everything(environment)
    for _ in range(2):
        state = rng.getstate()
        assert play_to_end(environment, rng) == play_to_end(twin, after_state(state))
        environment.reset()
        twin.reset()
        assert everything(twin) == everything(environment)
    step_at_random(twin, rng)
    assert everything(twin) != everything(environment)


def after_state(state: Any) -> random.Random:
    rng = random.Random()
    rng.setstate(state)
    return rng


def test_a_copy_made_before_the_first_reset_works() -> None:
    twin = pickle.loads(pickle.dumps(copy.deepcopy(env(TWO))))
    twin.reset(seed=1)
    assert play_out(twin, random.Random(1))["reason"] == "points"


# Options


def test_options_of_construction_survive_resets() -> None:
    rules = Rules.three(game_points=5, bust="off", three_is_king=True)
    environment = env(rules, start_scores=[4, 1, -2], max_deals=7, episode="deal")
    for seed in (1, None, 2):
        environment.reset(seed=seed)
        assert environment.rules == rules
        assert ladder(environment) == [4, 1, -2]
        view = environment.view("player_1")[0]
        assert view.max_deals == 7
        assert view.single_deal
        assert view.three_is_king
        assert view.game_points == 5


def test_rules_as_a_mapping_and_by_default() -> None:
    assert env({"players": 3, "bust": "deduct"}).rules == Rules(players=3, bust="deduct")
    assert env().rules == Rules()
    assert raw_env(TWO).rules == TWO
    assert env(THREE).possible_agents == ["player_0", "player_1", "player_2"]
    assert env(TWO).action_space("player_1").n == 15


def test_random_start_scores_follow_from_the_seed() -> None:
    environment = env(start_scores="random")
    seen = set()
    for seed in range(30):
        environment.reset(seed=seed)
        scores = ladder(environment)
        assert scores == Game(seed=seed, start_scores="random").scores
        seen.add(tuple(scores))
    assert len(seen) > 20


def test_options_of_reset_hold_for_one_game() -> None:
    deck = list(CARD_NAMES)
    environment = env()
    environment.reset(
        seed=1, options={"decks": [deck], "first_dealer": 1, "start_scores": [3, 7], "colour": 1}
    )
    assert environment.agent_selection == "player_2"
    assert ladder(environment) == [3, 7]
    assert card_names(int(environment.view("player_2")[0].hand)) == deck[:4]
    assert card_names(int(environment.view("player_1")[0].hand)) == deck[12:16]
    environment.reset(seed=1)
    assert ladder(environment) == [0, 0]
    assert environment.view("player_2")[0].hand != parse_cards(deck[:4])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"start_scores": [1]}, "start_scores"),
        ({"start_scores": [9, 0]}, "start_scores"),
        ({"start_scores": "high"}, "start_scores"),
        ({"first_dealer": 4}, "dealer"),
        ({"decks": [["7H"] * 36]}, "deck"),
        ({"decks": [["7X"] * 36]}, "card"),
    ],
)
def test_bad_options_of_reset_are_refused_whole(options: dict[str, Any], message: str) -> None:
    environment = after(9, env())
    before = everything(environment)
    with pytest.raises(ValueError, match=message):
        environment.reset(seed=4, options=options)
    assert everything(environment) == before
    environment.reset()
    twin = after(9, env())
    twin.reset()
    assert everything(environment) == everything(twin)


@pytest.mark.parametrize("seed", [-1, 2**63, 1.5, "7", True])
def test_bad_seeds_are_refused(seed: Any) -> None:
    environment = env()
    with pytest.raises(ValueError, match="seed is"):
        environment.reset(seed=seed)


@pytest.mark.parametrize(
    "options",
    [
        {"rules": {"player": 3}},
        {"rules": {"players": 5}},
        {"rules": 4},
        {"episode": "match"},
        {"reward": "score"},
        {"start_scores": [1, 2, 3]},
        {"start_scores": "fixed"},
        {"max_deals": 0},
        {"illegal": "ignore"},
        {"render_mode": "rgb"},
    ],
)
def test_bad_options_are_refused_when_the_environment_is_made(options: dict[str, Any]) -> None:
    name = next(iter(options))
    with pytest.raises(ValueError, match=f"{name}|player"):
        env(**options)


# Names and registration


def test_registered_with_pettingzoo() -> None:
    for make in (pettingzoo.make, pettingzoo.env_registry.make):
        made = make("aec", "voormsi/voormsi-v0", rules={"players": 3}, illegal="raise")
        assert isinstance(made, VoormsiEnv)
        assert made.rules == THREE
    assert str(env()) == "voormsi_v0"
    assert env().unwrapped.metadata["render_modes"] == ["ansi", "human"]


def test_importing_the_package_compiles_and_loads_little() -> None:
    """Importing registers the environments but leaves Numba and the engine for later."""
    script = (
        "import sys, voormsi_env, pettingzoo;"
        "assert 'voormsi/voormsi-v0' in pettingzoo.aec_registry;"
        "assert not {'numba', 'torch', 'matplotlib', 'pygame'} & set(sys.modules);"
        "assert set(voormsi_env.__all__) <= set(dir(voormsi_env));"
        "from voormsi_env import Game, Games, env, raw_env"
    )
    subprocess.run([sys.executable, "-c", script], check=True)
    with pytest.raises(AttributeError, match="attribute ENV"):
        _ = voormsi_env.ENV


# Choosing at random


def test_random_legal_chooses_every_legal_action_alike() -> None:
    mask = np.zeros(15, np.int8)
    mask[[2, 7, 14]] = 1
    for rng in (np.random.default_rng(1), random.Random(1)):
        for one in (mask, mask.astype(np.bool_)):
            chosen = [random_legal(one, rng) for _ in range(3000)]
            counts = [chosen.count(action) for action in (2, 7, 14)]
            assert sum(counts) == 3000
            assert all(900 < count < 1100 for count in counts)


def test_random_legal_refuses_what_is_no_mask_of_a_seat_to_move() -> None:
    rng = random.Random(1)
    with pytest.raises(ValueError, match="allows no action"):
        random_legal(np.zeros(15, np.int8), rng)
    for shape, dtype in (((14,), np.int8), ((15,), np.int64), ((15,), np.float32)):
        with pytest.raises(ValueError, match="the mask takes"):
            random_legal(np.ones(shape, dtype), rng)


# The documentation


def test_the_documented_loop_runs_and_the_documented_layout_is_right(
    capsys: pytest.CaptureFixture[str],
) -> None:
    text = (Path(__file__).parents[2] / "docs" / "environment.md").read_text()
    assert env().state_layout.table() in text
    exec(text.split("```python\n")[1].split("```")[0], {})
    assert "The game is over" in capsys.readouterr().out

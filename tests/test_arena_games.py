"""The arena's games: duplicate deals, what is counted of a game, independence from the batch."""

from __future__ import annotations

import numpy as np
import pytest
from failing_agents import Crash, First, Illegal, Misshapen

from voormsi_agents.matches.outcome import FAILED_CRASH, FAILED_ILLEGAL
from voormsi_agents.matches.pairings import Match, pairings
from voormsi_agents.matches.play_sets import play_sets
from voormsi_agents.matches.roster import Roster
from voormsi_agents.registry import UnknownAgentError
from voormsi_agents.tournament.comparison import compare
from voormsi_agents.tournament.schedule import (
    chain,
    gauntlet,
    head_to_head,
    round_robin,
    usual_schedule,
)
from voormsi_agents.values.card_luck import CARD_VALUES, STAKES
from voormsi_env import Game, Rules
from voormsi_env.cards import parse_card
from voormsi_env.engine.randomness import game_seed

FOUR, THREE, TWO = Rules.four(), Rules.three(), Rules.two()
SIZES = (TWO, THREE, FOUR)


def play(agents, sets, rules=FOUR, seed=5, **options):
    field = Roster(agents, rules)
    match = head_to_head(len(agents), rules)[0]
    return play_sets(field, match, seed, 0, sets, **options)


def test_agents_of_the_same_name_are_still_two() -> None:
    crash, first = Crash(), First()
    crash.name = first.name = "greedy"
    field = Roster([crash, first, "greedy", first], FOUR)
    agents = [field.agents[entrant.players[0]] for entrant in field.entrants]
    assert agents[0] is crash
    assert agents[1] is agents[3] is first
    assert type(agents[2]).__name__ == "GreedyAgent"
    names = [entrant.name for entrant in field.entrants]
    assert names == ["greedy", "greedy (2)", "greedy (3)", "greedy (4)"]


@pytest.mark.parametrize("rules", SIZES)
def test_a_deterministic_player_against_itself_scores_exactly_its_share_in_every_set(rules):
    result = compare([First(), First()], 60, seed=3, rules=rules)
    one = result.standings[0].rate
    assert one.value == pytest.approx(1 / rules.teams, abs=1e-12)
    assert one.high - one.low == pytest.approx(0, abs=1e-9)


def test_a_deterministic_player_has_one_half_and_no_interval_at_all():
    result = compare([First(), First()], 60, seed=3)
    assert (result.rate, *result.interval) == (0.5, 0.5, 0.5)


@pytest.mark.parametrize("rules", SIZES)
def test_outcomes_do_not_depend_on_how_games_are_batched(rules):
    agents = ["random", "greedy", "random"][: rules.teams]
    whole = play(agents, 9, rules, slots=1024).outcomes
    assert (play(agents, 9, rules, slots=1).outcomes == whole).all()
    assert (play(agents, 9, rules, slots=5).outcomes == whole).all()
    field, match = Roster(agents, rules), head_to_head(rules.teams, rules)[0]
    parts = [play_sets(field, match, 5, a, b).outcomes for a, b in ((0, 4), (4, 5), (5, 9))]
    assert (np.concatenate(parts) == whole).all()


def test_a_match_comes_out_the_same_whoever_else_takes_part():
    alone = play(["random", "greedy"], 4).outcomes
    field = Roster(["heuristic", "random", "greedy"], FOUR)
    among_others = play_sets(field, Match((1, 2)), 5, 0, 4).outcomes
    assert (alone["shares"] == among_others["shares"]).all()
    assert (alone["card_luck"] == among_others["card_luck"]).all()


def test_sets_are_played_with_the_same_deals_in_every_seating():
    games = pairings(Roster(["random", "greedy"], FOUR), Match((0, 1)), 11, 3, 6)
    assert games.seeds.tolist() == [game_seed(11, d) for d in (3, 3, 4, 4, 5, 5)]
    assert games.teams.tolist() == [[0, 1], [1, 0]] * 3
    assert games.seatings.tolist() == [[0, 1, 0, 1], [1, 0, 1, 0]] * 3
    assert len(set(games.ids.tolist())) == 6


def test_three_players_take_all_orders_and_partners_keep_their_places():
    assert len(Match((0, 1, 2)).seatings) == 6
    assert Match((0, 1, 1)).seatings == [(0, 1, 1), (1, 0, 1), (1, 1, 0)]
    games = pairings(Roster(["random+greedy", "heuristic"], FOUR), Match((0, 1)), 0, 0, 1)
    assert games.seatings.tolist() == [[0, 2, 1, 2], [2, 0, 2, 1]]


def test_schedules():
    assert head_to_head(2, FOUR) == [Match((0, 1))]
    assert head_to_head(2, THREE) == [Match((0, 1, 1))]
    assert round_robin(3, FOUR) == [Match((0, 1)), Match((0, 2)), Match((1, 2))]
    assert len(round_robin(5, THREE)) == 10
    assert gauntlet(3, TWO) == [Match((0, 1)), Match((0, 2))]
    assert gauntlet(3, THREE) == [Match((0, 1, 1)), Match((0, 2, 2))]
    assert chain(4, 2, FOUR) == [
        Match(pair) for pair in ((0, 1), (2, 0), (2, 1), (3, 0), (3, 1), (3, 2))
    ]
    assert usual_schedule(2, FOUR) == "head-to-head"
    assert usual_schedule(3, FOUR) == "round-robin"
    assert usual_schedule(3, THREE) == "head-to-head"
    for schedule, few in ((head_to_head, 1), (head_to_head, 3), (round_robin, 1), (gauntlet, 1)):
        with pytest.raises(ValueError, match="allowed are"):
            schedule(few, FOUR)


def recount(rules, seed, actions, sides):
    """What a game came to, counted play by play on a `Game`, by team."""
    game = Game(rules, seed=seed)
    zero = lambda: [0] * rules.teams  # noqa: E731
    counted = {name: zero() for name in ("decisions", "tricks", "busts", "annulled", "own_goals")}
    leads, bonuses = [[0] * 4 for _ in zero()], [[0] * 5 for _ in zero()]
    for action in actions:
        team = rules.team_of(game.to_play)
        record = game.state
        last_play = record.plays_made == rules.plays_per_trick - 1
        annulled, scores = int(record.annulled_deals), game.scores
        counted["decisions"][team] += 1
        if record.plays_made == 0:
            leads[team][int(action + 1).bit_count() - 1] += 1
        game.play_action(int(action))
        record = game.state
        if game.reason == "forfeit":
            counted["own_goals"][team] += 1
            continue
        if not last_play:
            continue
        winner = rules.team_of(record.last_winner)
        counted["tricks"][winner] += int(record.last_size)
        if record.last_bonus:
            bonuses[record.last_bonus_team][record.last_bonus] += 1
        if record.annulled_deals > annulled:
            counted["annulled"][winner] += 1
        else:
            for other in range(rules.teams):
                counted["busts"][other] += game.scores[other] < scores[other]
    return game, {**counted, "leads": leads, "bonuses": bonuses}


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("settlement", ["trick", "deal"])
def test_what_is_counted_of_a_game_agrees_with_a_recount(players, settlement):
    # With "deduct", a score falls just when its team goes bust, own goals and annulments apart.
    rules = Rules(players=players, bust="deduct", settlement=settlement, game_points=4)
    sides = ["random", "greedy"]
    stream = play(sides, 8, rules, keep_actions=True)
    for game, outcome in enumerate(stream.outcomes):
        end, counted = recount(rules, int(outcome["seed"]), stream.actions[game], sides)
        assert end.over
        assert outcome["scores"][: rules.teams].tolist() == end.scores
        assert outcome["plies"] == len(stream.actions[game])
        assert outcome["deals"] == end.deal + 1
        shares = [6 // len(end.winners) if t in end.winners else 0 for t in range(rules.teams)]
        assert outcome["shares"][: rules.teams].tolist() == shares
        for name, values in counted.items():
            assert outcome[name][: rules.teams].tolist() == values, name
    assert stream.outcomes["busts"].sum() > 0
    assert stream.outcomes["bonuses"].sum() > 0


def test_a_game_without_a_winner_is_shared():
    stream = play(["random", "random"], 5, Rules(game_points=50), max_deals=1)
    assert (stream.outcomes["shares"][:, :2] == 3).all()


def test_luck_is_what_was_drawn_less_what_was_left():
    stream = play(["random", "random"], 1, keep_actions=True, max_deals=1)
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


def test_luck_has_the_mean_zero_whatever_the_players_do():
    for rules in SIZES:
        outcomes = play(["greedy", "random", "greedy"][: rules.teams], 600, rules).outcomes
        by_entrant = np.zeros((len(outcomes), rules.teams))
        rows = np.arange(len(outcomes))[:, None]
        by_entrant[rows, outcomes["entrants"][:, : rules.teams]] = outcomes["card_luck"][
            :, : rules.teams
        ]
        by_set = by_entrant.reshape(600, -1, rules.teams).sum(axis=1)
        error = by_set.std(axis=0, ddof=1) / 600**0.5
        assert (np.abs(by_set.mean(axis=0)) < 4 * error).all()


@pytest.mark.parametrize(
    ("agent", "failure", "words"),
    [
        (Illegal, FAILED_ILLEGAL, "action 14 is not legal"),
        (Crash, FAILED_CRASH, "RuntimeError: out of luck"),
        (Misshapen, FAILED_CRASH, "returned actions of shape"),
    ],
)
def test_a_failing_agent_loses_just_the_games_it_fails_in(agent, failure, words):
    bad = agent()
    bad.name = "bad"
    outcomes = play([bad, "random"], 60, forgive=True)
    games = outcomes.outcomes
    failed = games["failed"].any(axis=1)
    assert 0 < failed.sum() < 60
    assert set(outcomes.failures) == set(np.flatnonzero(failed))
    assert all(words in failure.what for failure in outcomes.failures.values())
    assert {failure.agent for failure in outcomes.failures.values()} == {"bad"}
    for game in games[failed]:
        team = int(np.flatnonzero(game["failed"])[0])
        assert game["failed"][team] == failure
        assert game["entrants"][team] == 0
        assert game["shares"][team] == 0
        assert game["shares"][1 - team] == 6
    for width in (1, 7):
        assert (play([bad, "random"], 60, forgive=True, slots=width).outcomes == games).all()


def test_a_crash_is_raised_when_it_is_not_to_be_forgiven():
    with pytest.raises(RuntimeError, match="out of luck"):
        compare([Crash(), "random"], 200, seed=1)


def test_bad_entrants_and_numbers_are_refused():
    with pytest.raises(UnknownAgentError, match="no agent is called 'nobody'"):
        compare(["nobody", "random"], 2, seed=1)
    with pytest.raises(UnknownAgentError, match="2 partners"):
        compare(["random+greedy", "random"], 2, seed=1, rules=TWO)
    with pytest.raises(UnknownAgentError, match="3 partners"):
        compare(["random+greedy+random", "random"], 2, seed=1)
    with pytest.raises(UnknownAgentError, match="no Agent"):
        compare(["failing_agents.NotAnAgent", "random"], 2, seed=1)
    with pytest.raises(UnknownAgentError, match="no callable"):
        compare(["failing_agents.number", "random"], 2, seed=1)
    with pytest.raises(UnknownAgentError, match="imported"):
        compare(["no_such_module.Agent", "random"], 2, seed=1)
    with pytest.raises(ValueError, match="games is 0"):
        compare(["random", "random"], 0, seed=1)
    with pytest.raises(ValueError, match="seed is -1"):
        compare(["random", "random"], 2, seed=-1)


def test_games_are_rounded_up_to_whole_sets():
    assert compare(["random", "random"], 3, seed=1).games == 4
    assert compare(["random", "random"], 4, seed=1, rules=THREE).games == 6
    assert compare(["random", "random", "random"], 1, seed=1, rules=THREE).games == 6

"""The arena's statistics: intervals that cover, ratings, stopping, transitivity."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from voormsi_agents.matches.outcome import SHARES, blank_outcomes
from voormsi_agents.matches.pairings import Match
from voormsi_agents.matches.play_sets import play_sets
from voormsi_agents.matches.roster import Roster
from voormsi_agents.tournament.statistics.intervals import (
    Estimate,
    adjusted_estimate,
    expected_half_width,
    games_needed,
    rate_estimate,
    ratio_estimate,
)
from voormsi_agents.tournament.statistics.ratings import (
    ELO,
    LEAST_PRIOR_WINS,
    SAMPLE_TOLERANCE,
    Comparisons,
    ratings,
    strengths,
    wins_per_set,
)
from voormsi_agents.tournament.statistics.sequential import (
    confidence_sequence,
    parse_until,
    sequential_estimate,
    sets_until,
)
from voormsi_agents.tournament.statistics.standings import rates_of, standing, top_rate
from voormsi_agents.tournament.statistics.transitivity import misfit, nash_average
from voormsi_env import Rules


def covers(estimate, truth):
    return estimate.low <= truth <= estimate.high


def test_intervals_of_identical_random_players_cover_one_half_as_often_as_they_claim():
    field = Roster(["random", "random"], Rules())
    outcomes = play_sets(field, Match((0, 1)), 2026, 0, 400 * 12).outcomes
    tournaments = outcomes.reshape(400, 24)
    plain = [standing("random", 0, games, 12) for games in tournaments]
    assert 0.93 <= np.mean([covers(one.rate, 0.5) for one in plain]) <= 0.97
    assert 0.93 <= np.mean([covers(one.adjusted, 0.5) for one in plain]) <= 0.97


def test_rate_estimate_is_students():
    rates = np.array([0.0, 0.5, 0.5, 1.0, 1.0, 0.5])
    expected = stats.ttest_1samp(rates, 0).confidence_interval(0.95)
    found = rate_estimate(rates)
    assert found.value == pytest.approx(rates.mean())
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high))


def test_rate_estimate_at_the_edges():
    assert rate_estimate(np.full(30, 0.5)) == Estimate(0.5, 0.5, 0.5)
    assert rate_estimate(np.array([0.5])) == Estimate(0.5, 0.0, 1.0)
    won = rate_estimate(np.ones(30))
    assert (won.value, won.high) == (1.0, 1.0)
    assert won.low == pytest.approx(0.025 ** (1 / 30))
    lost = rate_estimate(np.zeros(30), top=0.5)
    assert (lost.value, lost.low) == (0.0, 0.0)
    assert lost.high == pytest.approx((1 - 0.025 ** (1 / 30)) / 2)
    assert rate_estimate(np.array([1.0] * 9 + [0.5])).high <= 1


def test_ratio_estimate_covers_as_often_as_it_claims():
    rng = np.random.default_rng(1)
    hits = 0
    for _ in range(400):
        deals = rng.integers(4, 20, 40).astype(float)
        points = deals * 0.3 + rng.normal(0, 2, 40) * np.sqrt(deals)
        hits += covers(ratio_estimate(points, deals), 0.3)
    assert 0.93 <= hits / 400 <= 0.97


def test_a_control_variate_narrows_the_interval_and_keeps_it_honest():
    rng = np.random.default_rng(2)
    hits, savings = 0, []
    for _ in range(400):
        control = rng.normal(size=40)
        values = 0.6 + 0.2 * control + rng.normal(0, 0.2, 40)
        plain = rate_estimate(values)
        found, saved = adjusted_estimate(values, control, plain)
        hits += covers(found, 0.6)
        savings.append(saved)
    assert 0.93 <= hits / 400 <= 0.97
    assert np.mean(savings) == pytest.approx(2, rel=0.1)
    plain = rate_estimate(np.array([0.5, 1.0, 0.5, 1.0]))
    assert adjusted_estimate(np.array([0.5, 1.0, 0.5, 1.0]), np.zeros(4), plain) == (plain, 1.0)


def test_games_needed_are_enough_and_no_more():
    assert games_needed(0.02, 2) == 2402
    assert expected_half_width(2402) == pytest.approx(0.02, abs=1e-4)
    coins = np.random.default_rng(3).integers(0, 2, (1201, 2)).mean(axis=1)
    assert rate_estimate(coins).half_width == pytest.approx(0.02, abs=1e-3)


def test_duplicate_deals_and_luck_narrow_the_interval():
    field = Roster(["heuristic", "greedy"], Rules())
    outcomes = play_sets(field, Match((0, 1)), 7, 0, 4000).outcomes
    found = standing("heuristic", 0, outcomes, 4000)
    games = rates_of(0, outcomes, 8000)
    assert found.duplicates_save == pytest.approx(
        games.var() / 2 / rates_of(0, outcomes, 4000).var(ddof=1)
    )
    assert found.duplicates_save > 1
    assert found.card_luck_saves > 1.03
    assert found.adjusted.half_width < found.rate.half_width


# Sequential stopping


@pytest.mark.parametrize("half_width", [None, 0.05])
def test_a_confidence_sequence_holds_at_all_times_and_an_interval_does_not(half_width):
    rng = np.random.default_rng(4)
    broken = peeked = 0
    for _ in range(400):
        values = rng.choice([0.0, 0.5, 1.0], 400, p=[0.3, 0.4, 0.3])
        low, high = confidence_sequence(values, 0.05, half_width)
        broken += bool(((low > 0.5) | (high < 0.5)).any())
        times = np.arange(20, 401)
        means = np.cumsum(values)[19:] / times
        half = 1.96 * np.sqrt(0.15 / times)
        peeked += bool((np.abs(means - 0.5) > half).any())
    assert broken <= 20
    assert peeked > 80


def test_a_confidence_sequence_narrows_and_finds_the_mean():
    rng = np.random.default_rng(5)
    values = rng.choice([0.5, 1.0], 20_000, p=[0.5, 0.5])
    low, high = confidence_sequence(values, 0.05)
    assert (np.diff(low) >= 0).all()
    assert (np.diff(high) <= 0).all()
    assert low[-1] <= 0.75 <= high[-1]
    assert high[-1] - low[-1] < 0.02
    assert (confidence_sequence(np.full(3000, 0.5), 0.05)[1][-1] - 0.5) < 0.01


def test_until_reads_widths_and_comparisons():
    names = ["heuristic", "pimc:worlds=64"]
    for text in ("±2%", "+-2%", "+/-2 %", " ± 2.0% "):
        assert parse_until(text, names).half_width == pytest.approx(0.02)
    better = parse_until("pimc:worlds=64 > heuristic at 99%", names)
    assert (better.better, better.worse) == ("pimc:worlds=64", "heuristic")
    assert better.confidence == pytest.approx(0.99)
    for bad in ("", "2%", "±0%", "±60%", "A > B", "heuristic > pimc:worlds=64 at 100%"):
        with pytest.raises(ValueError, match="allowed are '±2%'"):
            parse_until(bad, names)
    with pytest.raises(ValueError, match="agents are heuristic"):
        parse_until("heuristic > random at 99%", names)
    with pytest.raises(ValueError, match="with itself"):
        parse_until("heuristic > heuristic at 99%", names)


def test_until_stops_at_the_first_set_that_is_enough():
    rng = np.random.default_rng(6)
    rates = rng.choice([0.5, 1.0], 4000)
    names = ["a", "b"]
    width = parse_until("±4%", names)
    stop = width.stops_after(rates, 1.0, 0.5)
    assert sequential_estimate(rates[:stop], half_width=0.04).half_width <= 0.04
    assert sequential_estimate(rates[: stop - 1], half_width=0.04).half_width > 0.04
    assert width.stops_after(rates[: stop + 5], 1.0, 0.5) == stop
    assert width.stops_after(rates[: stop - 1], 1.0, 0.5) is None
    better = parse_until("a > b at 99%", names)
    assert better.stops_after(rates, 1.0, 0.5) < 100
    assert better.stops_after(1 - rates, 1.0, 0.5) is None
    assert better.stops_after(rates[:0], 1.0, 0.5) is None


def test_a_match_takes_about_as_many_games_as_is_told_beforehand():
    rng = np.random.default_rng(14)
    width, better = parse_until("±3%", ["a", "b"]), parse_until("a > b at 99%", ["a", "b"])
    for until, rate, slack in ((width, 0.5, 0.35), (better, 0.6, 0.5)):
        told = sets_until(until, rate, 2, 1.0, 0.5, 20_000)
        taken = [until.stops_after(rng.binomial(2, rate, 20_000) / 2, 1.0, 0.5) for _ in range(40)]
        assert np.mean(taken) == pytest.approx(told, rel=slack)
    # Staying valid under peeking costs about twice the games.
    assert 1.5 < sets_until(width, 0.5, 2, 1.0, 0.5, 20_000) / (games_needed(0.03, 2) / 2) < 2.5
    assert sets_until(better, 0.5, 2, 1.0, 0.5, 500) == 500


def test_until_better_is_wrong_as_seldom_as_it_claims():
    rng = np.random.default_rng(7)
    better = parse_until("a > b at 95%", ["a", "b"])
    wrong = sum(
        better.stops_after(rng.choice([0.0, 0.5, 1.0], 500), 1.0, 0.5) is not None
        for _ in range(400)
    )
    assert wrong <= 20


# Ratings


def simulated(elo, sets, rng):
    """A round robin between players of known strengths, every set two games."""
    matches = []
    for one in range(len(elo)):
        for other in range(one + 1, len(elo)):
            won = rng.random(2 * sets) < 1 / (1 + 10 ** ((elo[other] - elo[one]) / 400))
            matches.append((two_players(one, other, won), sets))
    return Comparisons(len(elo), matches)


def two_players(one, other, won):
    outcomes = blank_outcomes(len(won))
    outcomes["entrants"][:, :2] = (one, other)
    outcomes["shares"][:, 0] = SHARES * won
    outcomes["shares"][:, 1] = SHARES * ~won
    return outcomes


def test_ratings_fall_within_their_intervals_as_often_as_they_claim():
    rng = np.random.default_rng(8)
    elo = [0, 150, 150, 400]
    hits = []
    for tournament in range(100):
        found = ratings(simulated(elo, 60, rng), 0, tournament, resamples=100)
        hits += [covers(found[entrant], elo[entrant]) for entrant in (1, 2, 3)]
    assert 0.92 <= np.mean(hits) <= 0.975
    assert found[0].value == found[0].low == found[0].high == 0


def test_neighbours_that_are_alike_have_an_uncertain_order():
    found = ratings(simulated([0, 300, 300], 200, np.random.default_rng(9)), 0, 1, resamples=200)
    order = list(found)
    assert order[2] == 0
    assert found[order[2]].above_next is None
    assert found[order[1]].above_next > 0.999
    assert 0.05 < found[order[0]].above_next < 0.999


def test_a_player_that_always_wins_has_a_finite_rating():
    outcomes = two_players(0, 1, np.ones(40, bool))
    found = ratings(Comparisons(2, [(outcomes, 20)]), 1, 0, resamples=400)
    assert found[0].value == pytest.approx(ELO * np.log(40.5 / 0.5))
    # What 40 games of 40 say of a rate, by Jeffreys' prior; all but a few Elo are known to be won.
    low, high = stats.beta(40.5, 0.5).ppf([0.025, 0.975])
    assert found[0].low == pytest.approx(ELO * np.log(low / (1 - low)), abs=60)
    assert found[0].high > ELO * np.log(high / (1 - high)) - 300


@pytest.mark.parametrize("entrants", range(2, 9))
@pytest.mark.parametrize("games", [10, 1000, 100_000])
def test_the_strengths_of_a_row_of_sweeps_are_found(entrants, games):
    """Everybody has won every game against the next; nothing lies further apart."""
    wins = games * np.eye(entrants, k=1) + LEAST_PRIOR_WINS * np.eye(entrants, k=-1)
    found = strengths(wins, tolerance=SAMPLE_TOLERANCE)
    apart = ELO * np.log(games / LEAST_PRIOR_WINS)
    assert -np.diff(found) == pytest.approx(np.full(entrants - 1, apart), rel=0.01)


def test_entrants_that_nobody_met_have_no_rating():
    comparisons = simulated([0, 100], 20, np.random.default_rng(10))
    assert set(ratings(Comparisons(3, []), 0, 0, resamples=5)) == set()
    comparisons.entrants = 3
    assert set(ratings(comparisons, 0, 0, resamples=5)) == {0, 1}


def test_three_players_ratings_follow_who_wins_when_one_of_two_does():
    rng = np.random.default_rng(11)
    elo = np.array([0.0, 100.0, 250.0])
    chances = 10 ** (elo / 400)
    outcomes = blank_outcomes(60_000)
    outcomes["entrants"][:] = (0, 1, 2)
    winners = rng.choice(3, 60_000, p=chances / chances.sum())
    outcomes["shares"][np.arange(60_000), winners] = SHARES
    comparisons = Comparisons(3, [(outcomes, 10_000)])
    found = strengths(comparisons.matrix(comparisons.wins.sum(axis=0)))
    assert found - found[0] == pytest.approx(elo, abs=10)


def test_one_against_two_of_another_is_counted_once_for_each():
    outcomes = blank_outcomes(3)
    outcomes["entrants"][:] = (0, 1, 1)
    outcomes["shares"][:] = [(6, 0, 0), (0, 6, 0), (2, 2, 2)]
    assert wins_per_set(outcomes, 1, 0, 1).tolist() == pytest.approx([2 + 2 / 3])
    assert wins_per_set(outcomes, 1, 1, 0).tolist() == pytest.approx([1 + 2 / 3])
    assert rates_of(0, outcomes, 1).tolist() == pytest.approx([(1 + 1 / 3) / 3])
    assert rates_of(1, outcomes, 1).tolist() == pytest.approx([(1 + 2 / 3) / 6])
    assert (top_rate(0, outcomes), top_rate(1, outcomes)) == (1.0, 0.5)


# Transitivity


def cyclic(rates, games=400):
    """Results in which row wins against column at these rates, as exactly as they can be."""
    matches = []
    for one in range(len(rates)):
        for other in range(one + 1, len(rates)):
            won = np.arange(games) < round(games * rates[one][other])
            won = np.random.default_rng(12).permutation(won)
            matches.append((two_players(one, other, won), games // 2))
    return Comparisons(len(rates), matches)


def elo_of(comparisons):
    return dict(enumerate(strengths(comparisons.matrix(comparisons.wins.sum(axis=0)))))


def test_a_cycle_is_found_and_a_ladder_has_none():
    stone = [[0.5, 0.7, 0.3], [0.3, 0.5, 0.7], [0.7, 0.3, 0.5]]
    found = misfit(cyclic(stone), elo_of(cyclic(stone)))
    assert found.cycles == ((0, 1, 2),)
    assert not found.transitive
    ladder = [[0.5, 0.6, 0.7], [0.4, 0.5, 0.6], [0.3, 0.4, 0.5]]
    assert misfit(cyclic(ladder), elo_of(cyclic(ladder))).transitive


def test_a_pair_that_the_ratings_do_not_tell_is_named():
    odd = [[0.5, 0.6, 0.6], [0.4, 0.5, 0.95], [0.4, 0.05, 0.5]]
    found = misfit(cyclic(odd), elo_of(cyclic(odd)))
    assert found.cycles == ()
    assert (1, 2) in [pair[:2] for pair in found.pairs]


def test_results_that_follow_the_ratings_seldom_raise_the_alarm():
    rng = np.random.default_rng(13)
    alarms = 0
    for _ in range(100):
        comparisons = simulated([0, 100, 200, 300], 100, rng)
        alarms += not misfit(comparisons, elo_of(comparisons)).transitive
    assert alarms <= 4


def test_nash_averaging():
    weights, skills = nash_average(np.array([[0.5, 0.9, 0.1], [0.1, 0.5, 0.9], [0.9, 0.1, 0.5]]))
    assert weights == pytest.approx([1 / 3] * 3, abs=1e-6)
    assert skills == pytest.approx([0, 0, 0], abs=1e-6)
    # The best takes all; a copy of it shares the weight.
    weights, skills = nash_average(np.array([[0.5, 0.5, 0.9], [0.5, 0.5, 0.9], [0.1, 0.1, 0.5]]))
    assert weights == pytest.approx([0.5, 0.5, 0], abs=1e-6)
    assert skills == pytest.approx([0, 0, -0.4], abs=1e-6)

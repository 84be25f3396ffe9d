"""Whether the intervals of tournaments hold as often as they claim, and what makes them narrow.

    python benchmarks/tournament_statistics.py [--tournaments 400] [--sets 20000]

It takes a few minutes. Coverage is counted over many small tournaments whose truth is known; with
400 of them and 95% intervals it lies from 93% to 97% in about 93 cases of 100. Variances are of the
win rate in a tournament of `--sets` sets of deals.
"""

from __future__ import annotations

import argparse

import numpy as np

from voormsi_agents.matches.outcome import SHARES, blank_outcomes
from voormsi_agents.matches.play_sets import play_sets
from voormsi_agents.matches.roster import Roster
from voormsi_agents.tournament.schedule import head_to_head
from voormsi_agents.tournament.statistics.intervals import Estimate
from voormsi_agents.tournament.statistics.ratings import Comparisons, ratings
from voormsi_agents.tournament.statistics.standings import standing
from voormsi_env import Rules

SETS_OF_A_SMALL_ONE = 12
KNOWN_ELO = (0, 150, 150, 400)
RATED_SETS = 60
RESAMPLES = 500
PAIRS = (("heuristic", "greedy"), ("greedy", "random"), ("heuristic", "heuristic+greedy"))


def coverage_of_intervals(tournaments: int) -> None:
    """Random players against each other, by numbers of players."""
    for rules in (Rules.two(), Rules.three(), Rules.four()):
        roster = Roster(["random"] * rules.teams, rules)
        match = head_to_head(rules.teams, rules)[0]
        sets = SETS_OF_A_SMALL_ONE
        outcomes = play_sets(roster, match, 2026, 0, tournaments * sets).outcomes
        found = [standing("random", 0, games, sets) for games in outcomes.reshape(tournaments, -1)]
        even = 1 / rules.teams
        print(
            f"  {rules.players} players, {sets} sets of {len(match.seatings)} games: "
            f"win rate {_covered([one.rate for one in found], even)}, "
            f"without card luck {_covered([one.adjusted for one in found], even)}, "
            f"points a deal {_covered([one.points for one in found], 0.0)}"
        )


def _covered(estimates: list[Estimate], truth: float) -> str:
    return f"{np.mean([one.low <= truth <= one.high for one in estimates]):.1%}"


def coverage_of_ratings(tournaments: int) -> None:
    """Simulated round robins between players of known strengths."""
    rng = np.random.default_rng(8)
    hits = np.zeros(len(KNOWN_ELO))
    for tournament in range(tournaments):
        found = ratings(simulated(rng), 0, tournament, resamples=RESAMPLES)
        hits += [found[i].low <= elo <= found[i].high for i, elo in enumerate(KNOWN_ELO)]
    shares = ", ".join(
        f"{elo:+} {hit / tournaments:.1%}" for elo, hit in zip(KNOWN_ELO[1:], hits[1:], strict=True)
    )
    print(f"  true Elo over the anchor, sets of two games {RATED_SETS}: {shares}")


def simulated(rng: np.random.Generator) -> Comparisons:
    """What a round robin between the players of `KNOWN_ELO` came to."""
    matches = []
    for one in range(len(KNOWN_ELO)):
        for other in range(one + 1, len(KNOWN_ELO)):
            chance = 1 / (1 + 10 ** ((KNOWN_ELO[other] - KNOWN_ELO[one]) / 400))
            won = rng.random(2 * RATED_SETS) < chance
            outcomes = blank_outcomes(len(won))
            outcomes["entrants"][:, :2] = (one, other)
            outcomes["shares"][:, 0] = SHARES * won
            outcomes["shares"][:, 1] = SHARES * ~won
            matches.append((outcomes, RATED_SETS))
    return Comparisons(len(KNOWN_ELO), matches)


def variances(sets: int) -> None:
    """By how much duplicate deals, and then the control variate, divide the variance."""
    for agents in PAIRS:
        roster = Roster(agents, Rules())
        outcomes = play_sets(roster, head_to_head(2, Rules())[0], 7, 0, sets).outcomes
        found = standing(agents[0], 0, outcomes, sets)
        print(
            f"  {agents[0]} – {agents[1]}: win rate {found.rate.value:.1%}; "
            f"duplicate deals {found.duplicates_save:.2f}, card luck {found.card_luck_saves:.2f}, "
            f"together {found.duplicates_save * found.card_luck_saves:.2f}"
        )


def main() -> None:
    """Print it all."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tournaments", type=int, default=400)
    parser.add_argument("--sets", type=int, default=20_000)
    options = parser.parse_args()
    print(f"how many of {options.tournaments} intervals of random players cover the truth:")
    coverage_of_intervals(options.tournaments)
    print(f"and of ratings, {2 * options.tournaments} round robins:")
    coverage_of_ratings(2 * options.tournaments)
    print(f"the variance of a win rate is divided by ({options.sets:,} sets):")
    variances(options.sets)


if __name__ == "__main__":
    main()

"""How games begin and when they end: rules, decks, dealers, scores and limits as records."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from voormsi_env.aliases import StateRecord, ViewRecord
from voormsi_env.cards import CARD_NAMES, NUM_CARDS, parse_card
from voormsi_env.engine.state import DEALER_FROM_SEED, RANDOM_SCORE, START, STATE
from voormsi_env.rules import Option, Rules, options

Episode = Literal["game", "deal"]
EPISODES: tuple[Episode, ...] = get_args(Episode)

DEFAULT_MAX_DEALS = 100
MAX_MAX_DEALS = 2**31 - 1

StartScores = Sequence[int] | Literal["random"] | None
Deck = Sequence[str] | Sequence[int]


def blank_games(
    n: int, rules: Rules, episode: Episode = "game", max_deals: int = DEFAULT_MAX_DEALS
) -> NDArray[np.void]:
    """STATE records (n,) with their options set and no game begun.

    Raises:
        ValueError: an argument has a value that is not allowed.
    """
    if episode not in EPISODES:
        raise ValueError(f"episode is {episode!r}; allowed are {', '.join(EPISODES)}")
    if (
        isinstance(max_deals, bool)
        or not isinstance(max_deals, int)
        or not 1 <= max_deals <= MAX_MAX_DEALS
    ):
        raise ValueError(
            f"max_deals is {max_deals!r}; allowed are whole numbers from 1 to {MAX_MAX_DEALS}"
        )
    games = np.zeros(n, STATE)
    for option in options():
        games[option.name] = _number_of(option, getattr(rules, option.name))
    games["teams"] = rules.teams
    games["plays_per_trick"] = rules.plays_per_trick
    games["single_deal"] = episode == "deal"
    games["max_deals"] = max_deals
    games["over"] = True
    games["to_play"] = -1
    return games


def rules_of(record: StateRecord | ViewRecord) -> Rules:
    """The rules that a STATE or VIEW record is played by."""
    return Rules(**{option.name: _value_of(option, record[option.name]) for option in options()})


def _number_of(option: Option, value: int | bool | str) -> int:
    """What a record holds for the value of an option."""
    return option.choices.index(value) if isinstance(value, str) else int(value)


def _value_of(option: Option, number: Any) -> Any:
    """The value of an option that a record holds."""
    return option.choices[int(number)] if option.kind is str else option.kind(number)


def start_records(
    seeds: ArrayLike,
    rules: Rules,
    first_dealers: ArrayLike | None = None,
    start_scores: StartScores = None,
) -> NDArray[np.void]:
    """START records, one for each seed.

    Args:
        seeds: whole numbers (n,), 0 to 2**63 - 1.
        rules: of the games.
        first_dealers: a seat, or a seat for each game; None for those that follow from the seeds.
        start_scores: the ladder to start from, one score a team, below `game_points`; `"random"`
            for scores of 0 to `game_points` - 1 that follow from the seeds; None for zeros.

    Raises:
        ValueError: a dealer is no seat, or the scores are not allowed.
    """
    seed_array = np.asarray(seeds, np.int64)
    starts = np.zeros(len(seed_array), START)
    starts["seed"] = seed_array
    starts["first_dealer"] = DEALER_FROM_SEED
    if first_dealers is not None:
        dealers = np.asarray(first_dealers)
        if not (
            dealers.shape in ((), (len(seed_array),))
            and np.issubdtype(dealers.dtype, np.integer)
            and np.isin(dealers, range(rules.players)).all()
        ):
            raise ValueError(
                f"first dealer is {first_dealers}; allowed are seats 0 to {rules.players - 1}"
            )
        starts["first_dealer"] = dealers
    starts["scores"][:, : rules.teams] = _checked_scores(start_scores, rules)
    return starts


def _checked_scores(start_scores: StartScores, rules: Rules) -> list[int]:
    if start_scores is None:
        return [0] * rules.teams
    if isinstance(start_scores, str):
        if start_scores != "random":
            raise ValueError(
                f"start_scores is {start_scores!r}; allowed are 'random' or a score for each team"
            )
        return [RANDOM_SCORE] * rules.teams
    scores = list(start_scores)
    low, high = rules.lowest_score, rules.points_to_win - 1
    if len(scores) != rules.teams or not all(
        isinstance(s, int | np.integer) and not isinstance(s, bool) and low <= s <= high
        for s in scores
    ):
        raise ValueError(
            f"start_scores is {start_scores}; allowed are {rules.teams} whole numbers "
            f"from {low} to {high}, one a team"
        )
    return [int(score) for score in scores]


def deck_array(decks: Sequence[Deck]) -> NDArray[np.int8]:
    """Decks given by card names or card numbers, as int8 (given, 36).

    Raises:
        ValueError: a deck does not hold each of the 36 cards once.
    """
    out = np.zeros((len(decks), NUM_CARDS), np.int8)
    for row, deck in enumerate(decks):
        cards = [parse_card(card) if isinstance(card, str) else int(card) for card in deck]
        if sorted(cards) != list(range(NUM_CARDS)):
            names = [CARD_NAMES[c] if 0 <= c < NUM_CARDS else str(c) for c in cards]
            raise ValueError(
                f"deck {row} ({' '.join(names)}) does not hold each of the 36 cards once"
            )
        out[row] = cards
    return out

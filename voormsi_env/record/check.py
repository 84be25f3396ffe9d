"""Replaying and checking records (docs/rules.md section 10).

A record is checked by making its plays over again and comparing everything it says with what then
happens.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from voormsi_env.aliases import StateRecord
from voormsi_env.cards import CARD_OF_NAME, mask_of
from voormsi_env.engine.legal import legal
from voormsi_env.engine.play import start_game
from voormsi_env.episode import DEFAULT_MAX_DEALS, Episode, blank_games, deck_array, start_records
from voormsi_env.game import Game
from voormsi_env.illegal import illegal_play_text
from voormsi_env.record.build import Record, deals_of, names_of, result_of
from voormsi_env.record.lines import RecordError
from voormsi_env.record.shape import Fault, played_fault, shape_faults, shown
from voormsi_env.record.trace import Trace, play_as_written, seed_decks, trace
from voormsi_env.rules import Rules


class PlayNote(NamedTuple):
    """What a record leaves unsaid of a play.

    Attributes:
        hand: the player's cards before the play, strongest first.
        heads: the play was the lead, or beat the play then heading.
    """

    hand: list[str]
    heads: bool


class Replayed(NamedTuple):
    """A record whose plays have been made over again, as far as the rules allow.

    Attributes:
        made: how many of its plays could be made.
        reached: STATE (1,), the game after them.
        traced: what happened.
    """

    made: int
    reached: NDArray[np.void]
    traced: Trace


def faults_in(record: object, *, seeded: bool = False) -> list[Fault]:
    """Everything wrong with a record; nothing when it is right.

    Where a play cannot be made, nothing after it is judged.

    Args:
        record: a JSON value.
        seeded: want every deck to follow from the seed. Otherwise the decks of the first deals may
            have been given, but no deck after one that follows from the seed.
    """
    faults = list(shape_faults(record))
    if faults or not isinstance(record, dict):
        return faults
    return [*_replay_faults(record), *_deck_faults(record, seeded)]


def replay(record: Record, plays: int | None = None) -> Game:
    """The game of a record, ready to go on from any point of it.

    Its later deals have the record's decks, and after those such as follow from the seed.

    Args:
        record: a record.
        plays: how many plays to make, counted over all deals; all when None.

    Raises:
        RecordError: the record is not right, or has fewer plays.
    """
    _refuse_faults(record)
    written = [play["cards"] for deal in record["deals"] for play in deal["plays"]]
    count = len(written) if plays is None else plays
    if not 0 <= count <= len(written):
        raise RecordError(f"the record has no play {plays}; allowed are 0 to {len(written)}")
    game = Game(
        Rules.from_dict(record["rules"]),
        record["seed"],
        decks=[deal["deck"] for deal in record["deals"]],
        first_dealer=record["deals"][0]["dealer"],
        start_scores=record["start_scores"],
        episode=_episode(record),
        max_deals=_max_deals(record),
    )
    for cards in written[:count]:
        game.play(cards)
    return game


def notes_on_plays(record: Record) -> list[PlayNote]:
    """What a record leaves unsaid of each of its plays, counted over all deals.

    Raises:
        RecordError: the record is not right.
    """
    _refuse_faults(record)
    return [
        PlayNote(names_of(int(play["hand"])), bool(play["heads"]))
        for play in _replayed(record).traced.plays
    ]


def decks_follow_from_seed(record: Record) -> list[bool]:
    """Whether each deal's deck is the one that follows from the seed of a record."""
    opening, decks = _opening(record)
    by_seed = seed_decks(opening, len(decks))
    return [bool(same) for same in (by_seed == decks).all(axis=1)]


# Replaying


def _refuse_faults(record: Record) -> None:
    faults = faults_in(record)
    if faults:
        raise RecordError(str(faults[0]))


def _episode(record: Record) -> Episode:
    return "deal" if record["result"]["reason"] == "deal" else "game"


def _max_deals(record: Record) -> int:
    """The limit on deals: a record tells it only where it was reached."""
    deals = len(record["deals"])
    return deals if record["result"]["reason"] == "truncated" else max(deals, DEFAULT_MAX_DEALS)


def _opening(record: Record) -> tuple[NDArray[np.void], NDArray[np.int8]]:
    """The game as it was dealt, STATE (1,), and its decks, int8 (deals, 36)."""
    rules = Rules.from_dict(record["rules"])
    games = blank_games(1, rules, _episode(record), _max_deals(record))
    starts = start_records(
        [record["seed"]], rules, [record["deals"][0]["dealer"]], record["start_scores"]
    )
    decks = deck_array(
        [list(map(CARD_OF_NAME.__getitem__, deal["deck"])) for deal in record["deals"]]
    )
    start_game(games[0], starts[0], decks)
    return games, decks


def _replayed(record: Record) -> Replayed:
    opening, decks = _opening(record)
    plays = [
        (number, play["seat"], mask_of(map(CARD_OF_NAME.__getitem__, play["cards"])))
        for number, deal in enumerate(record["deals"])
        for play in deal["plays"]
    ]
    written = np.array(plays, np.int64).reshape(len(plays), 3)
    actions = np.zeros(len(plays), np.int64)
    reached = opening.copy()
    made = play_as_written(reached, decks, written, actions)
    return Replayed(made, reached, trace(opening, decks, actions[:made]))


# Comparing


def _replay_faults(record: Record) -> Iterator[Fault]:
    deals = record["deals"]
    made, reached, traced = _replayed(record)
    with_legal = any("legal" in play for deal in deals for play in deal["plays"])
    by_rules = deals_of(traced, legal=with_legal)
    over = bool(reached[0]["over"])
    for number, (deal, expected) in enumerate(zip(deals, by_rules, strict=False), 1):
        yield from _play_faults(deal, expected, f"deal {number}")
        if over or number < len(by_rules):
            yield from _deal_end_faults(deal, expected, f"deal {number}")
    written = [(i, j) for i, deal in enumerate(deals) for j in range(len(deal["plays"]))]
    if made < len(written):
        yield _stop_fault(reached[0], record, *written[made])
    elif not over:
        yield _goes_on(reached[0])
    elif len(deals) > len(by_rules):
        yield Fault(f"deal {len(by_rules) + 1}", "the game was over before it")
    else:
        yield from _differences(record["result"], result_of(reached[0]), "result")


def _play_faults(deal: Record, expected: Record, place: str) -> Iterator[Fault]:
    """Compare the dealer, and the legal plays listed."""
    if deal["dealer"] != expected["dealer"]:
        yield Fault(place, f"seat {deal['dealer']} deals; by the rules seat {expected['dealer']}")
    for number, (play, by_rules) in enumerate(
        zip(deal["plays"], expected["plays"], strict=False), 1
    ):
        if "legal" in play and play["legal"] != by_rules["legal"]:
            wrong = _legal_fault(play["legal"], by_rules["legal"])
            if wrong is not None:
                yield Fault(f"{place}, play {number}", wrong)


def _legal_fault(listed: Any, by_rules: list[list[str]]) -> str | None:
    """How a list of legal plays, in any order, differs from that of the rules."""
    if not isinstance(listed, list):
        return f"legal is {shown(listed)}; wanted is a list of plays"
    for cards in listed:
        wrong = played_fault(cards)
        if wrong is not None:
            return f"a legal play {wrong}"
    missing = [" ".join(cards) for cards in by_rules if cards not in listed]
    if missing:
        return f"legal lacks {', '.join(missing)}"
    illegal = [" ".join(cards) for cards in listed if cards not in by_rules]
    if illegal:
        return f"legal lists {', '.join(illegal)}, not legal by the rules"
    return None if len(listed) == len(by_rules) else "legal lists a play twice"


def _deal_end_faults(deal: Record, expected: Record, place: str) -> Iterator[Fault]:
    """Compare the tricks and what came of the deal."""
    tricks, by_rules = deal["tricks"], expected["tricks"]
    if not isinstance(tricks, list) or len(tricks) != len(by_rules):
        count = len(tricks) if isinstance(tricks, list) else shown(tricks)
        yield Fault(place, f"tricks: {count} listed; the plays make {len(by_rules)}")
    else:
        for number, (trick, true_trick) in enumerate(zip(tricks, by_rules, strict=True), 1):
            yield from _differences(trick, true_trick, f"{place}, trick {number}")
    for key in ("annulled", "scores"):
        if not _same(deal[key], expected[key]):
            yield Fault(place, _difference(key, deal[key], expected[key]))


def _differences(value: Any, expected: Record, place: str) -> Iterator[Fault]:
    """Compare an object with what it is by the rules, key by key."""
    if not isinstance(value, dict) or value.keys() != expected.keys():
        yield Fault(place, f"is {shown(value)}; by the rules {shown(expected)}")
        return
    for key, by_rules in expected.items():
        if not _same(value[key], by_rules):
            yield Fault(place, _difference(key, value[key], by_rules))


def _difference(key: str, value: object, by_rules: object) -> str:
    return f"{key} is {shown(value)}; by the rules {shown(by_rules)}"


def _same(value: Any, expected: Any) -> bool:
    """Whether two JSON values are equal in value and type: 1 is neither true nor 1.0."""
    if type(value) is not type(expected):
        return False
    if isinstance(value, dict):
        return value.keys() == expected.keys() and all(_same(value[k], expected[k]) for k in value)
    if isinstance(value, list):
        return len(value) == len(expected) and all(map(_same, value, expected))
    return bool(value == expected)


def _stop_fault(game: StateRecord, record: Record, deal_index: int, play_index: int) -> Fault:
    """Why a play of a record cannot be made in the position that its game has reached."""
    play = record["deals"][deal_index]["plays"][play_index]
    place = f"deal {deal_index + 1}, play {play_index + 1}"
    seat, cards = play["seat"], " ".join(play["cards"])
    if game["over"]:
        return Fault(place, "the game was over before it")
    if game["deal"] > deal_index:
        return Fault(place, "the deal was over before it")
    if game["deal"] < deal_index:
        return _goes_on(game)
    if game["to_play"] != seat:
        return Fault(place, f"seat {seat} plays, but it is seat {int(game['to_play'])} to play")
    hand = int(game["hands"][seat])
    return Fault(place, illegal_play_text(f"playing {cards}", hand, int(legal(game)), seat))


def _goes_on(game: StateRecord) -> Fault:
    return Fault(
        f"deal {int(game['deal']) + 1}",
        f"it goes on by the rules, seat {int(game['to_play'])} to play, but its plays end",
    )


# Decks


def _deck_faults(record: Record, seeded: bool) -> Iterator[Fault]:
    """Decks that should follow from the seed and do not."""
    expected = False
    for number, follows in enumerate(decks_follow_from_seed(record), 1):
        if not follows and (expected or seeded):
            why = "" if seeded else ", as that of an earlier deal does"
            yield Fault(
                f"deal {number}", f"the deck does not follow from seed {record['seed']}{why}"
            )
        expected = expected or follows

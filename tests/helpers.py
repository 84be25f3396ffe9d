"""What several tests of the rules need: the examples of the rules, scripted deals, random play."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Iterator, Sequence
from itertools import islice, product
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from oracle_rules import ORDER, PACK, OracleRules, heading_after_each_play

from voormsi_env import Game, Rules
from voormsi_env.engine.state import BONUS_KINDS
from voormsi_env.rules import options

Trick = list[list[str]]
Bonus = tuple[str, int] | None
"""The kind of a bonus and the team it is paid to."""

FOUR = Rules.four()
THREE = Rules.three()
TWO = Rules.two()
SIZES = (TWO, THREE, FOUR)

EXAMPLES: list[tuple[str, Bonus]] = [
    ("7H  KC* 9C  JC", None),
    ("7H  KC  KS* JC", None),
    ("7H  KC* 9C  KS", None),
    ("7D  7C* KH  JC", None),
    ("3D  7D  9C  7S*", None),
    ("3D  5H  7S  5C*", None),
    ("3D  KC  KS* 7C", None),
    ("KH  JC* 9C  8S", ("toqutsit", 1)),
    ("KH  JC  3D* 9C", ("three_on_toqutsit", 0)),
    ("KH  8S  3D* 9C", ("three", 0)),
    ("5H  KH* 9C  8S", ("voormsi", 1)),
    ("5H  9C  8S  KH*", None),
    ("JC  5D  KH* 8S", None),
    ("KC  KS* 7C  7S", None),
    ("KC  QD  KS  5H*", None),
    ("9H 9D | JC 9C* | AC AS | 5C 3D", None),
    ("7H 7D | 7C 7S | KC 3D* | JC 8S", None),
    ("KH KC* | 8S KS | AC QC | 9C 9S", ("voormsi", 0)),
]
"""The complete tricks of docs/rules.md section 9, led by seat 0, and the bonus each pays."""

OWN_GOAL_EXAMPLE = "KH  9C  JC"

# Whole deals of four players, led by seat 0; * marks the play that wins.

FIVE_AFTER_ONE = (
    "5H 6C* 5C 5S",
    "5D 9C* QC QS",  # led by seat 1
    "9S* QH QD KS",  # led by seat 2
    "9H* 8C 8H 8D",
    "9D* 7C 7S 7H",
    "AC KH JC* AS",  # Toqutsit takes Voormsi: team 0 has five tricks, team 1 one
)
"""Team 1 wins a trick, then team 0 five, the last with a bonus of two."""

BONUS_THEN_FIVE = (
    "KH* 5C 5S 5H",
    "9C 8S* 5D 6C",
    "6S 9S* 6H 6D",  # led by seat 1, won by seat 2
    "9H* 8C 8H 8D",
    "9D* QC QS QH",
    "AC* QD KS 7C",
)
"""Team 0 wins Voormsi's bonus in the first trick and five tricks, team 1 one."""

RUN_WITH_VOORMSI = (
    "7C AC 5C 8C",
    "7S AS 5S 8H",
    "7H AH 5H 8D",
    "7D AD 5D QC",
    "9C JS 6C QS",
    "KH JH 6S QH",
)
"""Seat 0 wins six tricks; Voormsi earns a point in the sixth."""

RUN_LOST = "6D 9S* 6H QD"
"""The trick after `RUN_WITH_VOORMSI`, which team 1 wins."""

SWEEP = (
    "7C AC KH 6D",
    "7S AS JC 8C",
    "7H AH 5C 8H",
    "7D AD 5S 8D",
    "9C JS 5H QC",
    "9S JH 5D QS",
    "9H JD 6C QH",
    "9D 6H 6S QD",
    "8S KC 3D* KS",
)
"""Team 0 wins all nine tricks."""

TWO_WITH_FIVE = (
    "5C 5S | 6C 6S* | 8C 8H",
    "5H QC 9C*",  # led by seat 1
    "9S* QS QH",
    "9H* 8D QD",
    "9D* 7C 7S",
    "8S* 7H 7D",
    "JS JH JD | AC AS AH* | KC KS 5D",
)
"""A deal of three: seat 1 wins two tricks, seat 0 five, then seat 1 three more."""


class EndedTrick(NamedTuple):
    """What came of a trick."""

    winner: int
    size: int
    bonus: Bonus


def parse_trick(text: str) -> tuple[Trick, int | None]:
    """The plays of a trick as section 9 writes it, and the play marked * if there is one.

    In a trick of several cards, `KH KC*` marks the play, not the card; a lead alone is `KH KC |`.
    """
    columns = [part for part in text.split("|") if part.strip()] if "|" in text else text.split()
    plays = [column.replace("*", "").split() for column in columns]
    stars = [number for number, column in enumerate(columns) if "*" in column]
    return plays, stars[0] if stars else None


def tricks_of(*texts: str) -> list[Trick]:
    """Several tricks as section 9 writes them, without their marks."""
    return [parse_trick(text)[0] for text in texts]


def seats_of_trick(plays: Trick, leader: int, players: int) -> list[int]:
    """Who makes each play (sections 2, 3 and 8), by the oracle's reading."""
    if players != 2:
        return [(leader + number) % players for number in range(len(plays))]
    other = 1 - leader
    heading = leader if heading_after_each_play(plays[:2])[-1] == 0 else other
    return [leader, other, heading, 1 - heading][: len(plays)]


def wanted_and_draws(
    players: int, eldest: int, tricks: list[Trick]
) -> tuple[dict[int, list[str]], list[tuple[int, int]]]:
    """The cards that each seat plays, in order, and each draw: who is first, and cards for each."""
    wanted: dict[int, list[str]] = {seat: [] for seat in range(players)}
    draws: list[tuple[int, int]] = []
    leader = eldest
    for plays in tricks:
        seats = seats_of_trick(plays, leader, players)
        for seat, cards in zip(seats, plays, strict=True):
            wanted[seat] += cards
        size = len(plays[0])
        heads = heading_after_each_play(plays)
        if players == 2:
            draws.append((seats[heads[min(1, len(plays) - 1)]], size))
        leader = seats[heads[-1]]
        draws.append((leader, size))
    return wanted, draws


def scripted_deck(
    players: int,
    dealer: int,
    tricks: list[Trick],
    held: dict[int, list[str]] | None = None,
) -> list[str]:
    """A deck with which the tricks can be played as written.

    Each seat gets its cards in the order in which it plays them, then those of `held`.
    Other cards fill the gaps, harmless ones first and the matadors and 3D last.
    """
    eldest = (dealer + 1) % players
    wanted, draws = wanted_and_draws(players, eldest, tricks)
    for seat, cards in (held or {}).items():
        wanted[seat] += cards
    listed = [card for cards in wanted.values() for card in cards]
    used = set(listed)
    assert len(used) == len(listed), "the script uses a card twice"
    filler = [card for row in reversed(ORDER) for card in row if card not in used]
    if "3D" not in used:
        filler.append("3D")
    deck: list[str] = []

    def give(seat: int) -> None:
        if wanted[seat]:
            deck.append(wanted[seat].pop(0))
        elif filler:
            deck.append(filler.pop(0))

    for place in range(players):
        for _ in range(4):
            give((eldest + place) % players)
    for first, each in draws:
        for _ in range(each):
            for place in range(players):
                if len(deck) < 36:
                    give((first + place) % players)
    assert not any(wanted.values()), "the script needs cards that are never drawn"
    deck += filler
    assert sorted(deck) == sorted(PACK)
    return deck


def play_tricks(
    *texts: str,
    rules: Rules = FOUR,
    start_scores: Sequence[int] | None = None,
    held: dict[int, list[str]] | None = None,
    plays: int | None = None,
    max_deals: int = 100,
) -> Game:
    """A game whose first deal, led by seat 0, has been played as written.

    Args:
        texts: tricks as section 9 writes them; the last may be unfinished.
        rules: of the game.
        start_scores: one a team.
        held: cards that a seat holds beside those it plays.
        plays: how many plays are made; all when None.
        max_deals: as for `Game`.
    """
    tricks = tricks_of(*texts)
    dealer = rules.players - 1
    deck = scripted_deck(rules.players, dealer, tricks, held)
    game = Game(
        rules,
        seed=1,
        decks=[deck],
        first_dealer=dealer,
        start_scores=start_scores,
        max_deals=max_deals,
    )
    script = [cards for trick in tricks for cards in trick]
    for cards in script[:plays]:
        game.play(cards)
    return game


def ended_trick(game: Game) -> EndedTrick:
    """What came of the trick that ended last, in this deal or the one before."""
    record = game.state
    kind = BONUS_KINDS[record.last_bonus]
    bonus = None if kind == "none" else (kind, int(record.last_bonus_team))
    return EndedTrick(int(record.last_winner), int(record.last_size), bonus)


def one_trick(
    text: str,
    rules: Rules = FOUR,
    held: dict[int, list[str]] | None = None,
) -> EndedTrick:
    """What comes of a first trick led by seat 0."""
    return ended_trick(play_tricks(text, rules=rules, held=held))


def in_plain_mode(script: str, *arguments: str) -> None:
    """Run a script in a process of its own in which nothing is compiled; it must succeed."""
    done = subprocess.run(
        [sys.executable, script, *arguments],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(sys.path)},
        cwd=Path(__file__).parents[1],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def bytes_of(records: Any) -> bytes:
    """The bytes of every field of a record or of an array of records.

    Records as a whole are no good for comparing: the gaps between their fields hold anything.
    """
    array = np.asarray(records)
    assert array.dtype.names is not None
    return b"".join(array[name].tobytes() for name in array.dtype.names)


def legal_sets(game: Game) -> set[frozenset[str]]:
    """The legal plays, each a set of cards."""
    return {frozenset(cards) for cards in game.legal_plays()}


def oracle_rules(rules: Rules) -> OracleRules:
    """The same rules for the oracle."""
    return OracleRules(**rules.to_dict())


OPTIONS: dict[str, tuple[Any, ...]] = {
    option.name: option.choices or (False, True) for option in options() if option.kind is not int
}
"""Every option of the rules that is a choice, with its values, the default first."""


def all_rules(players: int) -> Iterator[Rules]:
    """The rules for a number of players with every combination of options."""
    for values in product(*OPTIONS.values()):
        yield Rules(players=players, **dict(zip(OPTIONS, values, strict=True)))


def random_rules(rng: random.Random, **fixed: Any) -> Rules:
    """Rules with every option not fixed drawn at random."""
    drawn: dict[str, Any] = {"players": rng.choice((2, 3, 4))}
    drawn |= {name: rng.choice(values) for name, values in OPTIONS.items()}
    drawn["game_points"] = rng.choice((None, None, 3, 6))
    return Rules(**(drawn | fixed))


GREAT_CARDS = {"JC", "KH", "3D", "KC", "KS"}


def choose_play(plays: Sequence[list[str]], rng: random.Random) -> list[str]:
    """A random play; the great cards and several cards at once more often than by chance."""
    chosen = list(plays)
    if rng.random() < 0.3:
        chosen = [cards for cards in chosen if GREAT_CARDS & {*cards}] or chosen
    if rng.random() < 0.2:
        most = max(map(len, chosen))
        chosen = [cards for cards in chosen if len(cards) == most]
    return rng.choice(chosen)


def random_courses(seed: int, **fixed: Any) -> Iterator[tuple[Game, list[tuple[int, list[str]]]]]:
    """Every position of random games under random rules, for ever.

    Args:
        seed: of the random choices.
        fixed: options of the rules that are not drawn.

    Yields:
        A game, and the plays of its deal so far, seat and cards.
    """
    rng = random.Random(seed)
    while True:
        rules = random_rules(rng, **fixed)
        scores = [rng.randrange(rules.points_to_win) for _ in range(rules.teams)]
        game = Game(rules, seed=rng.randrange(2**53), start_scores=scores, max_deals=3)
        plays: list[tuple[int, list[str]]] = []
        while not game.over:
            yield game, plays
            seat, deal = game.to_play, game.deal
            assert seat is not None
            cards = choose_play(game.legal_plays(), rng)
            game.play(cards)
            plays = [*plays, (seat, cards)] if game.deal == deal else []


def random_positions(
    count: int, seed: int, **fixed: Any
) -> Iterator[tuple[Game, list[tuple[int, list[str]]]]]:
    """Some positions of random games, every seventh; see `random_courses`."""
    return islice(random_courses(seed, **fixed), 0, 7 * count, 7)

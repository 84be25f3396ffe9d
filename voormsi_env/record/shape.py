"""The form of a record (docs/rules.md section 10): keys, types, ranges, as replaying needs them.

What follows from replaying (legal plays, tricks, scores, the result) is left to `check.py`, which
compares it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from voormsi_env.cards import CARD_OF_NAME, NUM_CARDS
from voormsi_env.engine.state import REASONS
from voormsi_env.episode import start_records
from voormsi_env.record.build import FORMAT
from voormsi_env.rules import HAND_SIZE, Rules
from voormsi_env.seeds import checked_seed

RECORD_KEYS = ("format", "rules", "seed", "agents", "start_scores", "deals", "result")
DEAL_KEYS = ("dealer", "deck", "plays", "tricks", "annulled", "scores")
PLAY_KEYS = ("seat", "cards")
RESULT_KEYS = ("winner", "reason", "scores")
LONGEST_SHOWN = 80


@dataclass(frozen=True)
class Fault:
    """Something wrong in a record.

    Attributes:
        place: where, such as `deal 2, play 17` (counted from 1); empty for the whole record.
        what: what is wrong there.
    """

    place: str
    what: str

    def __str__(self) -> str:
        """Place and fault in one line."""
        return f"{self.place}: {self.what}" if self.place else self.what


def shown(value: object) -> str:
    """A value as JSON has it, in ASCII, cut short when long."""
    text = json.dumps(value, default=ascii)
    return text if len(text) <= LONGEST_SHOWN else text[: LONGEST_SHOWN - 3] + "..."


def told(error: ValueError) -> str:
    """What an error says, in ASCII, its middle left out when long: the end says what is allowed."""
    text = str(error).encode("ascii", "backslashreplace").decode()
    half = LONGEST_SHOWN
    return text if len(text) <= 2 * half else f"{text[:half]}...{text[-half:]}"


def shape_faults(record: object) -> Iterator[Fault]:
    """What keeps a value from being a record that can be replayed, if anything."""
    if not isinstance(record, dict):
        yield Fault("", f"a record is an object; this is {shown(record)}")
        return
    if record.get("format") != FORMAT:
        yield Fault("format", f"is {shown(record.get('format'))}; allowed is {shown(FORMAT)}")
        return
    faults = list(_key_faults(record, "", RECORD_KEYS)) or list(_rules_faults(record["rules"]))
    if faults:
        yield from faults
        return
    rules = Rules.from_dict(record["rules"])
    yield from _heading_faults(record, rules)
    yield from _result_faults(record["result"])
    deals = record["deals"]
    if not isinstance(deals, list) or not deals:
        yield Fault("deals", f"is {shown(deals)}; wanted is a list of one deal or more")
        return
    for number, deal in enumerate(deals, 1):
        yield from _deal_faults(deal, f"deal {number}", rules)


def _key_faults(
    value: object, place: str, required: tuple[str, ...], optional: tuple[str, ...] = ()
) -> Iterator[Fault]:
    if not isinstance(value, dict):
        yield Fault(place, f"is {shown(value)}; wanted is an object")
        return
    for key in required:
        if key not in value:
            yield Fault(place, f"the key {shown(key)} is missing")
    for key in value:
        if key not in required + optional:
            allowed = ", ".join(required + optional)
            yield Fault(place, f"there is no key {shown(key)}; allowed are {allowed}")


def _rules_faults(options: Any) -> Iterator[Fault]:
    """What is wrong with the options; one left out stands for its default."""
    faults = list(_key_faults(options, "rules", (), tuple(Rules().to_dict())))
    yield from faults
    if faults:
        return
    try:
        Rules.from_dict(options)
    except ValueError as error:
        yield Fault("rules", told(error))
        return
    if "game_points" in options and options["game_points"] is None:
        yield Fault("rules", "game_points is null; wanted is a whole number")


def _heading_faults(record: dict[str, Any], rules: Rules) -> Iterator[Fault]:
    seed, agents, scores = record["seed"], record["agents"], record["start_scores"]
    try:
        checked_seed(seed)
    except ValueError as error:
        yield Fault("seed", told(error))
    named = isinstance(agents, list) and all(isinstance(name, str) for name in agents)
    if not named or len(agents) != rules.players:
        yield Fault("agents", f"is {shown(agents)}; wanted are {rules.players} names, one a seat")
    if not isinstance(scores, list):
        yield Fault("start_scores", f"is {shown(scores)}; wanted is a list of scores, one a team")
        return
    try:
        start_records([0], rules, start_scores=scores)
    except ValueError as error:
        yield Fault("start_scores", told(error))


def _result_faults(result: Any) -> Iterator[Fault]:
    faults = list(_key_faults(result, "result", RESULT_KEYS))
    yield from faults
    if not faults and result["reason"] not in REASONS[1:]:
        allowed = ", ".join(REASONS[1:])
        yield Fault("result", f"the reason is {shown(result['reason'])}; allowed are {allowed}")


def _deal_faults(deal: Any, place: str, rules: Rules) -> Iterator[Fault]:
    faults = list(_key_faults(deal, place, DEAL_KEYS))
    yield from faults
    if faults:
        return
    yield from _seat_faults("dealer", deal["dealer"], place, rules)
    wrong = _cards_fault(deal["deck"])
    if wrong is None and len(deal["deck"]) != NUM_CARDS:
        wrong = f"holds {len(deal['deck'])} cards; a pack has {NUM_CARDS}"
    if wrong is not None:
        yield Fault(place, f"the deck {wrong}")
    if not isinstance(deal["plays"], list):
        yield Fault(place, f"plays is {shown(deal['plays'])}; wanted is a list")
        return
    for number, play in enumerate(deal["plays"], 1):
        yield from _play_faults(play, f"{place}, play {number}", rules)


def _play_faults(play: Any, place: str, rules: Rules) -> Iterator[Fault]:
    faults = list(_key_faults(play, place, PLAY_KEYS, ("legal",)))
    yield from faults
    if faults:
        return
    yield from _seat_faults("seat", play["seat"], place, rules)
    wrong = played_fault(play["cards"])
    if wrong is not None:
        yield Fault(place, f"cards {wrong}")


def _seat_faults(what: str, value: object, place: str, rules: Rules) -> Iterator[Fault]:
    if type(value) is not int or not 0 <= value < rules.players:
        allowed = f"allowed are seats 0 to {rules.players - 1}"
        yield Fault(place, f"the {what} is {shown(value)}; {allowed}")


def played_fault(value: Any) -> str | None:
    """What is wrong with a list of one to four cards, sorted in the order of section 4."""
    wrong = _cards_fault(value)
    if wrong is not None:
        return wrong
    if not 1 <= len(value) <= HAND_SIZE:
        return f"holds {len(value)} cards; allowed are 1 to {HAND_SIZE}"
    if value != sorted(value, key=CARD_OF_NAME.__getitem__):
        return f"{shown(value)} is not sorted in the order of section 4"
    return None


def _cards_fault(value: Any) -> str | None:
    """What is wrong with a list of different cards."""
    if not isinstance(value, list):
        return f"is {shown(value)}; wanted is a list of cards"
    for card in value:
        if not isinstance(card, str) or card not in CARD_OF_NAME:
            return f"holds {shown(card)}, which is no card of the pack"
    if len(set(value)) != len(value):
        twice = next(card for card in CARD_OF_NAME if value.count(card) > 1)
        return f"holds {twice} twice"
    return None

"""The options of the game, in one frozen dataclass (docs/rules.md sections 2 to 8)."""

from __future__ import annotations

import inspect
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from functools import cache
from typing import Any, Literal, cast, get_args, get_origin, get_type_hints

from voormsi_env.aliases import Seat

Bust = Literal["rebound", "deduct", "off"]
Settlement = Literal["trick", "deal"]
ShowHandTo = Literal["left", "opponents", "none"]
PlayOn = Literal["unbeaten", "streak"]

BUSTS: tuple[Bust, ...] = get_args(Bust)
SETTLEMENTS: tuple[Settlement, ...] = get_args(Settlement)
SHOW_HAND_TO: tuple[ShowHandTo, ...] = get_args(ShowHandTo)
PLAY_ONS: tuple[PlayOn, ...] = get_args(PlayOn)

MAX_GAME_POINTS = 50
PACK_SIZE = 36
HAND_SIZE = 4


@dataclass(frozen=True)
class Rules:
    """How the game is played; every default is the default of docs/rules.md.

    Attributes:
        players: 2, 3 or 4 (sections 2 and 8).
        game_points: the ladder's length, 1 to 50; when None, 9 for two and four players and 12
            for three (sections 7 and 8). After construction it is always an int.
        bust: what becomes of a sum that would pass `game_points` by x (section 7): `"rebound"`
            to game_points - x, `"deduct"` to the score before less x, `"off"` to game_points.
        settlement: when bonus points go on the ladder (section 7): at the end of their
            `"trick"`, or with everything else at the end of the `"deal"`.
        three_is_king: the `3D` counts as a king when leading (section 3).
        show_hand_to: who sees the hand of a player claiming Voormsi's bonus (section 5): the
            opponent on his `"left"`, all `"opponents"`, or `"none"`.
        play_on: which run keeps a deal going after five tricks (section 6): of a team
            `"unbeaten"` in the deal, or any `"streak"` of the only team with five.

    Raises:
        ValueError: an option has a value that is not allowed.
    """

    players: int = 4
    game_points: int | None = None
    bust: Bust = "rebound"
    settlement: Settlement = "trick"
    three_is_king: bool = False
    show_hand_to: ShowHandTo = "left"
    play_on: PlayOn = "unbeaten"

    def __post_init__(self) -> None:
        _require_whole_number("players", self.players, 2, 4)
        if self.game_points is None:
            object.__setattr__(self, "game_points", 12 if self.players == 3 else 9)
        _require_whole_number("game_points", self.game_points, 1, MAX_GAME_POINTS)
        for option in options():
            if option.kind is not int:
                _require_choice(option, getattr(self, option.name))

    @classmethod
    def four(cls, **options: Any) -> Rules:
        """The game of four players in two teams."""
        return cls(players=4, **options)

    @classmethod
    def three(cls, **options: Any) -> Rules:
        """The game of three, each for himself (section 8)."""
        return cls(players=3, **options)

    @classmethod
    def two(cls, **options: Any) -> Rules:
        """The game of two, each playing twice to a trick (section 8)."""
        return cls(players=2, **options)

    @classmethod
    def from_dict(cls, options: Mapping[str, Any]) -> Rules:
        """Rules from a mapping of option names to values, such as a record's `rules`.

        Raises:
            ValueError: a name is no option of the rules, or a value is not allowed.
        """
        allowed = [field.name for field in fields(cls)]
        for name in options:
            if name not in allowed:
                raise ValueError(f"no rules option is called {name!r}; allowed are {allowed}")
        return cls(**options)

    @classmethod
    def given(cls, rules: Rules | Mapping[str, Any] | None) -> Rules:
        """What a user gives as `rules`: Rules, a mapping of options, or None for the defaults.

        Raises:
            ValueError: it is none of these, or an option or its value is not allowed.
        """
        if isinstance(rules, Rules):
            return rules
        if rules is None or isinstance(rules, Mapping):
            return cls.from_dict(rules or {})
        raise ValueError(f"rules is {rules!r}; allowed are Rules or a mapping of their options")

    def to_dict(self) -> dict[str, Any]:
        """All options by name, as a record's `rules` holds them (section 10)."""
        return asdict(self)

    @property
    def points_to_win(self) -> int:
        """`game_points` as the int that it always is after construction."""
        assert self.game_points is not None
        return self.game_points

    @property
    def teams(self) -> int:
        """How many teams play: three players play each for himself, others in two teams."""
        return 3 if self.players == 3 else 2

    @property
    def plays_per_trick(self) -> int:
        """How many plays make a trick: two players play twice each (section 8)."""
        return 3 if self.players == 3 else 4

    @property
    def tricks_per_deal(self) -> int:
        """How many tricks a deal has, a trick of n cards counting as n."""
        return PACK_SIZE // self.plays_per_trick

    @property
    def stock_size(self) -> int:
        """How many cards are left in the stock after dealing four to each player."""
        return PACK_SIZE - HAND_SIZE * self.players

    @property
    def lowest_score(self) -> int:
        """The lowest score the ladder is drawn for; no game that starts on it falls off it.

        One sum is at most ten points (eleven of twelve tricks, five of them first, and a bonus
        of two), so no way of going bust leads lower than game_points - 10.
        """
        return min(-self.points_to_win, self.points_to_win - 10)

    def team_of(self, seat: Seat) -> int:
        """The team of a seat: partners sit opposite (section 2)."""
        return seat % self.teams


def _require_whole_number(name: str, value: object, low: int, high: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise ValueError(
            f"rules option {name} is {value!r}; allowed are whole numbers from {low} to {high}"
        )


def _require_choice(option: Option, value: object) -> None:
    if option.kind is bool and not isinstance(value, bool):
        raise ValueError(f"rules option {option.name} is {value!r}; allowed are true and false")
    if option.kind is str and value not in option.choices:
        raise ValueError(
            f"rules option {option.name} is {value!r}; allowed are {', '.join(option.choices)}"
        )


@dataclass(frozen=True)
class Option:
    """An option of `Rules`, as everything that goes through the options needs to know it.

    Attributes:
        name: what it is called in `Rules`.
        kind: `int`, `bool`, or `str` for one of `choices`.
        choices: the values allowed of a `str`, in the order by which records number them.
        default: the value of an option not given.
        help: what it does, as the docstring of `Rules` has it.
    """

    name: str
    kind: type[int] | type[bool] | type[str]
    choices: tuple[str, ...]
    default: object
    help: str


@cache
def options() -> tuple[Option, ...]:
    """All options of `Rules`, in their order."""
    types, meanings = get_type_hints(Rules), _meanings()
    return tuple(
        Option(
            field.name,
            *_kind_of(types[field.name]),
            cast(int | bool | str | None, field.default),
            meanings.get(field.name, ""),
        )
        for field in fields(Rules)
    )


def _kind_of(annotation: Any) -> tuple[type, tuple[str, ...]]:
    """Kind and choices of an option by its annotation."""
    if get_origin(annotation) is Literal:
        return str, get_args(annotation)
    return (bool if annotation is bool else int), ()


def _meanings() -> dict[str, str]:
    """What each option does, from the docstring of `Rules` (none where docstrings are left out)."""
    attributes = (inspect.getdoc(Rules) or "").partition("Attributes:\n")[2].partition("\n\n")[0]
    entries = re.findall(r"^    (\w+): (.*(?:\n {8}.*)*)", attributes, re.MULTILINE)
    return {name: " ".join(text.replace("`", "").split()) for name, text in entries}

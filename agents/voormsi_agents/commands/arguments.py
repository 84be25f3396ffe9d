"""What parsers of command lines share."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from typing import NoReturn

from voormsi_agents.commands.refusal import CommandError

WHICH_GAME = "which game: its line in the file, from 1; default 1"
MOST = 2**63 - 1
"""The largest whole number that an option takes, unless it says otherwise."""


class Parser(argparse.ArgumentParser):
    """A parser that says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        """Refuse the command line.

        Raises:
            CommandError: always.
        """
        raise CommandError(f"{message} (see {self.prog} --help)")


def whole(low: int, high: int = MOST) -> Callable[[str], int]:
    """A converter of an argument to a whole number in a range."""

    def convert(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            number = low - 1
        if not low <= number <= high:
            raise argparse.ArgumentTypeError(
                f"{text!r} is not allowed; allowed are whole numbers from {low} to {high}"
            )
        return number

    return convert


def add_chosen_game(parser: Parser) -> None:
    """Add the file of records and the number of a game in it."""
    parser.add_argument("file", metavar="FILE", help="- for the standard input")
    parser.add_argument("--game", type=whole(1), default=1, metavar="K", help=WHICH_GAME)


def split_agents(texts: Sequence[str]) -> list[str]:
    """The agents named by arguments such as `heuristic,pimc:worlds=8,endgame=2`.

    A comma before `option=value` goes on with the options of the agent before it.
    """
    agents: list[str] = []
    for text in texts:
        for number, part in enumerate(text.split(",")):
            name, equals, _ = part.partition("=")
            if number and equals and ":" not in name:
                agents[-1] += f",{part}"
            else:
                agents.append(part.strip())
    return agents

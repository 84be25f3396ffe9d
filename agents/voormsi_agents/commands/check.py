"""`voormsi check`: verify records."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from voormsi_agents.commands.arguments import Parser
from voormsi_agents.commands.exit_status import DONE, FAULTY
from voormsi_agents.commands.games_in_files import read_game
from voormsi_agents.commands.streams import counted, reading, shown
from voormsi_env.record import RecordError, decks_follow_from_seed, read_lines


def run(arguments: Sequence[str]) -> int:
    """Run the command; the exit status."""
    options = _parser().parse_args(arguments)
    name = shown(options.file)
    try:
        found = _check(options.file, options.seeded)
    except RecordError as error:
        print(error)
        return FAULTY
    if not found["game"]:
        print(f"{name} holds no record")
        return FAULTY
    if found["faulty"]:
        print(f"{name}: {found['faulty']} of {counted(found['game'], 'game')} with faults")
        return FAULTY
    counts = ", ".join(counted(found[noun], noun) for noun in ("game", "deal", "play"))
    print(f"{name}: {counts}, no fault")
    if found["given"]:
        print(f"{counted(found['given'], 'game')} with decks that do not follow from the seed")
    return DONE


def _check(path: str, seeded: bool) -> Counter[str]:
    """Print every fault of a file; how many games, deals and plays there are.

    Raises:
        RecordError: the file cannot be read on as lines.
    """
    found: Counter[str] = Counter()
    with reading(path) as stream:
        for number, line in read_lines(stream):
            found["game"] += 1
            record, faults = read_game(line, seeded)
            for fault in faults:
                print(f"line {number}: {fault}")
            if faults:
                found["faulty"] += 1
                continue
            found["deal"] += len(record["deals"])
            found["play"] += sum(len(deal["plays"]) for deal in record["deals"])
            found["given"] += not all(decks_follow_from_seed(record))
    return found


def _parser() -> Parser:
    parser = Parser(
        prog="voormsi check",
        description="Play every game of a file of records over again and compare all that the "
        "records say with the rules. Each fault is one line: the line of the file, the deal and "
        "the play or trick, counted from 1. Exit status 1 when there is a fault.",
    )
    parser.add_argument("file", metavar="FILE", help="- for the standard input")
    parser.add_argument(
        "--seeded",
        action="store_true",
        help="want every deck to follow from the game's seed; otherwise the decks of its first "
        "deals may have been given",
    )
    return parser

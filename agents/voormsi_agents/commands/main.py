"""The `voormsi` command: record games that agents play, check records, show them.

Exit statuses: 0 all well; 1 `check` found faults; 2 bad usage, or a file that cannot be read or
written; 130 interrupted.
"""

from __future__ import annotations

import argparse
import inspect
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import BinaryIO, NoReturn, TextIO

from voormsi_agents.base import ActionValueAgent
from voormsi_agents.commands.rules_options import add_rules_options, rules_from
from voormsi_agents.matches.analysis import analyse, report
from voormsi_agents.matches.recording import record_games, seat_names
from voormsi_agents.matches.roster import Roster
from voormsi_agents.registry import FACTORIES, factory_of, make_agent
from voormsi_env.episode import DEFAULT_MAX_DEALS, EPISODES, MAX_MAX_DEALS, MAX_SEED, fresh_seed
from voormsi_env.files import writing
from voormsi_env.record import (
    Fault,
    Record,
    RecordError,
    decks_follow_from_seed,
    faults_in,
    from_line,
    notes_on_plays,
    read_lines,
    to_line,
)
from voormsi_env.render.transcript import transcript
from voormsi_env.rules import Rules
from voormsi_env.version import __version__

PROGRAM = "voormsi"
STANDARD = "-"
WHICH_GAME = "which game: its line in the file, from 1; default 1"
FAULTY, REFUSED, INTERRUPTED, PIPE_CLOSED, TERMINATED = 1, 2, 130, 141, 143


class UsageError(Exception):
    """The command cannot do what is asked; the message says why in one line."""


class Parser(argparse.ArgumentParser):
    """A parser that says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        """Refuse the command line."""
        raise UsageError(f"{message} (see {self.prog} --help)")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; the exit status.

    Args:
        argv: the arguments after the command's name; those of the process when None.
    """
    try:
        with _terminated_by_exit():
            options = _parser().parse_args(argv)
            run: Callable[[argparse.Namespace], int] = options.run
            status = run(options)
            sys.stdout.flush()
        return status
    except SystemExit as stop:  # --help, --version, or a signal
        return stop.code if isinstance(stop.code, int) else 0
    except UsageError as error:
        return _refuse(str(error))
    except BrokenPipeError:
        # The reader has what it wants; nothing may be written while Python shuts down.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return PIPE_CLOSED
    except OSError as error:
        return _refuse(f"{error.filename or 'standard output'}: {error.strerror or error}")
    except KeyboardInterrupt:
        print(f"{PROGRAM}: interrupted", file=sys.stderr)
        return INTERRUPTED


def _refuse(message: str) -> int:
    print(f"{PROGRAM}: {' '.join(message.split())}", file=sys.stderr)
    return REFUSED


@contextmanager
def _terminated_by_exit() -> Iterator[None]:
    """Let a request to terminate end the command as an exception does: half files are removed."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, lambda *_: sys.exit(TERMINATED))
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


# The command line


def _parser() -> Parser:
    parser = Parser(prog=PROGRAM, description="Games of Voormsi: record, check and show them.")
    parser.add_argument("--version", action="version", version=f"{PROGRAM} {__version__}")
    commands = parser.add_subparsers(
        title="commands", dest="command", required=True, metavar="COMMAND"
    )
    _add_record(commands)
    _add_check(commands)
    _add_show(commands)
    _add_analyse(commands)
    agents = commands.add_parser(
        "agents",
        help="list the agents there are",
        description="List the agents by name, with the options that may follow a name "
        "(name:option=value,option=value) and their defaults.",
    )
    agents.set_defaults(run=run_agents)
    return parser


def _add_record(commands: argparse._SubParsersAction[Parser]) -> None:
    record = commands.add_parser(
        "record",
        help="let agents play games and write them down",
        description="Let agents play games and write them as records, one JSON object a line. "
        "The same agents, seed and rules give the same file, byte for byte. The file is there "
        "whole when all games are played, or not at all.",
    )
    record.add_argument(
        "--agents",
        nargs="+",
        required=True,
        metavar="A,B",
        help="who plays: one agent a team (three players: A,B,C), separated by commas or spaces; "
        "partners of different kinds are joined by a plus (A+B,C); "
        f"`{PROGRAM} agents` lists the names",
    )
    record.add_argument("--games", type=_whole(1, MAX_SEED), default=1, help="how many; default 1")
    record.add_argument(
        "--seed",
        type=_whole(0, MAX_SEED),
        help="of the decks and of the agents' own choices; a fresh one, told at the end, "
        "when not given",
    )
    record.add_argument("--legal", action="store_true", help="list the legal plays with each play")
    record.add_argument(
        "--episode", choices=EPISODES, default="game", help="whole games, or single deals"
    )
    record.add_argument(
        "--max-deals",
        type=_whole(1, MAX_MAX_DEALS),
        default=DEFAULT_MAX_DEALS,
        help=f"end a game without a winner after so many deals; default {DEFAULT_MAX_DEALS}",
    )
    record.add_argument("--out", required=True, metavar="FILE", help="- for the standard output")
    add_rules_options(record)
    record.set_defaults(run=run_record)


def _add_check(commands: argparse._SubParsersAction[Parser]) -> None:
    check = commands.add_parser(
        "check",
        help="verify records",
        description="Play every game of a file of records over again and compare all that the "
        "records say with the rules. Each fault is one line: the line of the file, the deal and "
        "the play or trick, counted from 1. Exit status 1 when there is a fault.",
    )
    check.add_argument("file", metavar="FILE", help="- for the standard input")
    check.add_argument(
        "--seeded",
        action="store_true",
        help="want every deck to follow from the game's seed; otherwise the decks of its first "
        "deals may have been given",
    )
    check.set_defaults(run=run_check)


def _add_show(commands: argparse._SubParsersAction[Parser]) -> None:
    show = commands.add_parser(
        "show",
        help="print a game readably",
        description="Print a game of a file of records, trick by trick: seat and cards of every "
        "play, the winning play marked *, bonuses, and the ladder after each deal.",
    )
    show.add_argument("file", metavar="FILE", help="- for the standard input")
    show.add_argument(
        "--game",
        type=_whole(1, MAX_SEED),
        default=1,
        metavar="K",
        help=WHICH_GAME,
    )
    show.add_argument(
        "--hands", action="store_true", help="show below each play the hand it was played from"
    )
    show.set_defaults(run=run_show)


def _add_analyse(commands: argparse._SubParsersAction[Parser]) -> None:
    analyse = commands.add_parser(
        "analyse",
        help="judge the plays of a game",
        description="Judge every play of a game by what its seat could know: the value of every "
        "legal play, the chance to win the game in percent, and what was lost by the play made. "
        "Biggest mistakes first.",
    )
    analyse.add_argument("file", metavar="FILE", help="- for the standard input")
    analyse.add_argument(
        "--game", type=_whole(1, MAX_SEED), default=1, metavar="K", help=WHICH_GAME
    )
    analyse.add_argument(
        "--agent",
        default="pimc:worlds=256",
        help="who judges: one that says what plays are worth; default %(default)s",
    )
    analyse.add_argument("--seed", type=_whole(0, MAX_SEED), default=0, help="of the judge; 0")
    analyse.add_argument(
        "--most", type=_whole(0, MAX_SEED), metavar="N", help="tell N plays at most; all"
    )
    analyse.set_defaults(run=run_analyse)


def _whole(low: int, high: int) -> Callable[[str], int]:
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


# The commands


def run_record(options: argparse.Namespace) -> int:
    """`voormsi record`."""
    names = split_agents(options.agents)
    seed = fresh_seed() if options.seed is None else options.seed
    try:
        roster = Roster(names, rules_from(options))
        seat_names(roster)
    except ModuleNotFoundError as error:
        raise UsageError(f"agents {', '.join(names)}: {_needs(error)}") from error
    except ValueError as error:
        raise UsageError(str(error)) from error
    with _output(options.out) as stream:
        for record in record_games(
            roster,
            seed,
            options.games,
            legal=options.legal,
            episode=options.episode,
            max_deals=options.max_deals,
        ):
            stream.write(to_line(record) + "\n")
    print(f"{_counted(options.games, 'game')} recorded with seed {seed}", file=sys.stderr)
    return 0


def split_agents(texts: Sequence[str]) -> list[str]:
    """The agents named by arguments such as `heuristic,pimc:worlds=8,depth=2`.

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


def run_check(options: argparse.Namespace) -> int:
    """`voormsi check`."""
    name = _shown(options.file)
    games = faulty = deals = plays = given = 0
    try:
        with _input(options.file) as stream:
            for number, line in read_lines(stream):
                games += 1
                record, faults = _judge(line, options.seeded)
                for fault in faults:
                    print(f"line {number}: {fault}")
                if faults:
                    faulty += 1
                    continue
                deals += len(record["deals"])
                plays += sum(len(deal["plays"]) for deal in record["deals"])
                given += not all(decks_follow_from_seed(record))
    except RecordError as error:
        print(error)
        return FAULTY
    if not games:
        print(f"{name} holds no record")
        return FAULTY
    if faulty:
        print(f"{name}: {faulty} of {_counted(games, 'game')} with faults")
        return FAULTY
    print(
        f"{name}: {_counted(games, 'game')}, {_counted(deals, 'deal')}, "
        f"{_counted(plays, 'play')}, no fault"
    )
    if given:
        print(f"{_counted(given, 'game')} with decks that do not follow from the seed")
    return 0


def run_show(options: argparse.Namespace) -> int:
    """`voormsi show`."""
    record = _chosen_record(options)
    for text in transcript(record, notes_on_plays(record), hands=options.hands):
        print(text)
    return 0


def run_analyse(options: argparse.Namespace) -> int:
    """`voormsi analyse`."""
    record = _chosen_record(options)
    try:
        agent = make_agent(options.agent, Rules.from_dict(record["rules"]))
    except ModuleNotFoundError as error:
        raise UsageError(f"agent {options.agent}: {_needs(error)}") from error
    except ValueError as error:
        raise UsageError(str(error)) from error
    if not isinstance(agent, ActionValueAgent):
        raise UsageError(f"agent {options.agent!r} does not say what plays are worth; pimc does")
    for text in report(analyse(record, agent, options.seed), options.most):
        print(text)
    return 0


def _chosen_record(options: argparse.Namespace) -> Record:
    """The record of the game that is asked for, without faults."""
    number = 0
    try:
        with _input(options.file) as stream:
            for number, line in read_lines(stream):
                if number == options.game:
                    record, faults = _judge(line, seeded=False)
                    if faults:
                        raise UsageError(f"{options.file}: line {number}: {faults[0]}")
                    return record
    except RecordError as error:
        raise UsageError(f"{options.file}: {error}") from error
    raise UsageError(f"{options.file} holds {_counted(number, 'game')}, no game {options.game}")


def run_agents(options: argparse.Namespace) -> int:
    """`voormsi agents`."""
    for name in FACTORIES:
        try:
            factory = factory_of(name)
        except ModuleNotFoundError as error:
            print(f"{name}\n    {_needs(error)}")
            continue
        parameters = dict(inspect.signature(factory, eval_str=True).parameters)
        parameters.pop("rules", None)
        parameters_text = ",".join(_option_text(option) for option in parameters.values())
        print(f"{name}{':' if parameters_text else ''}{parameters_text}")
        summary = (inspect.getdoc(factory) or "").partition("\n")[0]
        print(f"    {summary}")
    return 0


def _option_text(option: inspect.Parameter) -> str:
    required = option.default is inspect.Parameter.empty
    return option.name if required else f"{option.name}={option.default}"


def _judge(line: bytes, seeded: bool) -> tuple[Record, list[Fault]]:
    """The record of a line, and what is wrong with it."""
    try:
        record = from_line(line)
    except RecordError as error:
        return {}, [Fault("", str(error))]
    return record, faults_in(record, seeded=seeded)


def _shown(path: str) -> str:
    """A path for a message, whatever bytes it is made of."""
    return "standard input" if path == STANDARD else path.encode(errors="backslashreplace").decode()


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _needs(error: ModuleNotFoundError) -> str:
    return f"needs the package {error.name!r}, which is not installed"


@contextmanager
def _output(path: str) -> Iterator[TextIO]:
    if path == STANDARD:
        yield sys.stdout
        return
    try:
        with writing(path) as stream:
            yield stream
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror or error}") from error


@contextmanager
def _input(path: str) -> Iterator[BinaryIO]:
    if path == STANDARD:
        yield sys.stdin.buffer
    else:
        with open(path, "rb") as stream:
            yield stream


if __name__ == "__main__":
    sys.exit(main())

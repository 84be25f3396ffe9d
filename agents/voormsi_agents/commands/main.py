"""The `voormsi` command: which commands there are, and how each of them ends.

Nothing of a command is imported until it is asked for. `exit_status` lists what all of them end
with.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, NamedTuple

from voormsi_agents.commands.arguments import Parser
from voormsi_agents.commands.exit_status import DONE, INTERRUPTED, PIPE_CLOSED, TERMINATED
from voormsi_agents.commands.refusal import CommandError, missing_package, refuse
from voormsi_agents.commands.stopping import Terminated, stopped_by_exception

PROGRAM = "voormsi"


class Command(NamedTuple):
    """Where a command is found, and what it does.

    Attributes:
        module: its `run` takes the arguments and gives the exit status.
        summary: one line.
    """

    module: str
    summary: str


COMMANDS = {
    "train": Command("voormsi_agents.commands.train", "train a team policy by self-play"),
    "evaluate": Command("voormsi_agents.commands.evaluate", "let agents play against each other"),
    "record": Command(
        "voormsi_agents.commands.record", "let agents play games and write them down"
    ),
    "check": Command("voormsi_agents.commands.check", "verify records"),
    "show": Command("voormsi_agents.commands.show", "print a game readably"),
    "analyse": Command("voormsi_agents.commands.analyse", "judge the plays of a game"),
    "agents": Command("voormsi_agents.commands.agents", "list the agents there are"),
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; the exit status.

    Args:
        argv: the arguments after `voormsi`; those of the process when None.
    """
    program = PROGRAM
    try:
        with stopped_by_exception():
            options = _parser().parse_args(argv)
            program = f"{PROGRAM} {options.command}"
            run: Callable[[Sequence[str]], int]
            run = import_module(COMMANDS[options.command].module).run
            status = run(options.arguments)
            sys.stdout.flush()
        return status
    except SystemExit as stop:  # --help, --version
        return stop.code if isinstance(stop.code, int) else DONE
    except CommandError as error:
        return refuse(program, str(error))
    except ModuleNotFoundError as error:
        if (error.name or "").startswith(("voormsi_env", "voormsi_agents")):
            raise
        return refuse(program, missing_package(error))
    except BrokenPipeError:
        # The reader has what it wants; nothing may be written while Python shuts down.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return PIPE_CLOSED
    except OSError as error:
        return refuse(program, f"{error.filename or 'standard output'}: {error.strerror or error}")
    except KeyboardInterrupt as stop:
        return _stopped(program, stop)


def _stopped(program: str, stop: KeyboardInterrupt) -> int:
    """Say that the command was stopped, and how it goes on where it can; the exit status."""
    terminated = isinstance(stop, Terminated)
    how = stop.args[0] if stop.args else "terminated" if terminated else "interrupted"
    print(f"{program}: {how}", file=sys.stderr)
    return TERMINATED if terminated else INTERRUPTED


class _ShowVersion(argparse.Action):
    """Print the version, which is imported only then."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        from voormsi_env.version import __version__

        print(f"{PROGRAM} {__version__}")
        parser.exit()


def _parser() -> Parser:
    lines = [f"  {name:<10}{command.summary}" for name, command in COMMANDS.items()]
    parser = Parser(
        prog=PROGRAM,
        usage=f"{PROGRAM} [-h] [--version] COMMAND ...",
        description="Games of Voormsi: learn them, compare players, record games and read them.",
        epilog="\n".join(["commands:", *lines, "", f"`{PROGRAM} COMMAND --help` says more."]),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action=_ShowVersion, nargs=0, help="show the version")
    parser.add_argument("command", metavar="COMMAND", choices=COMMANDS, help="one of those below")
    rest = parser.add_argument("arguments", nargs=argparse.REMAINDER, help=argparse.SUPPRESS)
    rest.required = False
    return parser


if __name__ == "__main__":
    sys.exit(main())

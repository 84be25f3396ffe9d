"""Games of a file of records, for the commands that read one."""

from __future__ import annotations

from argparse import Namespace

from voormsi_agents.commands.refusal import CommandError
from voormsi_agents.commands.streams import counted, reading
from voormsi_env.record import Fault, Record, RecordError, faults_in, from_line, read_lines


def read_game(line: bytes, seeded: bool) -> tuple[Record, list[Fault]]:
    """The record of a line, and what is wrong with it.

    Args:
        line: of a file of records.
        seeded: whether every deck has to follow from the game's seed.
    """
    try:
        record = from_line(line)
    except RecordError as error:
        return {}, [Fault("", str(error))]
    return record, faults_in(record, seeded=seeded)


def chosen_game(options: Namespace) -> Record:
    """The game that `add_chosen_game` asked for.

    Raises:
        CommandError: the file has no such game, or the game has faults.
    """
    number = 0
    try:
        with reading(options.file) as stream:
            for number, line in read_lines(stream):
                if number == options.game:
                    record, faults = read_game(line, seeded=False)
                    if faults:
                        raise CommandError(f"{options.file}: line {number}: {faults[0]}")
                    return record
    except RecordError as error:
        raise CommandError(f"{options.file}: {error}") from error
    raise CommandError(f"{options.file} holds {counted(number, 'game')}, no game {options.game}")

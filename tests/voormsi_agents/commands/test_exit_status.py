"""What the commands end with."""

from __future__ import annotations

import re
import signal

from voormsi_agents.commands import exit_status
from voormsi_agents.commands.exit_status import INTERRUPTED, PIPE_CLOSED, TERMINATED


def test_a_command_ended_by_a_signal_has_the_status_of_a_shell() -> None:
    assert INTERRUPTED == 128 + signal.SIGINT
    assert PIPE_CLOSED == 128 + signal.SIGPIPE
    assert TERMINATED == 128 + signal.SIGTERM


def test_every_status_has_its_line() -> None:
    told = re.findall(r"^\| (\d+) \|", exit_status.__doc__ or "", re.MULTILINE)
    values = [value for name, value in vars(exit_status).items() if name.isupper()]
    assert sorted(map(int, told)) == sorted(values)

"""The `voormsi` command as tests call it: here, or in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from voormsi_agents.commands.main import main


def run(*arguments: str | Path) -> int:
    """The command's exit status."""
    return main([str(argument) for argument in arguments])


def in_a_process(*arguments: str | Path, **environment: str) -> subprocess.Popen[bytes]:
    """The command in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "voormsi_agents.commands.main", *map(str, arguments)],
        env=os.environ | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )

"""What made a result: the version and commit of the sources, and the machine."""

from __future__ import annotations

import os
import platform
import re
import subprocess
from pathlib import Path


def commit(digits: int = 12) -> str | None:
    """The commit of the sources, with a plus when they have changed since; None outside Git.

    Args:
        digits: how many of the commit's name, 4 to 40.
    """
    describe = ["git", "describe", "--always", f"--abbrev={digits}", "--dirty=+", "--exclude=*"]
    try:
        run = subprocess.run(
            describe,
            cwd=Path(__file__).parent,
            capture_output=True,
            text=True,
            check=True,
        )
    except (OSError, subprocess.CalledProcessError):
        return None
    return run.stdout.strip()


def processor() -> str:
    """The name of the processor, as well as the system tells it."""
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        text = ""
    names = re.findall(r"^model name\s*:\s*(.+)$", text, re.MULTILINE)
    return names[0].strip() if names else platform.processor() or platform.machine()


def machine() -> str:
    """The machine in a line: processor, cores, system and Python, but not its name."""
    return (
        f"{processor()}, {os.cpu_count()} cores, {platform.system()}, "
        f"Python {platform.python_version()}"
    )

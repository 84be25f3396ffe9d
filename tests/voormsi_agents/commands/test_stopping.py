"""Commands that are stopped from outside."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from voormsi_agents.commands.main import COMMANDS
from voormsi_agents.commands.stopping import Interrupted, Terminated, stopped_by_exception


@pytest.mark.parametrize(("sent", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_stopped_while_it_is_imported_says_so_in_one_line(
    command: str, sent: signal.Signals, status: int, tmp_path: Path
) -> None:
    module = tmp_path / "stops_itself.py"
    stop = f"import os, signal; os.kill(os.getpid(), {int(sent)}); signal.pause()"
    module.write_text(f"exec({stop!r})")  # as dataclasses are made
    (tmp_path / "stopped.py").write_text(f"""
import sys
from voormsi_agents.commands.main import COMMANDS, Command, main
COMMANDS[{command!r}] = Command("stops_itself", "")
sys.exit(main([{command!r}]))
""")
    paths = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    stopped = subprocess.run(
        [sys.executable, "-m", "stopped"],
        env=os.environ | {"PYTHONPATH": paths},
        capture_output=True,
        text=True,
    )
    assert stopped.returncode == status
    assert stopped.stderr.startswith(f"voormsi {command}: ")
    assert stopped.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("sent", "raised"), [(signal.SIGINT, Interrupted), (signal.SIGTERM, Terminated)]
)
def test_a_request_to_stop_is_an_exception_while_the_block_runs(
    sent: signal.Signals, raised: type[KeyboardInterrupt]
) -> None:
    before = signal.getsignal(sent)
    with pytest.raises(raised), stopped_by_exception():
        signal.raise_signal(sent)
    assert signal.getsignal(sent) is before

"""`voormsi evaluate`: agents against each other, with numbers one can quote."""

from __future__ import annotations

from collections.abc import Sequence

from voormsi_agents.commands.evaluate_options import checked_options


def run(arguments: Sequence[str]) -> int:
    """Run the command; the exit status."""
    options = checked_options(arguments)
    # It loads Numba, SciPy and Matplotlib, which a refusal need not wait for.
    from voormsi_agents.commands.evaluate_run import evaluate

    return evaluate(options)

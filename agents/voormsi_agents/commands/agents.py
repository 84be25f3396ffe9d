"""`voormsi agents`: list the agents there are."""

from __future__ import annotations

from collections.abc import Sequence

from voormsi_agents.commands.arguments import Parser
from voormsi_agents.commands.exit_status import DONE
from voormsi_agents.commands.refusal import missing_package
from voormsi_agents.registry import FACTORIES, describe


def run(arguments: Sequence[str]) -> int:
    """Run the command; the exit status."""
    _parser().parse_args(arguments)
    for name in FACTORIES:
        try:
            agent = describe(name)
        except ModuleNotFoundError as error:
            print(f"{name}\n    {missing_package(error)}")
            continue
        print(f"{agent.text}\n    {agent.summary}")
    return DONE


def _parser() -> Parser:
    return Parser(
        prog="voormsi agents",
        description="List the agents by name, with the options that may follow a name "
        "(name:option=value,option=value) and their defaults.",
    )

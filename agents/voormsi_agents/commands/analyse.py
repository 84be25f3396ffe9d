"""`voormsi analyse`: judge the plays of a game."""

from __future__ import annotations

from collections.abc import Sequence

from voormsi_agents.base import ActionValueAgent
from voormsi_agents.commands.arguments import Parser, add_chosen_game, whole
from voormsi_agents.commands.exit_status import DONE
from voormsi_agents.commands.games_in_files import chosen_game
from voormsi_agents.commands.refusal import CommandError, refusing
from voormsi_agents.matches.analysis import analyse, report
from voormsi_agents.registry import make_agent
from voormsi_env.rules import Rules


def run(arguments: Sequence[str]) -> int:
    """Run the command; the exit status."""
    options = _parser().parse_args(arguments)
    record = chosen_game(options)
    judge = _judge(options.agent, Rules.from_dict(record["rules"]))
    for text in report(analyse(record, judge, options.seed), options.most):
        print(text)
    return DONE


def _judge(agent_text: str, rules: Rules) -> ActionValueAgent:
    """The agent that says what the plays were worth.

    Raises:
        CommandError: there is no such agent, or it does not say that.
    """
    with refusing(ValueError):
        agent = make_agent(agent_text, rules)
    if not isinstance(agent, ActionValueAgent):
        raise CommandError(f"agent {agent_text!r} does not say what plays are worth; pimc does")
    return agent


def _parser() -> Parser:
    parser = Parser(
        prog="voormsi analyse",
        description="Judge every play of a game by what its seat could know: the value of every "
        "legal play, the chance to win the game in percent, and what was lost by the play made. "
        "Biggest mistakes first.",
    )
    add_chosen_game(parser)
    parser.add_argument(
        "--agent",
        default="pimc:worlds=256",
        help="who judges: one that says what plays are worth; default %(default)s",
    )
    parser.add_argument("--seed", type=whole(0), default=0, help="of the judge; 0")
    parser.add_argument("--most", type=whole(0), metavar="N", help="tell N plays at most; all")
    return parser

"""`voormsi show`: print a game readably."""

from __future__ import annotations

from collections.abc import Sequence

from voormsi_agents.commands.arguments import Parser, add_chosen_game
from voormsi_agents.commands.exit_status import DONE
from voormsi_agents.commands.games_in_files import chosen_game
from voormsi_env.record import notes_on_plays
from voormsi_env.render.transcript import transcript


def run(arguments: Sequence[str]) -> int:
    """Run the command; the exit status."""
    options = _parser().parse_args(arguments)
    record = chosen_game(options)
    for text in transcript(record, notes_on_plays(record), hands=options.hands):
        print(text)
    return DONE


def _parser() -> Parser:
    parser = Parser(
        prog="voormsi show",
        description="Print a game of a file of records, trick by trick: seat and cards of every "
        "play, the winning play marked *, bonuses, and the ladder after each deal.",
    )
    add_chosen_game(parser)
    parser.add_argument(
        "--hands", action="store_true", help="show below each play the hand it was played from"
    )
    return parser

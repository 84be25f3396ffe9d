"""`voormsi record`: let agents play games and write them down."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from voormsi_agents.commands.arguments import Parser, split_agents, whole
from voormsi_agents.commands.exit_status import DONE
from voormsi_agents.commands.refusal import refusing
from voormsi_agents.commands.rules_options import add_rules_options, rules_from
from voormsi_agents.commands.streams import counted, output
from voormsi_agents.matches.recording import record_games, seat_names
from voormsi_agents.matches.roster import Roster
from voormsi_env.episode import DEFAULT_MAX_DEALS, EPISODES, MAX_MAX_DEALS
from voormsi_env.record import to_line
from voormsi_env.seeds import fresh_seed


def run(arguments: Sequence[str]) -> int:
    """Run the command; the exit status."""
    options = _parser().parse_args(arguments)
    seed = fresh_seed() if options.seed is None else options.seed
    with refusing(ValueError):
        roster = Roster(split_agents(options.agents), rules_from(options))
        seat_names(roster)
    with output(options.out) as stream:
        for record in record_games(
            roster,
            seed,
            options.games,
            legal=options.legal,
            episode=options.episode,
            max_deals=options.max_deals,
        ):
            stream.write(to_line(record) + "\n")
    print(f"{counted(options.games, 'game')} recorded with seed {seed}", file=sys.stderr)
    return DONE


def _parser() -> Parser:
    parser = Parser(
        prog="voormsi record",
        description="Let agents play games and write them as records, one JSON object a line. "
        "The same agents, seed and rules give the same file, byte for byte. The file is there "
        "whole when all games are played, or not at all.",
    )
    parser.add_argument(
        "--agents",
        nargs="+",
        required=True,
        metavar="A,B",
        help="who plays: one agent a team (three players: A,B,C), separated by commas or spaces; "
        "partners of different kinds are joined by a plus (A+B,C); "
        "`voormsi agents` lists the names",
    )
    parser.add_argument("--games", type=whole(1), default=1, help="how many; default 1")
    parser.add_argument(
        "--seed",
        type=whole(0),
        help="of the decks and of the agents' own choices; a fresh one, told at the end, "
        "when not given",
    )
    parser.add_argument("--legal", action="store_true", help="list the legal plays with each play")
    parser.add_argument(
        "--episode", choices=EPISODES, default="game", help="whole games, or single deals"
    )
    parser.add_argument(
        "--max-deals",
        type=whole(1, MAX_MAX_DEALS),
        default=DEFAULT_MAX_DEALS,
        help=f"end a game without a winner after so many deals; default {DEFAULT_MAX_DEALS}",
    )
    parser.add_argument("--out", required=True, metavar="FILE", help="- for the standard output")
    add_rules_options(parser)
    return parser

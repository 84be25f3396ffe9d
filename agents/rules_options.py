"""The options of the rules on a command line, named as in `Rules`."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from voormsi_env.rules import BUSTS, PLAY_ONS, SETTLEMENTS, SHOW_HAND_TO, Rules


def add_rules_options(parser: ArgumentParser) -> None:
    """Add `--players`, `--game-points` and the other options of `Rules` to a parser.

    Whole numbers are checked by `rules_from`, which knows what is allowed.
    """
    group = parser.add_argument_group("rules of the game")
    default = Rules()
    group.add_argument("--players", type=int, default=default.players, help="2, 3 or 4")
    group.add_argument(
        "--game-points",
        type=int,
        default=None,
        help="length of the ladder; 9, or 12 with three players, when not given",
    )
    group.add_argument("--bust", choices=BUSTS, default=default.bust)
    group.add_argument("--settlement", choices=SETTLEMENTS, default=default.settlement)
    group.add_argument("--play-on", choices=PLAY_ONS, default=default.play_on)
    group.add_argument("--three-is-king", action="store_true", help="lead the 3D as a king")
    group.add_argument("--show-hand-to", choices=SHOW_HAND_TO, default=default.show_hand_to)


def rules_from(options: Namespace) -> Rules:
    """The rules that a parsed command line asks for.

    Raises:
        ValueError: an option has a value that is not allowed.
    """
    return Rules(
        players=options.players,
        game_points=options.game_points,
        bust=options.bust,
        settlement=options.settlement,
        three_is_king=options.three_is_king,
        show_hand_to=options.show_hand_to,
        play_on=options.play_on,
    )

"""The options of the rules on a command line, named as in `Rules`."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace

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
    group.add_argument(
        "--bust",
        choices=BUSTS,
        default=default.bust,
        help=f"what becomes of a sum that passes the ladder's end; default {default.bust}",
    )
    group.add_argument(
        "--settlement",
        choices=SETTLEMENTS,
        default=default.settlement,
        help="when bonus points go on the ladder: after their trick, or after the deal; "
        f"default {default.settlement}",
    )
    group.add_argument(
        "--play-on",
        choices=PLAY_ONS,
        default=default.play_on,
        help=f"which run keeps a deal going after five tricks; default {default.play_on}",
    )
    group.add_argument(
        "--three-is-king",
        nargs="?",
        const=True,
        default=default.three_is_king,
        type=_true_or_false,
        metavar="true|false",
        help="lead the 3D as a king",
    )
    group.add_argument(
        "--show-hand-to",
        choices=SHOW_HAND_TO,
        default=default.show_hand_to,
        help=f"who sees the hand that claims Voormsi's bonus; default {default.show_hand_to}",
    )


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


def _true_or_false(value: str | bool) -> bool:
    """An option's text, or what a config file has, as a truth value."""
    if isinstance(value, bool):
        return value
    try:
        return {"true": True, "false": False}[value.lower()]
    except KeyError:
        raise ArgumentTypeError(f"{value!r} is not allowed; allowed are true and false") from None

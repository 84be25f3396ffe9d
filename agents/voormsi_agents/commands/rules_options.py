"""The options of the rules on a command line: those of `Rules`, by their names, types and texts."""

from __future__ import annotations

import inspect
import re
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from dataclasses import fields
from typing import Any, Literal, get_args, get_origin, get_type_hints

from voormsi_env.rules import Rules

RULES_OPTIONS: tuple[str, ...] = tuple(field.name for field in fields(Rules))


def add_rules_options(parser: ArgumentParser) -> None:
    """Add `--players`, `--game-points` and the other options of `Rules` to a parser.

    Whole numbers are checked by `rules_from`, which knows what is allowed.
    """
    group = parser.add_argument_group("rules of the game; sections are those of docs/rules.md")
    kinds, texts = get_type_hints(Rules), _texts_of_attributes(Rules)
    for field in fields(Rules):
        text = texts[field.name]
        if field.default not in (None, False):
            text = f"{text}; default {field.default}"
        group.add_argument(
            flag(field.name),
            default=field.default,
            help=text.replace("%", "%%"),
            **_how_to_read(kinds[field.name]),
        )


def rules_from(options: Namespace) -> Rules:
    """The rules that a parsed command line asks for.

    Raises:
        ValueError: an option has a value that is not allowed.
    """
    return Rules(**{name: getattr(options, name) for name in RULES_OPTIONS})


def flag(name: str) -> str:
    """An option's name as it is written on a command line."""
    return "--" + name.replace("_", "-")


def _how_to_read(kind: Any) -> dict[str, Any]:
    """What `add_argument` is told of an option of a type: a choice, a truth value or a number."""
    if get_origin(kind) is Literal:
        return {"choices": get_args(kind)}
    if kind is bool:
        return {"nargs": "?", "const": True, "type": _true_or_false, "metavar": "true|false"}
    present = [part for part in get_args(kind) if part is not type(None)]
    return {"type": present[0] if present else kind}


def _true_or_false(value: str | bool) -> bool:
    """An option's text, or what a config file has, as a truth value."""
    if isinstance(value, bool):
        return value
    try:
        return {"true": True, "false": False}[value.lower()]
    except KeyError:
        raise ArgumentTypeError(f"{value!r} is not allowed; allowed are true and false") from None


def _texts_of_attributes(described: type) -> dict[str, str]:
    """What a docstring says of each attribute, on one line and without its full stop."""
    section = (inspect.getdoc(described) or "").partition("Attributes:\n")[2].partition("\n\n")[0]
    texts = re.split(r"^    (\w+): ", section, flags=re.MULTILINE)[1:]
    return {
        name: " ".join(text.split()).rstrip(".")
        for name, text in zip(texts[::2], texts[1::2], strict=True)
    }

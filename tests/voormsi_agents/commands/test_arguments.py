"""What parsers of command lines share."""

from __future__ import annotations

from argparse import ArgumentTypeError

import pytest

from voormsi_agents.commands.arguments import Parser, split_agents, whole
from voormsi_agents.commands.refusal import CommandError


def test_whole_numbers_are_taken_within_their_range() -> None:
    convert = whole(1, 5)
    assert [convert(text) for text in ("1", "5")] == [1, 5]
    for text in ("0", "6", "1.5", "x"):
        with pytest.raises(ArgumentTypeError, match="allowed are whole numbers from 1 to 5"):
            convert(text)


def test_a_comma_before_an_option_goes_on_with_the_agent_before_it() -> None:
    texts = ["heuristic,pimc:worlds=8,endgame=2", "random,ismcts:ms=1"]
    assert split_agents(texts) == [
        "heuristic",
        "pimc:worlds=8,endgame=2",
        "random",
        "ismcts:ms=1",
    ]


def test_what_a_parser_refuses_is_raised() -> None:
    with pytest.raises(CommandError, match=r"--colour.*see voormsi x --help"):
        Parser(prog="voormsi x").parse_args(["--colour"])

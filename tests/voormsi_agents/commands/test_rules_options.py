"""The options of the rules on a command line."""

from __future__ import annotations

from dataclasses import fields

import pytest

from voormsi_agents.commands.arguments import Parser
from voormsi_agents.commands.rules_options import add_rules_options, flag, rules_from
from voormsi_env.rules import Rules


def test_every_option_of_the_rules_has_a_flag_with_its_default_and_its_text(
    capsys: pytest.CaptureFixture[str],
) -> None:
    parser = Parser()
    add_rules_options(parser)
    assert rules_from(parser.parse_args([])) == Rules()
    text = parser.format_help()
    for field in fields(Rules):
        assert f"{flag(field.name)} " in text
    assert "counts as a king" in " ".join(text.split())
    given = ["--players", "3", "--three-is-king", "false", "--bust", "off"]
    assert rules_from(parser.parse_args(given)) == Rules(players=3, bust="off")
    assert rules_from(parser.parse_args(["--three-is-king"])) == Rules(three_is_king=True)

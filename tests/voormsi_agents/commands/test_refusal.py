"""How commands refuse."""

from __future__ import annotations

import pytest

from voormsi_agents.commands.exit_status import REFUSED
from voormsi_agents.commands.refusal import CommandError, missing_package, refuse, refusing


def test_what_training_needs_is_named() -> None:
    error = ModuleNotFoundError("", name="torch.nn")
    assert "pip install voormsi-env[train]" in missing_package(error)
    assert "[ray]" in missing_package(ModuleNotFoundError("", name="ray"))


def test_a_refusal_is_one_line_without_names_of_classes(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert refuse("voormsi show", "wanted is\n  <class 'int'>") == REFUSED
    assert capsys.readouterr().err == "voormsi show: wanted is int\n"


def test_only_errors_for_the_user_become_refusals() -> None:
    with pytest.raises(CommandError, match="too many"), refusing(ValueError):
        raise ValueError("too many")
    with pytest.raises(KeyError), refusing(ValueError):
        raise KeyError
    with pytest.raises(BrokenPipeError), refusing(OSError):
        raise BrokenPipeError

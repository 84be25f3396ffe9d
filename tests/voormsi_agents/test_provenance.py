"""What made a result."""

from __future__ import annotations

import re

import pytest

from voormsi_agents.provenance import commit, machine


@pytest.mark.parametrize("digits", [12, 40])
def test_the_commit_is_told_in_so_many_digits(digits: int) -> None:
    found = commit(digits)
    if found is None:
        pytest.skip("these sources are in no Git repository")
    assert re.fullmatch(rf"[0-9a-f]{{{digits},40}}\+?", found)


def test_outside_git_there_is_no_commit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    assert commit() is None


def test_the_machine_is_told_in_a_line() -> None:
    assert re.fullmatch(r".+, \d+ cores, \w+, Python 3\.\d+\.\d+\S*", machine())

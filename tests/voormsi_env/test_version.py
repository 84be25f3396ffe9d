"""The version is said once."""

from __future__ import annotations

import re

import voormsi_env
from voormsi_env.version import __version__


def test_the_version_has_three_numbers_and_is_the_packages() -> None:
    assert re.fullmatch(r"\d+\.\d+\.\d+", __version__)
    assert voormsi_env.__version__ == __version__

"""Settings of all tests."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("voormsi", deadline=None, derandomize=True, database=None)
settings.load_profile("voormsi")

"""Gymnasium's registry knows the environment in which a seat learns."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module

import gymnasium

from voormsi_env.registration import SEAT_ID, register_seat_environment


def test_registering_again_changes_nothing() -> None:
    register_seat_environment()
    before = gymnasium.registry[SEAT_ID]
    register_seat_environment()
    assert gymnasium.registry[SEAT_ID] is before


def test_what_is_registered_is_there() -> None:
    register_seat_environment()
    spec = gymnasium.registry[SEAT_ID]
    for entry_point in (spec.entry_point, spec.vector_entry_point):
        assert isinstance(entry_point, str)
        module, name = entry_point.split(":")
        assert callable(getattr(import_module(module), name))


def test_importing_the_package_registers_without_loading_the_agents() -> None:
    script = (
        "import sys, voormsi_env, gymnasium;"
        f"assert {SEAT_ID!r} in gymnasium.registry;"
        "assert 'voormsi_agents' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", script], check=True)

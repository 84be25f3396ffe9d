"""What importing the package does, and the names it gives."""

import subprocess
import sys

import pettingzoo
import pytest
from helpers import (
    THREE,
)

import voormsi_env
from voormsi_env import env
from voormsi_env.aec_env import VoormsiEnv

# Names and registration


def test_registered_with_pettingzoo() -> None:
    for make in (pettingzoo.make, pettingzoo.env_registry.make):
        made = make("aec", "voormsi/voormsi-v0", rules={"players": 3}, illegal="raise")
        assert isinstance(made, VoormsiEnv)
        assert made.rules == THREE
    assert str(env()) == "voormsi_v0"
    assert env().unwrapped.metadata["render_modes"] == ["ansi", "human"]


def test_importing_the_package_compiles_and_loads_little() -> None:
    """Importing registers the environments but leaves Numba and the engine for later."""
    script = (
        "import sys, voormsi_env, pettingzoo;"
        "assert 'voormsi/voormsi-v0' in pettingzoo.aec_registry;"
        "assert not {'numba', 'torch', 'matplotlib', 'pygame'} & set(sys.modules);"
        "assert set(voormsi_env.__all__) <= set(dir(voormsi_env));"
        "from voormsi_env import Game, Games, env, raw_env"
    )
    subprocess.run([sys.executable, "-c", script], check=True)
    with pytest.raises(AttributeError, match="attribute ENV"):
        _ = voormsi_env.ENV

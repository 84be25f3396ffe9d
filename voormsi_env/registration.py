"""The environments in Gymnasium's registry.

They are named by text: the agents that fill their seats, and what these need, are imported when
an environment is made.
"""

from __future__ import annotations

import gymnasium

SEAT_ID = "voormsi/Seat-v0"


def register_seat_environment() -> None:
    """Let `gymnasium.make` and `gymnasium.make_vec` know the environment in which a seat learns."""
    if SEAT_ID not in gymnasium.registry:
        gymnasium.register(
            SEAT_ID,
            entry_point="voormsi_agents.seat_envs.seat_env:SeatEnv",
            vector_entry_point="voormsi_agents.seat_envs.gym_vector_env:GymVectorEnv",
        )

"""Environments in which one seat learns and agents fill the others."""

from __future__ import annotations

from typing import TYPE_CHECKING

import lazy_loader

if TYPE_CHECKING:
    from voormsi_agents.seat_envs.gym_vector_env import GymVectorEnv
    from voormsi_agents.seat_envs.sb3_vec_env import Sb3VecEnv
    from voormsi_agents.seat_envs.seat_env import SeatEnv
    from voormsi_agents.seat_envs.seat_games import SeatGames

__all__ = ["GymVectorEnv", "Sb3VecEnv", "SeatEnv", "SeatGames"]

__getattr__, __dir__, _ = lazy_loader.attach(
    __name__,
    submod_attrs={
        "gym_vector_env": ["GymVectorEnv"],
        "sb3_vec_env": ["Sb3VecEnv"],
        "seat_env": ["SeatEnv"],
        "seat_games": ["SeatGames"],
    },
)

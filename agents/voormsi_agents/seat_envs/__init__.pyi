from .gym_vector_env import GymVectorEnv as GymVectorEnv
from .sb3_vec_env import Sb3VecEnv as Sb3VecEnv
from .seat_env import SeatEnv as SeatEnv
from .seat_games import SeatGames as SeatGames

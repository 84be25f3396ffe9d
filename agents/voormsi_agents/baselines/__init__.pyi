from .greedy import GreedyAgent as GreedyAgent
from .heuristic.agent import HeuristicAgent as HeuristicAgent
from .random import RandomAgent as RandomAgent

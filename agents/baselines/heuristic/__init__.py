"""The player that knows the game."""

from agents.baselines.heuristic.agent import HEURISTIC_VERSION, HeuristicAgent
from agents.baselines.heuristic.choice import heuristic_action

__all__ = ["HEURISTIC_VERSION", "HeuristicAgent", "heuristic_action"]

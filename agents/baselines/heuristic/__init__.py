"""The player that knows the game."""

from agents.baselines.heuristic.choose import HeuristicAgent, heuristic_action

__all__ = ["HeuristicAgent", "heuristic_action"]

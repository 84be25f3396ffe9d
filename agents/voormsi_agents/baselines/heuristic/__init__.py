"""The player that knows the game.

`HeuristicAgent` explains what it does and why. Modules, each importing only those before it:
`judgement`, `ladder`, `course`, `counting`, `keeping`, `position`, `matadors`, `choice`, `agent`.
"""

from voormsi_agents.baselines.heuristic.action_value import heuristic_action, heuristic_worth
from voormsi_agents.baselines.heuristic.agent import HEURISTIC_VERSION, HeuristicAgent

__all__ = ["HEURISTIC_VERSION", "HeuristicAgent", "heuristic_action", "heuristic_worth"]

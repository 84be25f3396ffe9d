from .action_value import heuristic_action as heuristic_action
from .action_value import heuristic_worth as heuristic_worth
from .agent import HEURISTIC_VERSION as HEURISTIC_VERSION
from .agent import HeuristicAgent as HeuristicAgent

from .cheat import CheatAgent as CheatAgent
from .ismcts import IsmctsAgent as IsmctsAgent
from .pimc import PimcAgent as PimcAgent
from .policy_search import PolicySearchAgent as PolicySearchAgent
from .worlds import sample_worlds as sample_worlds

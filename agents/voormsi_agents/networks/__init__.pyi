from .checkpoint_agent import CheckpointAgent as CheckpointAgent
from .checkpoint_agent import PolicyAgent as PolicyAgent
from .inputs import Inputs as Inputs
from .policies import TeamPolicy as TeamPolicy
from .policies import make_policy as make_policy
from .policy_file import (
    PolicyFileError as PolicyFileError,
)
from .policy_file import (
    find_policy as find_policy,
)
from .policy_file import (
    read_policy as read_policy,
)
from .policy_network import PolicyNetwork as PolicyNetwork
from .torch_file import (
    load_policy as load_policy,
)
from .torch_file import (
    network_of_policy as network_of_policy,
)
from .torch_file import (
    save_policy as save_policy,
)

"""`agent_iter`: the agents in turn, each of which must step before the next comes."""

from __future__ import annotations

from pettingzoo import AECEnv
from pettingzoo.utils.env import AECIterable, AECIterator


class Turns(AECIterable):  # type: ignore[misc]  # PettingZoo carries no types
    """The agents of an environment in turn."""

    def __iter__(self) -> AECIterator:
        return TurnIterator(self.env, self.max_iter)


class TurnIterator(AECIterator):  # type: ignore[misc]
    """Gives the agent selected, once a step or a reset has come since the last."""

    def __init__(self, environment: AECEnv, max_iter: int) -> None:
        super().__init__(environment, max_iter)
        environment._has_moved = True

    def __next__(self) -> str:
        environment = self.env
        if not environment.agents or self.iters_til_term <= 0:
            raise StopIteration
        if not environment._has_moved:
            raise RuntimeError("call step() or reset() before the next turn of agent_iter()")
        environment._has_moved = False
        self.iters_til_term -= 1
        agent: str = environment.agent_selection
        return agent

"""Agents by name: `heuristic`, `pimc:worlds=64`, `checkpoint:path/to.zip`."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from importlib import import_module
from typing import Any

from voormsi_agents.base import Agent
from voormsi_env.rules import Rules

FACTORIES: dict[str, str] = {
    "random": "voormsi_agents.baselines.random:RandomAgent",
    "greedy": "voormsi_agents.baselines.greedy:GreedyAgent",
    "heuristic": "voormsi_agents.baselines.heuristic:HeuristicAgent",
    "heuristic-1": "voormsi_agents.baselines.heuristic:HeuristicAgent",
    "pimc": "voormsi_agents.search.pimc:PimcAgent",
    "search": "voormsi_agents.search.policy_search:PolicySearchAgent",
    "ismcts": "voormsi_agents.search.ismcts:IsmctsAgent",
    "cheat": "voormsi_agents.search.cheat:CheatAgent",
    "checkpoint": "voormsi_agents.networks.checkpoint_agent:CheckpointAgent",
}
"""Where each agent is made: module and callable. A first parameter called `rules` is given the
rules of the game; the others are the options that may follow the name."""


class UnknownAgentError(ValueError):
    """A text names no agent, or gives it options it does not have."""


def make_agent(text: str, rules: Rules) -> Agent:
    """The agent that a text names.

    Args:
        text: a name of `FACTORIES`, or the dotted name of anything that can be imported and
            makes an agent (`my_package.my_module.MyAgent`); then perhaps a colon and options
            `key=value`, separated by commas. One option may come without its key:
            `checkpoint:path/to.zip`.
        rules: of the games it will play.

    Raises:
        UnknownAgentError: the text names no agent, or an option is unknown or has a wrong value.
    """
    name, _, rest = text.strip().partition(":")
    factory = factory_of(name)
    parameters = dict(inspect.signature(factory, eval_str=True).parameters)
    given = {"rules": rules} if parameters.pop("rules", None) else {}
    given.update(_options(name, rest, parameters))
    try:
        agent = factory(**given)
    except (TypeError, ValueError) as error:
        raise UnknownAgentError(f"agent {text!r}: {error}") from error
    if not isinstance(agent, Agent):
        raise UnknownAgentError(f"agent {text!r} is a {type(agent).__name__}, which is no Agent")
    agent.name = text.strip()
    return agent


def factory_of(name: str) -> Callable[..., Agent]:
    """The callable that makes the agents of a name; its parameters are their options.

    Raises:
        UnknownAgentError: no agent has the name.
    """
    if name in FACTORIES:
        module, attribute = FACTORIES[name].split(":")
        factory: Callable[..., Agent] = getattr(import_module(module), attribute)
        return factory
    if "." in name:
        return _imported(name)
    raise UnknownAgentError(
        f"no agent is called {name!r}; allowed are {', '.join(sorted(FACTORIES))}, or the dotted "
        f"name of one that can be imported"
    )


def _imported(name: str) -> Callable[..., Agent]:
    """What a dotted name stands for: the last part is found in the module that the rest names."""
    module, _, attribute = name.rpartition(".")
    try:
        factory: Callable[..., Agent] = getattr(import_module(module), attribute)
    except (ImportError, AttributeError, ValueError) as error:
        raise UnknownAgentError(f"no agent can be imported as {name!r}: {error}") from error
    if not callable(factory):
        raise UnknownAgentError(f"{name!r} is no callable that makes an agent")
    return factory


def _options(name: str, rest: str, parameters: dict[str, inspect.Parameter]) -> dict[str, Any]:
    options: dict[str, Any] = {}
    for part in filter(None, (part.strip() for part in rest.split(","))):
        key, equals, value = part.partition("=")
        if not equals:
            key, value = next(iter(parameters), ""), part
        if key not in parameters:
            allowed = ", ".join(parameters) or "none"
            raise UnknownAgentError(
                f"agent {name!r} has no option {key or part!r}; allowed are: {allowed}"
            )
        options[key] = _converted(name, key, value, parameters[key])
    return options


def _converted(name: str, key: str, value: str, parameter: inspect.Parameter) -> Any:
    """An option's text as what its parameter is annotated with: int, float, bool or str."""
    kind = parameter.annotation
    try:
        if kind is bool:
            return {"true": True, "false": False}[value.lower()]
        if kind in (int, float):
            return kind(value)
    except (KeyError, ValueError):
        raise UnknownAgentError(
            f"agent {name!r}: option {key} is {value!r}; allowed is a value of type {kind.__name__}"
        ) from None
    return value

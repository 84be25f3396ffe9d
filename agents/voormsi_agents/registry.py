"""Agents by name: `heuristic`, `pimc:worlds=64`, `checkpoint:path/to.zip`.

The shipped ones are registered by the package itself (`voormsi_agents.SHIPPED`). Importing this
module imports no agent, and making one imports no other.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from voormsi_agents.base import Agent
    from voormsi_env.rules import Rules

FACTORIES: dict[str, str] = {}
"""Where each agent is made, `module:attribute`, by name; see `register`."""


class UnknownAgentError(ValueError):
    """A text names no agent, or gives it options it does not have."""


def register(name: str, factory: str) -> None:
    """Let agents be made by a name; one registered before under that name is forgotten.

    Args:
        name: what texts call the agent, without colon, comma or plus.
        factory: `module:attribute` of the callable that makes it, imported when it is first
            needed. A first parameter called `rules` is given the rules of the game; the others
            are the options that may follow the name.

    Raises:
        ValueError: the name or the factory is not written so.
    """
    if not name or set(name) & set(":,+"):
        raise ValueError(f"agent name {name!r} is not allowed; allowed are names without : , +")
    module, _, attribute = factory.partition(":")
    if not module or not attribute.isidentifier():
        raise ValueError(f"factory {factory!r} is not allowed; allowed is 'module:attribute'")
    FACTORIES[name] = factory


def make_agent(text: str, rules: Rules) -> Agent:
    """The agent that a text names.

    Args:
        text: a registered name, or the dotted name of anything that can be imported and makes an
            agent (`my_package.my_module.MyAgent`); then perhaps a colon and options
            `key=value`, separated by commas. One option may come without its key:
            `checkpoint:path/to.zip`.
        rules: of the games it will play.

    Raises:
        UnknownAgentError: the text names no agent, or an option is unknown or has a wrong value.
    """
    from voormsi_agents.base import Agent  # brings NumPy, which naming agents does not need

    name, _, rest = text.strip().partition(":")
    factory = factory_of(name)
    parameters = dict(inspect.signature(factory, eval_str=True).parameters)
    given: dict[str, object] = {"rules": rules} if parameters.pop("rules", None) else {}
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


def _options(name: str, rest: str, parameters: dict[str, inspect.Parameter]) -> dict[str, object]:
    options: dict[str, object] = {}
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


def _converted(
    name: str, key: str, value: str, parameter: inspect.Parameter
) -> bool | int | float | str:
    """An option's text as what its parameter is annotated with: int, float, bool or str."""
    kind = parameter.annotation
    try:
        if kind is bool:
            return {"true": True, "false": False}[value.lower()]
        if kind is int:
            return int(value)
        if kind is float:
            return float(value)
    except (KeyError, ValueError):
        raise UnknownAgentError(
            f"agent {name!r}: option {key} is {value!r}; allowed is a value of type {kind.__name__}"
        ) from None
    return value


# Describing agents


@dataclass(frozen=True)
class AgentDescription:
    """What can be said of a registered agent without importing it.

    Attributes:
        name: its registered name.
        options: its options in order, each with its default, or `inspect.Parameter.empty` where
            one must be given.
        summary: the first line of its docstring.
    """

    name: str
    options: dict[str, object]
    summary: str

    @property
    def text(self) -> str:
        """The name and the options as a text that `make_agent` takes."""
        options = ",".join(
            option if default is inspect.Parameter.empty else f"{option}={default}"
            for option, default in self.options.items()
        )
        return f"{self.name}:{options}" if options else self.name


def describe(name: str) -> AgentDescription:
    """Describe a registered agent by the source of the class or function that makes it.

    Its module is read and not imported, so that listing agents takes no time and needs none of
    the packages that they play with. Options that a class inherits are not found.

    Raises:
        UnknownAgentError: no agent has the name, or it has no source that could be read.
        ModuleNotFoundError: the package that it is in is not installed.
    """
    if name not in FACTORIES:
        allowed = ", ".join(sorted(FACTORIES))
        raise UnknownAgentError(f"no agent is called {name!r}; allowed are {allowed}")
    module, attribute = FACTORIES[name].split(":")
    for node in _parsed(module).body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef) and node.name == attribute:
            summary = (ast.get_docstring(node) or "").partition("\n")[0]
            return AgentDescription(name, _declared_options(node), summary)
    raise UnknownAgentError(f"agent {name!r}: {module} defines no {attribute}")


def _parsed(module: str) -> ast.Module:
    """The syntax of a module."""
    spec = find_spec(module)
    if spec is None:
        raise ModuleNotFoundError(f"there is no module {module}", name=module)
    if spec.origin is None or not spec.origin.endswith(".py"):
        raise UnknownAgentError(f"{module} has no source that could be read")
    return ast.parse(Path(spec.origin).read_text(encoding="utf-8"))


def _declared_options(node: ast.ClassDef | ast.FunctionDef) -> dict[str, object]:
    """The options of a factory: its parameters, or those of its `__init__`, with their defaults."""
    if isinstance(node, ast.ClassDef):
        inits = [part for part in node.body if getattr(part, "name", "") == "__init__"]
        if not inits or not isinstance(inits[0], ast.FunctionDef):
            return {}
        arguments, skipped = inits[0].args, {"self", "rules"}
    else:
        arguments, skipped = node.args, {"rules"}
    named = [*arguments.posonlyargs, *arguments.args]
    missing = [None] * (len(named) - len(arguments.defaults))
    pairs = zip(
        [*named, *arguments.kwonlyargs],
        [*missing, *arguments.defaults, *arguments.kw_defaults],
        strict=True,
    )
    return {arg.arg: _default(value) for arg, value in pairs if arg.arg not in skipped}


def _default(value: ast.expr | None) -> object:
    """A default as it stands in the source: a literal's value, or else its text."""
    if value is None:
        return inspect.Parameter.empty
    try:
        return ast.literal_eval(value)
    except ValueError:
        return ast.unparse(value)

"""Agents by name: what is registered, what can be said of it unimported, what is refused."""

from __future__ import annotations

import inspect
import subprocess
import sys

import pytest

from voormsi_agents import SHIPPED
from voormsi_agents.registry import (
    FACTORIES,
    UnknownAgentError,
    describe,
    factory_of,
    make_agent,
    register,
)
from voormsi_env import Rules

FOUR = Rules.four()


@pytest.fixture
def clean_factories(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("voormsi_agents.registry.FACTORIES", dict(FACTORIES))


def in_a_new_process(program: str) -> list[str]:
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def test_the_shipped_agents_are_registered_when_the_package_is_imported() -> None:
    assert SHIPPED.items() <= FACTORIES.items()


def test_importing_the_package_and_listing_its_agents_imports_nothing_heavy() -> None:
    loaded = in_a_new_process(
        f"import sys; sys.path[:] = {sys.path!r}\n"
        "import voormsi_agents\n"
        "from voormsi_agents.registry import FACTORIES, describe\n"
        "for name in FACTORIES: describe(name)\n"
        "print(*sys.modules)\n"
    )
    assert "voormsi_agents.registry" in loaded
    assert {"numba", "numpy", "torch", "voormsi_agents.base"}.isdisjoint(loaded)


def test_the_face_gives_what_a_user_needs() -> None:
    import voormsi_agents
    from voormsi_agents.base import Agent
    from voormsi_agents.tournament.comparison import compare

    assert voormsi_agents.Agent is Agent
    assert voormsi_agents.make_agent is make_agent
    assert voormsi_agents.compare is compare
    assert dir(voormsi_agents) == sorted(voormsi_agents.__all__)
    with pytest.raises(AttributeError):
        _ = voormsi_agents.nothing


@pytest.mark.parametrize("name", sorted(SHIPPED))
def test_a_description_agrees_with_what_is_imported(name: str) -> None:
    factory = factory_of(name)
    parameters = dict(inspect.signature(factory).parameters)
    parameters.pop("rules", None)
    found = describe(name)
    assert found.name == name
    assert found.options == {key: option.default for key, option in parameters.items()}
    assert list(found.options) == list(parameters)
    assert found.summary == (inspect.getdoc(factory) or "").partition("\n")[0]


@pytest.mark.usefixtures("clean_factories")
def test_a_registered_agent_is_made_and_described() -> None:
    register("first", "failing_agents:First")
    assert make_agent("first:path=x", FOUR).name == "first:path=x"
    assert describe("first").text == "first:path="
    register("kills", "failing_agents:KillsParent")
    assert describe("kills").text == "kills:folder"
    register("held", "failing_agents:held")
    assert list(describe("held").options) == ["views", "cards"]


@pytest.mark.usefixtures("clean_factories")
def test_what_cannot_be_described_is_refused() -> None:
    register("number", "failing_agents:number")
    register("array", "numpy._core._multiarray_umath:array")
    register("odd", "no_such_package.agents:Odd")
    with pytest.raises(UnknownAgentError, match="failing_agents defines no number"):
        describe("number")
    with pytest.raises(UnknownAgentError, match="no source"):
        describe("array")
    with pytest.raises(ModuleNotFoundError, match="no_such_package"):
        describe("odd")
    with pytest.raises(UnknownAgentError, match="no agent is called 'nobody'"):
        describe("nobody")


@pytest.mark.parametrize(
    ("name", "words"), [("", "name '' is not allowed"), ("a:b", "without : , +")]
)
def test_a_name_that_is_not_allowed_is_refused(name: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        register(name, "module:Agent")


@pytest.mark.parametrize("factory", ["module.Agent", "module:"])
def test_a_factory_that_names_no_attribute_is_refused(factory: str) -> None:
    with pytest.raises(ValueError, match="allowed is 'module:attribute'"):
        register("a", factory)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("nobody", "no agent is called 'nobody'"),
        ("failing_agents.NotAnAgent", "no Agent"),
        ("failing_agents.number", "no callable"),
        ("no_such_module.Agent", "imported"),
        ("random:speed=3", "no option 'speed'; allowed are: none"),
        ("pimc:worlds=many", "option worlds is 'many'; allowed is a value of type int"),
        ("pimc:worlds=0", "agent 'pimc:worlds=0': "),
    ],
)
def test_a_text_that_names_no_agent_is_refused(text: str, words: str) -> None:
    with pytest.raises(UnknownAgentError, match=words):
        make_agent(text, FOUR)


def test_an_option_may_come_without_its_key() -> None:
    agent = make_agent(" failing_agents.First:some/path ", FOUR)
    assert agent.name == "failing_agents.First:some/path"
    assert vars(agent)["path"] == "some/path"

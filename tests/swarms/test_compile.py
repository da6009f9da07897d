"""A stored version becomes a swarm that can run."""

import asyncio
from decimal import Decimal
from typing import Any

import pytest

from mail.actions import BadActionArguments
from swarms.check import check_runnable
from swarms.compile import CompiledSwarm, compile_document, get_compiled
from swarms.errors import SwarmNotRunnable
from swarms.registered import register
from swarms.store import store_document, store_documents
from tests.swarms.conftest import read_document

pytestmark = pytest.mark.django_db
PARTS = "python::tests.swarms.parts"
Document = dict[str, Any]


@pytest.fixture(autouse=True)
def _allow_parts(settings: Any) -> None:
    settings.PYTHON_PREFIXES = ("mail.", "tests.")


def definition(*, action: Document | None = None, agent: Document | None = None, **swarm: Any) -> Document:
    """A swarm of one agent with one action, with the given fields over the usual ones."""
    schema = {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}
    say = {"name": "say", "description": "Says it", "parameters": schema, "function": f"{PARTS}:plain"}
    leader = {
        "name": "leader",
        "factory": f"{PARTS}:keeping_factory",
        "comm_targets": [],
        "actions": ["say"],
        "enable_entrypoint": True,
        "can_complete_tasks": True,
        "agent_params": {"llm": "demo/assistant"},
    }
    return {
        "name": "one",
        "version": "1",
        "entrypoint": "leader",
        "agents": [leader | (agent or {})],
        "actions": [say | (action or {})],
        **swarm,
    }


def compiled(document: Document) -> CompiledSwarm:
    version = store_document(document).swarm.current_version
    assert version is not None
    return get_compiled(version.pk)


def say(document: Document, name: str = "say", **arguments: Any) -> Any:
    function = compiled(document).agents["leader"].actions[name].function
    assert function is not None

    async def run() -> Any:
        return await function(arguments)

    return asyncio.run(run())


def answer(swarm: CompiledSwarm, messages: list[Document]) -> Any:
    async def ask() -> Any:
        return (await swarm.agents["leader"].function(messages))[0]

    return asyncio.run(ask())


def built_with(document: Document) -> Document:
    return dict(answer(compiled(document), []))


def test_the_weather_and_math_swarm_compiles(weather_math: Document) -> None:
    weather_math |= {"budgets": {"tokens": 10, "cost": 0.5, "seconds": 7}, "exclude_tools": ["help"]}
    swarm = compiled(weather_math)
    assert swarm.name == "example"
    assert swarm.entrypoint == "supervisor"
    assert list(swarm.agents) == ["supervisor", "weather", "math"]
    assert swarm.agents["weather"].comm_targets == ("supervisor", "math")
    assert list(swarm.agents["weather"].actions) == ["get_weather_forecast"]
    assert swarm.agents["math"].model == "demo/assistant"
    assert swarm.task_message_limit == 15
    assert swarm.budgets.cost == Decimal("0.5")
    assert swarm.agents["math"].exclude_tools == ("help",)


def test_a_version_is_compiled_once(weather_math: Document) -> None:
    swarm = compiled(weather_math)
    assert get_compiled(swarm.version_id) is swarm


def test_a_new_version_is_compiled_anew_and_the_old_one_stays(weather_math: Document) -> None:
    old = compiled(weather_math)
    new = compiled(weather_math | {"task_message_limit": 3})
    assert (old.task_message_limit, new.task_message_limit) == (15, 3)
    assert get_compiled(old.version_id) is old


def test_a_factory_gets_the_wiring_the_tools_and_the_parameters() -> None:
    wiring = built_with(
        definition(agent={"tool_format": "completions", "agent_params": {"llm": "m", "x": 1}})
    )
    assert wiring["name"] == "leader"
    assert wiring["tools"][0]["function"]["name"] == "say"
    assert (wiring["llm"], wiring["x"], wiring["can_complete_tasks"]) == ("m", 1, True)


def test_parameters_are_resolved_all_the_way_down() -> None:
    wiring = built_with(definition(agent={"agent_params": {"prompts": [f"{PARTS}:PROMPT"]}}))
    assert wiring["prompts"] == [{"text": "Be brief."}]


def test_an_async_function_is_an_agent_as_it_is() -> None:
    swarm = compiled(definition(agent={"factory": f"{PARTS}:echo_agent"}))
    assert answer(swarm, [{}, {}]) == "2 messages"


def test_interswarm_needs_the_swarm_and_the_agent() -> None:
    assert not built_with(definition(agent={"enable_interswarm": True}))["enable_interswarm"]
    both = definition(agent={"enable_interswarm": True}, enable_interswarm=True)
    assert built_with(both)["enable_interswarm"]


def test_a_plain_function_gets_the_dict_in_a_thread() -> None:
    assert say(definition(), text="hello") == "thread: hello"


def test_an_async_function_is_awaited() -> None:
    assert say(definition(action={"function": f"{PARTS}:waiting"}), text="hello") == "waited: hello"


def test_a_decorated_function_gets_keywords() -> None:
    assert say(definition(action={"function": f"{PARTS}:twice"}), text="ha") == "haha"


def test_an_imported_action_brings_its_own_definition() -> None:
    document = definition(agent={"actions": ["twice"]}, action_imports=[f"{PARTS}:twice"])
    action = compiled(document).actions["twice"]
    assert (action.description, action.idempotent, action.timeout) == ("Says it twice", True, 3)
    assert say(document, "twice", text="ha", times=3) == "hahaha"


def test_a_registered_callable_can_be_an_action() -> None:
    reference = register("shout", lambda arguments: arguments["text"].upper())
    assert say(definition(action={"function": reference}), text="hello") == "HELLO"


def test_a_breakpoint_tool_needs_no_function() -> None:
    document = definition(action={"function": ""}, breakpoint_tools=["say"])
    swarm = compiled(document)
    assert swarm.actions["say"].function is None
    assert swarm.breakpoint_tools == {"say"}


@pytest.mark.parametrize("arguments", [{}, {"text": 5}])
def test_arguments_that_do_not_fit_are_refused_by_name(arguments: Document) -> None:
    with pytest.raises(BadActionArguments, match=r"say: .*text|5"):
        compiled(definition()).actions["say"].check_arguments(arguments)


def test_a_schema_elsewhere_is_never_fetched() -> None:
    schema = {"type": "object", "properties": {"text": {"$ref": "http://169.254.169.254/schema.json"}}}
    action = compile_document(definition(action={"parameters": schema})).actions["say"]
    with pytest.raises(BadActionArguments, match="refer to"):
        action.check_arguments({"text": "x"})


FAULTS: list[tuple[Document, str]] = [
    ({"agent": {"factory": "python::mail.nowhere:Thing"}}, "mail.nowhere"),
    ({"agent": {"factory": "python::mail.factories.base:Nothing"}}, "Nothing"),
    ({"agent": {"factory": f"{PARTS}:WORDS"}}, "can be called"),
    ({"agent": {"factory": f"{PARTS}:broken_factory"}}, "no luck today"),
    ({"agent": {"factory": f"{PARTS}:careless_factory"}}, "must give back an async function"),
    ({"agent": {"agent_params": {"system": f"{PARTS}:CIRCLE"}}}, "refers back to itself"),
    ({"agent": {"agent_params": {"system": "url::http://127.0.0.1:9/x"}}}, "127.0.0.1"),
    ({"action": {"function": f"{PARTS}:NUMBER"}}, "can be called"),
    ({"action": {"function": "registered::nobody"}}, "registered"),
    ({"action_imports": [f"{PARTS}:plain"]}, "not an action"),
]


@pytest.mark.parametrize(("changes", "words"), FAULTS, ids=[words for _, words in FAULTS])
def test_a_reference_that_fails_says_why(
    changes: Document, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Literal private addresses are refused when stored; here the fetcher itself must refuse.
    document = definition(**changes)
    monkeypatch.setenv("MAIL_ALLOW_PRIVATE_ADDRESSES", "1")
    version = store_document(document).swarm.current_version
    monkeypatch.delenv("MAIL_ALLOW_PRIVATE_ADDRESSES")
    assert version is not None
    with pytest.raises(SwarmNotRunnable, match=words):
        get_compiled(version.pk)


def test_a_swarm_that_cannot_run_refuses_messages() -> None:
    swarm = store_documents(read_document("supervisor_alone"))[0].swarm
    with pytest.raises(SwarmNotRunnable, match=r"'example' cannot run: .*weather"):
        check_runnable(swarm)

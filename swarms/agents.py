"""How an agent's definition becomes an agent function."""

import inspect
from collections.abc import Callable, Mapping
from typing import Any

from mail.agents import AgentFunction
from mail.tools import build_tool, get_tool_name, tools_for
from swarms.choices import ToolFormat
from swarms.compiled import CompiledAction, CompiledAgent
from swarms.errors import SwarmNotRunnable
from swarms.resolve import resolve_code, resolve_parameters


def compile_agent(
    entry: Mapping[str, Any], swarm: Mapping[str, Any], known: Mapping[str, CompiledAction]
) -> CompiledAgent:
    """Resolve the agent's references and build its function, once."""
    try:
        return build_agent(entry, swarm, known)
    except SwarmNotRunnable as error:
        raise SwarmNotRunnable(f"agent {entry['name']}: {error.detail}") from error


def build_agent(
    entry: Mapping[str, Any], swarm: Mapping[str, Any], known: Mapping[str, CompiledAction]
) -> CompiledAgent:
    actions = {name: get_action(name, known) for name in entry.get("actions") or []}
    parameters = resolve_parameters(dict(entry["agent_params"]))
    wiring: dict[str, Any] = {
        "name": entry["name"],
        "comm_targets": tuple(entry["comm_targets"]),
        "enable_entrypoint": bool(entry.get("enable_entrypoint")),
        "enable_interswarm": bool(entry.get("enable_interswarm") and swarm.get("enable_interswarm")),
        "can_complete_tasks": bool(entry.get("can_complete_tasks")),
        "tool_format": entry.get("tool_format") or ToolFormat.RESPONSES.value,
        "exclude_tools": tuple({*(entry.get("exclude_tools") or ()), *(swarm.get("exclude_tools") or ())}),
    }
    tools = [
        build_tool(action.name, action.description, dict(action.parameters), wiring["tool_format"])
        for action in actions.values()
    ]
    function = build_function(entry["factory"], {**wiring, "tools": tools}, parameters)
    return CompiledAgent(
        **wiring,
        actions=actions,
        function=function,
        model=str(parameters.get("llm", "")),
        mail_tools=frozenset(
            get_tool_name(tool)
            for tool in tools_for(
                wiring["comm_targets"],
                can_complete_tasks=wiring["can_complete_tasks"],
                enable_interswarm=wiring["enable_interswarm"],
                exclude_tools=wiring["exclude_tools"],
            )
        ),
    )


def get_action(name: str, known: Mapping[str, CompiledAction]) -> CompiledAction:
    if name not in known:
        raise SwarmNotRunnable(
            f"there is no action named {name!r}; add it to the swarm's actions or action_imports"
        )
    return known[name]


def build_function(reference: str, wiring: dict[str, Any], parameters: dict[str, Any]) -> AgentFunction:
    """A factory is called with the wiring and the parameters; an agent function is taken as it is."""
    factory = resolve_code(reference)
    if is_agent_function(factory):
        return factory
    if overlap := sorted(wiring.keys() & parameters.keys()):
        raise SwarmNotRunnable(f"{', '.join(overlap)} belongs beside agent_params, not inside it")
    try:
        function = factory(**wiring, **parameters)
    # A factory is foreign code: whatever it raises, the person needs to hear it.
    except Exception as error:
        raise SwarmNotRunnable(f"{reference} could not be built: {error}") from error
    if not callable(function):
        raise SwarmNotRunnable(
            f"{reference} must give back an async function, but gave {type(function).__name__}"
        )
    agent_function: AgentFunction = function
    return agent_function


def is_agent_function(factory: Callable[..., Any]) -> bool:
    """An async function, or an object that is called like one, needs no building."""
    if inspect.isclass(factory):
        return False
    return inspect.iscoroutinefunction(factory) or (
        not inspect.isroutine(factory) and inspect.iscoroutinefunction(type(factory).__call__)
    )

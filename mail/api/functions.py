"""Knows how what a program hands over becomes functions that can be awaited."""

import asyncio
import inspect
from collections.abc import Callable, Mapping
from typing import Any

from mail.actions import MAILAction, find_action
from mail.agents import AgentFunction
from mail.api.errors import BadSwarm
from mail.core.actions import ActionCore
from mail.engine import ActionFunction
from mail.errors import MailError
from mail.references import read_python_string

Factory = str | Callable[..., Any]


def action_core(action: MAILAction) -> ActionCore:
    """The action ready to run; a reference to its function is followed now."""
    function = action.function
    if isinstance(function, str) and function:
        function = read_python_string(function)
    if function and not callable(function):
        raise BadSwarm(f"Action {action.name!r}: {action.function} cannot be called; name a function.")
    return ActionCore(
        name=action.name,
        parameters=action.parameters,
        function=as_action_function(function) if callable(function) else None,
        description=action.description,
        idempotent=action.idempotent,
        timeout=action.timeout,
    )


def as_action_function(function: Callable[..., Any]) -> ActionFunction:
    """One calling convention for all: awaited, with the arguments as one dict.

    Functions made with @action take keywords. Plain ones take the dict; a blocking one gets a thread.
    """
    by_keyword = find_action(function) is not None

    async def run(arguments: dict[str, Any]) -> Any:
        def call() -> Any:
            return function(**arguments) if by_keyword else function(arguments)

        result = call() if inspect.iscoroutinefunction(function) else await asyncio.to_thread(call)
        return await result if inspect.isawaitable(result) else result

    return run


def build_agent_function(
    factory: Factory, wiring: Mapping[str, Any], parameters: Mapping[str, Any]
) -> AgentFunction:
    """What the factory makes of the wiring and the parameters; an agent function is taken as it is."""
    name = wiring["name"]
    target = read_python_string(factory) if isinstance(factory, str) else factory
    if is_agent_function(target):
        agent_function: AgentFunction = target
        return agent_function
    if overlap := sorted(wiring.keys() & parameters.keys()):
        raise BadSwarm(f"Agent {name!r}: {', '.join(overlap)} belongs beside agent_params, not inside it.")
    try:
        function = target(**wiring, **parameters)
    except MailError:
        raise
    # A factory is foreign code: whatever it raises, the person needs to hear it.
    except Exception as error:
        raise BadSwarm(f"Agent {name!r} could not be built by its factory: {error}") from error
    if not callable(function):
        raise BadSwarm(
            f"The factory of agent {name!r} must give back an async function, not {type(function).__name__}."
        )
    built: AgentFunction = function
    return built


def is_agent_function(factory: Any) -> bool:
    """An async function, or an object that is called like one, needs no building."""
    if inspect.isclass(factory):
        return False
    return inspect.iscoroutinefunction(factory) or (
        not inspect.isroutine(factory) and inspect.iscoroutinefunction(type(factory).__call__)
    )

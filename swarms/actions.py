"""How an action's definition becomes something that can be called and whose arguments can be checked."""

import asyncio
import inspect
from collections.abc import Callable, Mapping
from typing import Any

from mail.actions import MAILAction, find_action
from swarms.compiled import ActionFunction, CompiledAction, build_validator
from swarms.errors import SwarmNotRunnable
from swarms.resolve import resolve_code


def compile_actions(document: Mapping[str, Any]) -> dict[str, CompiledAction]:
    """The swarm's own actions and the imported ones, by name."""
    actions = {entry["name"]: compile_action(entry) for entry in document["actions"]}
    for reference in document.get("action_imports") or []:
        action = import_action(reference)
        # The definition's own wording wins, as it does when an agent reads it.
        actions.setdefault(action.name, action)
    return actions


def compile_action(entry: Mapping[str, Any]) -> CompiledAction:
    reference = entry.get("function")
    function = as_async(resolve_code(reference)) if reference else None
    return CompiledAction(
        name=entry["name"],
        description=entry.get("description") or "",
        parameters=entry["parameters"],
        function=function,
        idempotent=bool(entry.get("idempotent")),
        timeout=entry.get("timeout"),
        validator=build_validator(entry["parameters"]),
    )


def import_action(reference: str) -> CompiledAction:
    target = resolve_code(reference)
    action = target if isinstance(target, MAILAction) else find_action(target)
    if action is None:
        raise SwarmNotRunnable(f"{reference} is not an action; decorate the function with @action")
    function = resolve_code(action.function) if isinstance(action.function, str) else action.function
    return CompiledAction(
        name=action.name,
        description=action.description,
        parameters=action.parameters,
        function=as_async(function),
        idempotent=action.idempotent,
        timeout=action.timeout,
        validator=build_validator(action.parameters),
    )


def as_async(function: Callable[..., Any]) -> ActionFunction:
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

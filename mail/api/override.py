"""Knows how something else can stand in for every action of a swarm for a while."""

import json
from collections.abc import Callable
from typing import Any
from uuid import uuid4

from mail.context import current_call
from mail.core.actions import ActionOverrideFunction
from mail.engine import ActionFunction
from mail.tools import AgentToolCall


def overridable(
    name: str, function: ActionFunction, find_override: Callable[[], ActionOverrideFunction | None]
) -> ActionFunction:
    """The action's function, unless an override is in force at the moment of the call."""

    async def run(arguments: dict[str, Any]) -> Any:
        override = find_override()
        if override is None:
            return await function(arguments)
        return await override(describe_call(name, arguments))

    return run


def describe_call(name: str, arguments: dict[str, Any]) -> AgentToolCall:
    """The call as an override sees it."""
    known = current_call.get()
    call_id = known.call_id if known is not None else str(uuid4())
    item = {
        "type": "function_call",
        "call_id": call_id,
        "name": name,
        "arguments": json.dumps(arguments, default=str),
    }
    return AgentToolCall(tool_name=name, tool_args=arguments, tool_call_id=call_id, responses=[item])

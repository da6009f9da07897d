"""Agents for the scenarios: plain async functions that do the same thing every time."""

import json
import uuid
from collections.abc import Awaitable, Callable
from typing import Any

from mail import AgentToolCall, MAILAction, MAILAgentTemplate

Reply = tuple[str | None, list[AgentToolCall]]
Decide = Callable[[str, list[dict[str, Any]]], Reply]


def call(name: str, /, **arguments: Any) -> Reply:
    """The reply of a model that calls one tool."""
    call_id = f"call_{uuid.uuid4().hex[:12]}"
    item = {"type": "function_call", "call_id": call_id, "name": name, "arguments": json.dumps(arguments)}
    return None, [AgentToolCall(tool_name=name, tool_args=arguments, tool_call_id=call_id, responses=[item])]


def finish(text: str) -> Reply:
    return call("task_complete", finish_message=text)


def ask(target: str, text: str) -> Reply:
    return call("send_request", target=target, subject="question", body=text)


def respond(target: str, text: str) -> Reply:
    return call("send_response", target=target, subject="answer", body=text)


def agent(decide: Decide) -> Callable[..., Awaitable[Reply]]:
    """An agent function that looks at the newest entry of its history."""

    async def function(messages: list[dict[str, Any]], tool_choice: Any = "required") -> Reply:
        newest = messages[-1]
        return decide(str(newest.get("content") or newest.get("output") or ""), messages)

    return function


def template(
    name: str,
    factory: Any,
    targets: list[str] | None = None,
    actions: list[MAILAction] | None = None,
    *,
    leads: bool = False,
    **parameters: Any,
) -> MAILAgentTemplate:
    return MAILAgentTemplate(
        name=name,
        factory=factory,
        comm_targets=targets or [],
        actions=actions or [],
        agent_params=parameters,
        enable_entrypoint=leads,
        can_complete_tasks=leads,
    )

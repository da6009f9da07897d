"""Knows the tools with which agents write to each other. The descriptions are what the model reads."""

from collections.abc import Sequence
from typing import Any

from mail.tools.names import ToolName
from mail.tools.shape import Style, ToolDefinition, build_tool, object_schema

SUBJECT = {
    "type": "string",
    "description": "A short headline that tells the recipient what the message is about.",
}
BODY = {
    "type": "string",
    "description": (
        "The full text of the message. The recipient sees only what you write here, not your other"
        " conversations: include every fact, number and name it needs."
    ),
}

REQUEST_DESCRIPTION = (
    "Ask one other agent to do something or to answer a question. Use this to start a piece of work; the"
    " agent replies later with a response, which arrives as a new message. To ask several agents, call this"
    " tool once for each of them."
)
RESPONSE_DESCRIPTION = (
    "Answer a message that another agent sent you. Address the answer to the agent named in the `from` line"
    " of that message. Use send_request instead when you want the other agent to do something new."
)
INTERRUPT_DESCRIPTION = (
    "Urgently stop or redirect one agent that is already working. An interrupt overtakes all ordinary"
    " messages and breaks off what the agent is doing, so use it only when its present work is wrong or no"
    " longer needed, and say in the body what to do instead."
)
BROADCAST_DESCRIPTION = (
    "Tell several agents of this swarm the same thing at once. Without `targets` every agent receives it."
    " Use it for news that concerns them all, not to hand out work: nobody is obliged to answer a broadcast."
)
INTERSWARM_BROADCAST_DESCRIPTION = (
    "Tell other swarms the same thing at once. Without `target_swarms` every swarm known to this server"
    " receives it. To reach one agent elsewhere, use send_request with an address of the form agent@swarm."
)


def describe_target(purpose: str, targets: Sequence[str], enable_interswarm: bool) -> dict[str, Any]:
    """The schema of a `target` argument: a closed list inside one swarm, free text across swarms."""
    names = list(dict.fromkeys(targets))
    known = ", ".join(names) if names else "none"
    if enable_interswarm:
        description = (
            f"{purpose} Agents you may write to by name: {known}."
            " For an agent of another swarm write agent@swarm."
        )
        return {"type": "string", "description": description}
    if not names:
        description = f"{purpose} No agents are open to you at present, so this tool cannot be used."
        return {"type": "string", "description": description}
    return {"type": "string", "enum": names, "description": f"{purpose} One of: {known}."}


def _create_letter_tool(
    name: ToolName, description: str, target: dict[str, Any], style: Style
) -> ToolDefinition:
    properties = {"target": target, "subject": SUBJECT, "body": BODY}
    return build_tool(name.value, description, object_schema(properties, tuple(properties)), style)


def create_request_tool(
    targets: Sequence[str], enable_interswarm: bool = False, style: Style = "completions"
) -> ToolDefinition:
    """`send_request`: ask one agent."""
    target = describe_target("The agent that shall do the work.", targets, enable_interswarm)
    return _create_letter_tool(ToolName.SEND_REQUEST, REQUEST_DESCRIPTION, target, style)


def create_response_tool(
    targets: Sequence[str], enable_interswarm: bool = False, style: Style = "completions"
) -> ToolDefinition:
    """`send_response`: answer one agent."""
    target = describe_target("The agent whose message you are answering.", targets, enable_interswarm)
    return _create_letter_tool(ToolName.SEND_RESPONSE, RESPONSE_DESCRIPTION, target, style)


def create_interrupt_tool(
    targets: Sequence[str], enable_interswarm: bool = False, style: Style = "completions"
) -> ToolDefinition:
    """`send_interrupt`: stop or redirect one agent."""
    target = describe_target("The agent to interrupt.", targets, enable_interswarm)
    return _create_letter_tool(ToolName.SEND_INTERRUPT, INTERRUPT_DESCRIPTION, target, style)


def create_broadcast_tool(style: Style = "completions", targets: Sequence[str] = ()) -> ToolDefinition:
    """`send_broadcast`: tell all agents of the swarm, or the named ones."""
    description = "Names of the agents that shall receive it. Leave it out to reach every agent of the swarm."
    if targets:
        description += f" Agents you know: {', '.join(dict.fromkeys(targets))}."
    recipients = {"type": "array", "items": {"type": "string"}, "description": description}
    schema = object_schema({"subject": SUBJECT, "body": BODY, "targets": recipients}, ("subject", "body"))
    return build_tool(ToolName.SEND_BROADCAST.value, BROADCAST_DESCRIPTION, schema, style)


def create_interswarm_broadcast_tool(style: Style = "completions") -> ToolDefinition:
    """`send_interswarm_broadcast`: tell other swarms."""
    swarms = {
        "type": "array",
        "items": {"type": "string"},
        "description": "Names of the swarms that shall receive it. Leave it out to reach all known swarms.",
    }
    schema = object_schema({"subject": SUBJECT, "body": BODY, "target_swarms": swarms}, ("subject", "body"))
    name = ToolName.SEND_INTERSWARM_BROADCAST.value
    return build_tool(name, INTERSWARM_BROADCAST_DESCRIPTION, schema, style)

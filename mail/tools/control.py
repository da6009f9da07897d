"""Knows the tools that write to no other agent: waiting, received broadcasts, help, the end of a task."""

from mail.tools.names import MAIL_TOOL_NAMES, ToolName
from mail.tools.shape import Style, ToolDefinition, build_tool, object_schema

ACKNOWLEDGE_DESCRIPTION = (
    "Take note of a broadcast without answering it. It stays in your memory and nobody is written to. Use"
    " this when the news may matter to you later and nothing needs doing now."
)
IGNORE_DESCRIPTION = (
    "Drop a broadcast that does not concern you. It is removed from your memory and nobody is written to."
)
AWAIT_DESCRIPTION = (
    "Stop for now and wait until the next message for you arrives. Use this when you have asked others and"
    " can do nothing more until they answer. Do not call it when you expect no answer from anybody: then"
    " nothing would wake you."
)
HELP_DESCRIPTION = (
    "Read about MAIL, the system through which you talk to other agents: a summary, who you are, how a tool"
    " is used, or the whole protocol. The text comes back to you alone."
)
DISCOVER_DESCRIPTION = (
    "Make further swarms known to this server by reading their public lists. Afterwards their agents can be"
    " written to as agent@swarm."
)
COMPLETE_DESCRIPTION = (
    "Finish the task. `finish_message` is the answer that the user receives, and all agents stop working on"
    " the task. Call it once, as your last call, when the user's question is fully answered or cannot be"
    " answered."
)


def create_acknowledge_broadcast_tool(style: Style = "completions") -> ToolDefinition:
    """`acknowledge_broadcast`: keep it in memory, answer nobody."""
    note = {
        "type": "string",
        "description": "A remark for yourself about the broadcast. Nobody else sees it.",
    }
    schema = object_schema({"note": note})
    return build_tool(ToolName.ACKNOWLEDGE_BROADCAST.value, ACKNOWLEDGE_DESCRIPTION, schema, style)


def create_ignore_broadcast_tool(style: Style = "completions") -> ToolDefinition:
    """`ignore_broadcast`: forget it."""
    reason = {"type": "string", "description": "Why it does not concern you. Kept in the task's log only."}
    schema = object_schema({"reason": reason})
    return build_tool(ToolName.IGNORE_BROADCAST.value, IGNORE_DESCRIPTION, schema, style)


def create_await_message_tool(style: Style = "completions") -> ToolDefinition:
    """`await_message`: sleep until mail arrives."""
    reason = {"type": "string", "description": "What you are waiting for. Shown in the task's log."}
    schema = object_schema({"reason": reason})
    return build_tool(ToolName.AWAIT_MESSAGE.value, AWAIT_DESCRIPTION, schema, style)


def create_help_tool(style: Style = "completions") -> ToolDefinition:
    """`help`: read about MAIL."""
    properties = {
        "get_summary": {
            "type": "boolean",
            "default": True,
            "description": "Whether to include a short introduction to MAIL.",
        },
        "get_identity": {
            "type": "boolean",
            "default": False,
            "description": "Whether to include your own name, your swarm and the tools you have.",
        },
        "get_tool_help": {
            "type": "array",
            "items": {"type": "string", "enum": list(MAIL_TOOL_NAMES)},
            "description": "Names of the MAIL tools to explain in detail.",
        },
        "get_full_protocol": {
            "type": "boolean",
            "default": False,
            "description": "Whether to include the complete text of the protocol. It is long.",
        },
    }
    return build_tool(ToolName.HELP.value, HELP_DESCRIPTION, object_schema(properties), style)


def create_swarm_discovery_tool(style: Style = "completions") -> ToolDefinition:
    """`discover_swarms`: read other servers' lists of swarms."""
    urls = {
        "type": "array",
        "items": {"type": "string"},
        "minItems": 1,
        "description": "Addresses of lists of swarms, for example https://example.org/swarms.",
    }
    schema = object_schema({"discovery_urls": urls}, ("discovery_urls",))
    return build_tool(ToolName.DISCOVER_SWARMS.value, DISCOVER_DESCRIPTION, schema, style)


def create_task_complete_tool(style: Style = "completions") -> ToolDefinition:
    """`task_complete`: the answer to the user, and the end."""
    message = {
        "type": "string",
        "description": (
            "The complete answer, written for the user. The user has seen none of the messages between"
            " agents, so repeat whatever matters from them."
        ),
    }
    schema = object_schema({"finish_message": message}, ("finish_message",))
    return build_tool(ToolName.TASK_COMPLETE.value, COMPLETE_DESCRIPTION, schema, style)

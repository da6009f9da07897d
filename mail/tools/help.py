"""Knows how the answer of the help tool is put together."""

from collections.abc import Mapping, Sequence
from typing import Any

from mail.tools.arguments import find_flag, find_texts
from mail.tools.call import AgentToolCall
from mail.tools.errors import BadToolCall
from mail.tools.help_texts import PROTOCOL, SUMMARY, TOOL_HELP
from mail.tools.names import ToolName


def build_help(name: str, swarm: str, tools: Sequence[str], args: Mapping[str, Any]) -> str:
    """The text for an agent of that name, swarm and tools, as its arguments to `help` ask for it."""
    call = _as_call(args)
    parts: list[str] = []
    if find_flag(call, "get_summary", default=True):
        parts.append(SUMMARY)
    if find_flag(call, "get_identity", default=False):
        parts.append(_describe_identity(name, swarm, tools))
    parts += [_describe_tool(tool, tools) for tool in find_texts(call, "get_tool_help")]
    if find_flag(call, "get_full_protocol", default=False):
        parts.append(PROTOCOL)
    return (
        "\n\n".join(parts)
        or "Nothing was asked for: set get_summary, get_identity or get_full_protocol to true."
    )


def _describe_identity(name: str, swarm: str, tools: Sequence[str]) -> str:
    return (
        "# Who you are\n\n"
        f"Your name is {name}. Your swarm is {swarm}; agents of other swarms know you as {name}@{swarm}.\n"
        f"Your tools: {', '.join(tools) or 'none'}."
    )


def _describe_tool(tool: str, tools: Sequence[str]) -> str:
    if tool not in TOOL_HELP:
        raise BadToolCall(f"There is no help on {tool!r}. Tools with help: {', '.join(TOOL_HELP)}.")
    remark = "" if tool in tools else "\n\nYou do not have this tool."
    return f"# {tool}\n\n{TOOL_HELP[tool]}{remark}"


def _as_call(args: Mapping[str, Any]) -> AgentToolCall:
    # The readers of arguments name the tool in what they tell the model.
    return AgentToolCall(
        tool_name=ToolName.HELP.value, tool_args=dict(args), tool_call_id="", completion={"role": "assistant"}
    )

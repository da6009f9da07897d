"""Knows the tools of MAIL: their definitions, who has them, and what a call of one means."""

from mail.tools.call import AgentToolCall
from mail.tools.control import (
    create_acknowledge_broadcast_tool,
    create_await_message_tool,
    create_help_tool,
    create_ignore_broadcast_tool,
    create_swarm_discovery_tool,
    create_task_complete_tool,
)
from mail.tools.convert import convert_call_to_mail_message
from mail.tools.errors import BadToolCall
from mail.tools.help import build_help
from mail.tools.models import pydantic_model_to_tool
from mail.tools.names import MAIL_TOOL_NAMES, ToolName
from mail.tools.selection import create_mail_tools, create_supervisor_tools, tools_for
from mail.tools.sending import (
    create_broadcast_tool,
    create_interrupt_tool,
    create_interswarm_broadcast_tool,
    create_request_tool,
    create_response_tool,
)
from mail.tools.shape import Style, ToolDefinition, build_tool, get_tool_name

__all__ = [
    "MAIL_TOOL_NAMES",
    "AgentToolCall",
    "BadToolCall",
    "Style",
    "ToolDefinition",
    "ToolName",
    "build_help",
    "build_tool",
    "convert_call_to_mail_message",
    "create_acknowledge_broadcast_tool",
    "create_await_message_tool",
    "create_broadcast_tool",
    "create_help_tool",
    "create_ignore_broadcast_tool",
    "create_interrupt_tool",
    "create_interswarm_broadcast_tool",
    "create_mail_tools",
    "create_request_tool",
    "create_response_tool",
    "create_supervisor_tools",
    "create_swarm_discovery_tool",
    "create_task_complete_tool",
    "get_tool_name",
    "pydantic_model_to_tool",
    "tools_for",
]

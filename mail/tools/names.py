"""Knows the names of the tools that MAIL itself gives to agents."""

from enum import StrEnum


class ToolName(StrEnum):
    """Every tool of the protocol. Any other tool an agent has is an action."""

    SEND_REQUEST = "send_request"
    SEND_RESPONSE = "send_response"
    SEND_INTERRUPT = "send_interrupt"
    SEND_BROADCAST = "send_broadcast"
    SEND_INTERSWARM_BROADCAST = "send_interswarm_broadcast"
    DISCOVER_SWARMS = "discover_swarms"
    TASK_COMPLETE = "task_complete"
    ACKNOWLEDGE_BROADCAST = "acknowledge_broadcast"
    IGNORE_BROADCAST = "ignore_broadcast"
    AWAIT_MESSAGE = "await_message"
    HELP = "help"


MAIL_TOOL_NAMES: tuple[str, ...] = tuple(name.value for name in ToolName)

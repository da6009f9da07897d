"""The shape of every agent function: history in, text and tool calls out."""

from collections.abc import Awaitable
from typing import Any, Protocol

from mail.tools import AgentToolCall

AgentOutput = tuple[str | None, list[AgentToolCall]]
ToolChoice = str | dict[str, Any]


class AgentFunction(Protocol):
    """Ask one agent for its next words, given its history."""

    def __call__(
        self, messages: list[dict[str, Any]], tool_choice: ToolChoice = "required"
    ) -> Awaitable[AgentOutput]: ...

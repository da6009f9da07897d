"""One request as the model server saw it, with the same questions answered for both formats."""

import re
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

AGENT_MARKER = re.compile(r"\[agent:([^\]]+)\]")
Format = Literal["completions", "responses"]


@dataclass
class ModelRequest:
    """What was asked, by whom, as which call of that agent (counted from 1)."""

    format: Format
    body: dict[str, Any]
    headers: dict[str, str]
    number: int = 0
    number_of_agent: int = 0
    extra: dict[str, Any] = field(default_factory=dict)

    @property
    def model(self) -> str:
        return str(self.body.get("model", ""))

    @property
    def stream(self) -> bool:
        return bool(self.body.get("stream"))

    @property
    def tool_choice(self) -> Any:
        return self.body.get("tool_choice")

    @cached_property
    def agent(self) -> str:
        marker = AGENT_MARKER.search(self.system)
        return marker.group(1) if marker else self.model.rsplit("/", 1)[-1]

    @cached_property
    def system(self) -> str:
        first = self.entries[0] if self.entries else {}
        stated = _text_of(first.get("content")) if first.get("role") in ("system", "developer") else ""
        return str(self.body.get("instructions") or "") + stated

    @cached_property
    def entries(self) -> list[dict[str, Any]]:
        """The conversation as sent, system message included where it is part of it."""
        given = self.body.get("messages") or self.body.get("input") or []
        return [{"role": "user", "content": given}] if isinstance(given, str) else list(given)

    @cached_property
    def tool_names(self) -> list[str]:
        tools = self.body.get("tools") or []
        return [str(tool.get("function", tool).get("name") or tool.get("type")) for tool in tools]

    @property
    def last_text(self) -> str:
        """The text of the newest entry: a message's XML or a tool's result."""
        last = self.entries[-1]
        return _text_of(last.get("content") or last.get("output"))

    @property
    def last_is_tool_result(self) -> bool:
        last = self.entries[-1]
        return last.get("role") == "tool" or last.get("type") == "function_call_output"


def _text_of(content: Any) -> str:
    if isinstance(content, list):
        return "".join(str(part.get("text", "")) for part in content if isinstance(part, dict))
    return str(content or "")

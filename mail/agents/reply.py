"""One answer of a model: text and tool calls, what it cost, and how it stands in the history."""

import json
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Self

from mail.agents.function import AgentOutput
from mail.tools import AgentToolCall

Entry = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Usage:
    """What one model call used; cost is None where no price is known."""

    model: str
    input_tokens: int = 0
    output_tokens: int = 0
    reasoning_tokens: int = 0
    cached_tokens: int = 0
    cost: Decimal | None = None

    def __add__(self, other: "Usage") -> "Usage":
        costs = [cost for cost in (self.cost, other.cost) if cost is not None]
        return Usage(
            model=self.model,
            input_tokens=self.input_tokens + other.input_tokens,
            output_tokens=self.output_tokens + other.output_tokens,
            reasoning_tokens=self.reasoning_tokens + other.reasoning_tokens,
            cached_tokens=self.cached_tokens + other.cached_tokens,
            cost=sum(costs, Decimal(0)) if costs else None,
        )


class AgentReply(tuple[str | None, list[AgentToolCall]]):
    """A plain (text, tool calls) pair that also remembers what a durable caller must keep."""

    usage: Usage | None
    entries: list[Entry]
    reasoning: list[str]
    builtin_calls: list[Entry]

    def __new__(
        cls,
        text: str | None,
        tool_calls: list[AgentToolCall],
        *,
        entries: list[Entry],
        usage: Usage | None = None,
        reasoning: list[str] | None = None,
        builtin_calls: list[Entry] | None = None,
    ) -> Self:
        reply = super().__new__(cls, (text, tool_calls))
        reply.entries = entries
        reply.usage = usage
        reply.reasoning = reasoning or []
        reply.builtin_calls = builtin_calls or []
        return reply

    @property
    def text(self) -> str | None:
        return self[0]

    @property
    def tool_calls(self) -> list[AgentToolCall]:
        return self[1]

    @classmethod
    def of(cls, value: "AgentReply | AgentOutput") -> "AgentReply":
        """Take what any agent function returned; a bare pair gets its history entries derived."""
        if isinstance(value, AgentReply):
            return value
        text, tool_calls = value
        return cls(text, list(tool_calls), entries=derive_entries(text, tool_calls))


def derive_entries(text: str | None, tool_calls: list[AgentToolCall]) -> list[Entry]:
    """The assistant's side of the history, from what the calls carry with them."""
    if not tool_calls:
        return [{"role": "assistant", "content": text}] if text else []
    if any(call.responses for call in tool_calls):
        return _response_items(tool_calls)
    return [_assistant_message(text, tool_calls)]


def _response_items(tool_calls: list[AgentToolCall]) -> list[Entry]:
    # Calls of one reply usually share one list of items: each item is kept once, in order.
    items: list[Entry] = []
    for call in tool_calls:
        items.extend(item for item in call.responses or [] if item not in items)
    named = {item.get("call_id") for item in items}
    items.extend(_function_call_item(call) for call in tool_calls if call.tool_call_id not in named)
    return items


def _assistant_message(text: str | None, tool_calls: list[AgentToolCall]) -> Entry:
    first = tool_calls[0].completion or {}
    wire_calls: dict[str, Entry] = {}
    for call in tool_calls:
        for wire_call in (call.completion or {}).get("tool_calls") or []:
            wire_calls.setdefault(wire_call["id"], wire_call)
        wire_calls.setdefault(call.tool_call_id, _tool_call_of_message(call))
    # A provider refuses a history in which a call has no result, so only the calls we were told of stay.
    kept = [wire_calls[call.tool_call_id] for call in tool_calls]
    return {**first, "role": "assistant", "content": first.get("content", text), "tool_calls": kept}


def _tool_call_of_message(call: AgentToolCall) -> Entry:
    function = {"name": call.tool_name, "arguments": json.dumps(call.tool_args)}
    return {"id": call.tool_call_id, "type": "function", "function": function}


def _function_call_item(call: AgentToolCall) -> Entry:
    return {
        "type": "function_call",
        "call_id": call.tool_call_id,
        "name": call.tool_name,
        "arguments": json.dumps(call.tool_args),
    }

"""One model answer, read from the wire, before it is judged."""

import json
from dataclasses import dataclass, field
from typing import Any

from mail.agents import AgentReply, Usage
from mail.tools import AgentToolCall


@dataclass(slots=True)
class Answer:
    """What both readers produce; several are added up when a turn was paused and continued."""

    text: str | None = None
    calls: list[AgentToolCall] = field(default_factory=list)
    entries: list[dict[str, Any]] = field(default_factory=list)
    reasoning: list[str] = field(default_factory=list)
    builtin_calls: list[dict[str, Any]] = field(default_factory=list)
    usage: Usage | None = None
    cut_off: bool = False
    paused: bool = False
    broken_call: str | None = None

    @property
    def has_broken_call(self) -> bool:
        return self.broken_call is not None

    def __add__(self, later: "Answer") -> "Answer":
        return Answer(
            text="".join(part for part in (self.text, later.text) if part) or None,
            calls=self.calls + later.calls,
            entries=self.entries + later.entries,
            reasoning=self.reasoning + later.reasoning,
            builtin_calls=self.builtin_calls + later.builtin_calls,
            usage=self.usage + later.usage if self.usage and later.usage else self.usage or later.usage,
            cut_off=later.cut_off,
            paused=later.paused,
            broken_call=self.broken_call or later.broken_call,
        )

    def reply(self) -> AgentReply:
        return AgentReply(
            self.text,
            self.calls,
            entries=self.entries,
            usage=self.usage,
            reasoning=self.reasoning,
            builtin_calls=self.builtin_calls,
        )


def parse_arguments(text: str | None) -> dict[str, Any] | None:
    """A call's arguments, or None where they are not a JSON object; no text at all means no arguments."""
    if not text or not text.strip():
        return {}
    try:
        arguments = json.loads(text)
    except ValueError:
        return None
    return arguments if isinstance(arguments, dict) else None

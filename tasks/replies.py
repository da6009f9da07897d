"""A model's reply as it is stored: enough to carry it out after any crash without asking again."""

from dataclasses import asdict, dataclass, field
from typing import Any

from mail.agents import AgentReply
from tasks.clean import clean
from tasks.models import Step

COMPLETIONS = "completions"


@dataclass(frozen=True)
class Call:
    """One tool call of a reply, named as everywhere in MAIL."""

    tool_name: str
    tool_args: dict[str, Any]
    tool_call_id: str
    reasoning: list[str] | None = None
    preamble: str | None = None


@dataclass(frozen=True)
class StoredReply:
    text: str | None
    calls: list[Call]
    entries: list[dict[str, Any]]
    tool_format: str
    reasoning: list[str] = field(default_factory=list)
    builtin_calls: list[dict[str, Any]] = field(default_factory=list)

    @classmethod
    def of(cls, reply: AgentReply, tool_format: str) -> "StoredReply":
        calls = [
            Call(
                clean(call.tool_name),
                clean(call.tool_args),
                clean(call.tool_call_id),
                clean(call.reasoning),
                clean(call.preamble),
            )
            for call in reply.tool_calls
        ]
        return cls(
            clean(reply.text),
            calls,
            clean(reply.entries),
            tool_format,
            clean(reply.reasoning),
            clean(reply.builtin_calls),
        )

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def of_step(cls, step: Step) -> "StoredReply":
        assert step.reply is not None, "only a step with a reply is carried out"
        return cls(**{**step.reply, "calls": [Call(**call) for call in step.reply["calls"]]})


def result_entry(tool_format: str, call_id: str, text: str) -> dict[str, Any]:
    """The history entry that gives a call its result, in the agent's tool format."""
    if tool_format == COMPLETIONS:
        return {"role": "tool", "tool_call_id": call_id, "content": text}
    return {"type": "function_call_output", "call_id": call_id, "output": text}

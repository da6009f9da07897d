"""Reads an answer in the chat-completions format."""

from typing import Any

from mail.agents import BadModelAnswer, ModelRefused
from mail.factories.answer import Answer, parse_arguments
from mail.factories.litellm_gate import PAUSED
from mail.factories.server_tools import is_provider_call, keep_running_calls
from mail.factories.usage import read_usage
from mail.tools import AgentToolCall


def read(response: Any, model: str) -> Answer:
    if not response.choices:
        raise BadModelAnswer(f"The answer of model {model} was empty: try again or choose another model.")
    choice = response.choices[0]
    if choice.finish_reason == "content_filter":
        raise ModelRefused(f"The content filter of model {model} stopped the answer: change the request.")
    message = choice.message
    entry = keep_running_calls(_entry(message))
    reasoning = _reasoning(message)
    answer = Answer(
        text=message.content or None,
        entries=[entry] if len(entry) > 2 or entry["content"] else [],
        reasoning=reasoning,
        usage=read_usage(response, model),
        cut_off=choice.finish_reason == "length",
        paused=choice.finish_reason == PAUSED,
    )
    for call in message.tool_calls or ():
        _read_call(answer, _wire_call(call), entry)
    return answer


def _entry(message: Any) -> dict[str, Any]:
    """The assistant's message as the provider must see it again."""
    entry: dict[str, Any] = {"role": "assistant", "content": message.content}
    if message.tool_calls:
        entry["tool_calls"] = [_wire_call(call) for call in message.tool_calls]
    for name in ("thinking_blocks", "reasoning_content"):
        value = getattr(message, name, None)
        if value:
            entry[name] = value
    extra = getattr(message, "provider_specific_fields", None) or {}
    kept = {name: value for name, value in extra.items() if value is not None}
    if kept:
        entry["provider_specific_fields"] = kept
    return entry


def _wire_call(call: Any) -> dict[str, Any]:
    function = {"name": call.function.name, "arguments": call.function.arguments}
    wire_call = {"id": call.id, "type": "function", "function": function}
    extra = getattr(call, "provider_specific_fields", None)
    # Gemini's thought signatures travel here and are wanted back.
    return {**wire_call, "provider_specific_fields": extra} if extra else wire_call


def _reasoning(message: Any) -> list[str]:
    blocks = getattr(message, "thinking_blocks", None) or []
    thoughts = [block["thinking"] for block in blocks if block.get("thinking")]
    if thoughts:
        return thoughts
    content = getattr(message, "reasoning_content", None)
    return [content] if content else []


def _read_call(answer: Answer, wire_call: dict[str, Any], entry: dict[str, Any]) -> None:
    function = wire_call["function"]
    if is_provider_call(wire_call):
        answer.builtin_calls.append({"type": function["name"], "id": wire_call["id"], **function})
        return
    arguments = parse_arguments(function["arguments"])
    if arguments is None or not function["name"]:
        answer.broken_call = function["name"] or "a tool without a name"
        return
    first = not answer.calls
    answer.calls.append(
        AgentToolCall(
            tool_name=function["name"],
            tool_args=arguments,
            tool_call_id=wire_call["id"],
            completion=entry,
            reasoning=answer.reasoning or None if first else None,
            preamble=answer.text if first else None,
        )
    )

"""A reply on the wire of /v1/chat/completions, whole and in pieces."""

from collections.abc import Iterator
from typing import Any

from tests.model_server.reply import Reply
from tests.model_server.request import ModelRequest

CREATED = 1_700_000_000


def whole(reply: Reply, request: ModelRequest) -> dict[str, Any]:
    message: dict[str, Any] = {"role": "assistant", "content": reply.text}
    if reply.reasoning:
        message["reasoning_content"] = reply.reasoning
    if reply.calls:
        message["tool_calls"] = _tool_calls(reply, request)
    choice = {"index": 0, "message": message, "finish_reason": _finish_reason(reply)}
    return {**_head(request, "chat.completion"), "choices": [choice], "usage": _usage(reply)}


def pieces(reply: Reply, request: ModelRequest) -> Iterator[tuple[str | None, dict[str, Any]]]:
    """(event name, data) of each streamed piece; chat completions name no events."""
    yield None, _chunk(request, {"role": "assistant", "content": ""})
    for word in _words(reply.reasoning):
        yield None, _chunk(request, {"reasoning_content": word})
    for word in _words(reply.text):
        yield None, _chunk(request, {"content": word})
    for index, wire_call in enumerate(_tool_calls(reply, request)):
        arguments = wire_call["function"]["arguments"]
        start = {**wire_call, "index": index, "function": {**wire_call["function"], "arguments": ""}}
        yield None, _chunk(request, {"tool_calls": [start]})
        for part in _words(arguments):
            yield None, _chunk(request, {"tool_calls": [{"index": index, "function": {"arguments": part}}]})
    yield None, _chunk(request, {}, _finish_reason(reply))
    yield None, {**_head(request, "chat.completion.chunk"), "choices": [], "usage": _usage(reply)}


def _head(request: ModelRequest, kind: str) -> dict[str, Any]:
    return {"id": f"chatcmpl-{request.number}", "object": kind, "created": CREATED, "model": request.model}


def _chunk(request: ModelRequest, delta: dict[str, Any], finish_reason: str | None = None) -> dict[str, Any]:
    choice = {"index": 0, "delta": delta, "finish_reason": finish_reason}
    return {**_head(request, "chat.completion.chunk"), "choices": [choice]}


def _tool_calls(reply: Reply, request: ModelRequest) -> list[dict[str, Any]]:
    return [
        {
            "id": call.id or f"call_{request.agent}_{request.number_of_agent}_{index}",
            "type": "function",
            "function": {"name": call.name, "arguments": call.arguments},
        }
        for index, call in enumerate(reply.calls)
    ]


def _finish_reason(reply: Reply) -> str:
    return reply.finish_reason or ("tool_calls" if reply.calls else "stop")


def _usage(reply: Reply) -> dict[str, Any]:
    return {
        "prompt_tokens": reply.input_tokens,
        "completion_tokens": reply.output_tokens,
        "total_tokens": reply.input_tokens + reply.output_tokens,
        "prompt_tokens_details": {"cached_tokens": reply.cached_tokens},
        "completion_tokens_details": {"reasoning_tokens": reply.reasoning_tokens},
    }


def _words(value: str | None) -> list[str]:
    """Pieces of about a word each, that join to the same text."""
    return [] if not value else [value[at : at + 8] for at in range(0, len(value), 8)]

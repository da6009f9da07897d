"""A reply on the wire of /v1/responses, whole and as its named events."""

from collections.abc import Iterator
from typing import Any

from tests.model_server.reply import Call, Reply
from tests.model_server.request import ModelRequest

CREATED = 1_700_000_000
Event = tuple[str, dict[str, Any]]


def whole(reply: Reply, request: ModelRequest) -> dict[str, Any]:
    return _response(reply, request, _items(reply, request), _status(reply))


def pieces(reply: Reply, request: ModelRequest) -> Iterator[Event]:
    for number, (name, data) in enumerate(_events(reply, request)):
        yield name, {"type": name, "sequence_number": number, **data}


def _events(reply: Reply, request: ModelRequest) -> Iterator[Event]:
    yield "response.created", {"response": _response(reply, request, [], "in_progress")}
    items = _items(reply, request)
    for index, item in enumerate(items):
        yield "response.output_item.added", {"output_index": index, "item": {**item, "status": "in_progress"}}
        yield from _item_events(index, item)
        yield "response.output_item.done", {"output_index": index, "item": item}
    status = _status(reply)
    yield f"response.{status}", {"response": _response(reply, request, items, status)}


def _item_events(index: int, item: dict[str, Any]) -> Iterator[Event]:
    place = {"item_id": item["id"], "output_index": index}
    if item["type"] == "message":
        for part in _parts(item["content"][0]["text"]):
            yield "response.output_text.delta", {**place, "content_index": 0, "delta": part, "logprobs": []}
    elif item["type"] == "reasoning":
        for part in _parts(item["summary"][0]["text"]):
            yield "response.reasoning_summary_text.delta", {**place, "summary_index": 0, "delta": part}
    elif item["type"] == "function_call":
        for part in _parts(item["arguments"]):
            yield "response.function_call_arguments.delta", {**place, "delta": part}
        done = {**place, "name": item["name"], "arguments": item["arguments"]}
        yield "response.function_call_arguments.done", done


def _response(
    reply: Reply, request: ModelRequest, items: list[dict[str, Any]], status: str
) -> dict[str, Any]:
    finished = status != "in_progress"
    return {
        "id": f"resp_{request.number}",
        "object": "response",
        "created_at": CREATED,
        "status": status,
        "error": None,
        "incomplete_details": {"reason": "max_output_tokens"} if status == "incomplete" else None,
        "instructions": None,
        "model": request.model,
        "output": items,
        "parallel_tool_calls": True,
        "tool_choice": request.tool_choice or "auto",
        "tools": request.body.get("tools") or [],
        "metadata": {},
        "temperature": 1.0,
        "top_p": 1.0,
        "usage": _usage(reply) if finished else None,
    }


def _items(reply: Reply, request: ModelRequest) -> list[dict[str, Any]]:
    key = f"{request.agent}_{request.number_of_agent}"
    items: list[dict[str, Any]] = []
    if reply.reasoning:
        summary = [{"type": "summary_text", "text": reply.reasoning}]
        items.append({"type": "reasoning", "id": f"rs_{key}", "summary": summary})
    items.extend(reply.builtin)
    if reply.text is not None:
        content = [{"type": "output_text", "text": reply.text, "annotations": []}]
        message = {"type": "message", "id": f"msg_{key}", "role": "assistant", "status": "completed"}
        items.append({**message, "content": content})
    items.extend(_call_item(call, f"{key}_{index}") for index, call in enumerate(reply.calls))
    return items


def _call_item(call: Call, key: str) -> dict[str, Any]:
    return {
        "type": "function_call",
        "id": f"fc_{key}",
        "call_id": call.id or f"call_{key}",
        "name": call.name,
        "arguments": call.arguments,
        "status": "completed",
    }


def _status(reply: Reply) -> str:
    return "incomplete" if reply.finish_reason == "length" else "completed"


def _usage(reply: Reply) -> dict[str, Any]:
    return {
        "input_tokens": reply.input_tokens,
        "input_tokens_details": {"cached_tokens": reply.cached_tokens},
        "output_tokens": reply.output_tokens,
        "output_tokens_details": {"reasoning_tokens": reply.reasoning_tokens},
        "total_tokens": reply.input_tokens + reply.output_tokens,
    }


def _parts(value: str) -> list[str]:
    return [value[at : at + 8] for at in range(0, len(value), 8)]

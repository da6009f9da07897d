"""Follows an answer while it is written: tells each piece to the listener, returns the whole."""

from typing import Any

from mail.agents import BadModelAnswer, DeltaKind, ModelUnavailable, delta_sink

# The events of the Responses interface that carry words, and what kind of words they are.
RESPONSE_DELTAS: dict[str, DeltaKind] = {
    "response.output_text.delta": "text",
    "response.reasoning_summary_text.delta": "reasoning",
    "response.reasoning_text.delta": "reasoning",
    "response.function_call_arguments.delta": "tool",
}
RESPONSE_ENDS = frozenset({"response.completed", "response.incomplete", "response.failed"})


async def collect_completion(litellm: Any, stream: Any) -> Any:
    chunks = []
    try:
        async for chunk in stream:
            chunks.append(chunk)
            if chunk.choices:
                _tell_chunk(chunk.choices[0].delta)
    finally:
        await stream.aclose()
    whole = litellm.stream_chunk_builder(chunks)
    if whole is None:
        raise BadModelAnswer("The model's stream held no answer: try again.")
    return whole


async def collect_response(_litellm: Any, stream: Any) -> Any:
    try:
        return await _follow_response(stream)
    finally:
        # This kind of stream has no close of its own: a call given up would go on being paid for.
        connection = getattr(stream, "response", None)
        if connection is not None:
            await connection.aclose()


async def _follow_response(stream: Any) -> Any:
    async for event in stream:
        name = str(getattr(event.type, "value", event.type))
        kind = RESPONSE_DELTAS.get(name)
        if kind is not None:
            _tell(kind, event.delta)
        elif name in RESPONSE_ENDS:
            return event.response
        elif name == "error":
            raise ModelUnavailable(
                f"The model's stream broke: {getattr(event, 'message', 'no reason given')}"
            )
    raise ModelUnavailable("The model's stream ended before its answer did.")


def _tell_chunk(delta: Any) -> None:
    _tell("reasoning", getattr(delta, "reasoning_content", None))
    _tell("text", delta.content)
    for call in delta.tool_calls or ():
        _tell("tool", call.function.arguments)


def _tell(kind: DeltaKind, text: str | None) -> None:
    sink = delta_sink.get()
    if sink is not None and text:
        sink(kind, text)

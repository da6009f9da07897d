"""The demo model as a LiteLLM provider. Imports LiteLLM: only mail/factories/litellm_gate.py imports this."""

import asyncio
import hashlib
import json
import time
from collections.abc import AsyncIterator, Iterator
from typing import Any

from litellm.llms.custom_llm import CustomLLM
from litellm.types.utils import GenericStreamingChunk, ModelResponse

from mail.demo_model.decide import Decision, decide

PROVIDER = "demo"
MODELS = ("assistant", "one")
PRICES = (
    "input_cost_per_token",
    "output_cost_per_token",
    "cache_creation_input_token_cost",
    "cache_read_input_token_cost",
)
CHARACTERS_PER_TOKEN = 4
PIECE = 12


def register_demo_model(litellm: Any) -> None:
    """Make `demo/assistant` known to LiteLLM, free of charge."""
    litellm.custom_provider_map.append({"provider": PROVIDER, "custom_handler": DemoModel()})
    litellm.utils.custom_llm_setup()
    price = dict.fromkeys(PRICES, 0.0)
    facts = {**price, "litellm_provider": PROVIDER, "mode": "chat", "supports_function_calling": True}
    litellm.register_model({f"{PROVIDER}/{name}": facts for name in MODELS})


class DemoModel(CustomLLM):
    """Answers from rules; `delay` in the agent's parameters makes it think for so many seconds."""

    def completion(self, **request: Any) -> ModelResponse:  # type: ignore[override]  # takes LiteLLM's arguments by name
        time.sleep(_delay(request))
        return _answer(request)

    async def acompletion(self, **request: Any) -> ModelResponse:  # type: ignore[override]  # as above
        await asyncio.sleep(_delay(request))
        return _answer(request)

    def streaming(self, **request: Any) -> Iterator[GenericStreamingChunk]:  # type: ignore[override]  # as above
        time.sleep(_delay(request))
        yield from _pieces(request)

    async def astreaming(self, **request: Any) -> AsyncIterator[GenericStreamingChunk]:  # type: ignore[override]  # as above
        pieces = list(_pieces(request))
        for piece in pieces:
            await asyncio.sleep(_delay(request) / len(pieces))
            yield piece


def _decide(request: dict[str, Any]) -> Decision:
    options = request["optional_params"]
    return decide(request["messages"], options.get("tools") or [], options.get("tool_choice", "auto"))


def _delay(request: dict[str, Any]) -> float:
    return float(request["optional_params"].get("delay") or 0)


def _answer(request: dict[str, Any]) -> ModelResponse:
    decision = _decide(request)
    message: dict[str, Any] = {"role": "assistant", "content": decision.text}
    if decision.calls:
        message["tool_calls"] = _wire_calls(request["messages"], decision)
    choice = {"index": 0, "message": message, "finish_reason": _finish_reason(decision)}
    return ModelResponse(
        model=f"{PROVIDER}/{request['model']}", choices=[choice], usage=_usage(request["messages"], decision)
    )


def _pieces(request: dict[str, Any]) -> Iterator[GenericStreamingChunk]:
    decision = _decide(request)
    for part in _parts(decision.text or ""):
        yield _piece(text=part)
    for index, call in enumerate(_wire_calls(request["messages"], decision)):
        function = call["function"]
        yield _piece(tool={**call, "index": index, "function": {"name": function["name"], "arguments": ""}})
        for part in _parts(function["arguments"]):
            further = {"id": None, "type": "function", "function": {"name": None, "arguments": part}}
            yield _piece(tool={**further, "index": index})
    yield _piece(finish_reason=_finish_reason(decision), usage=_usage(request["messages"], decision))


def _piece(
    text: str = "", tool: Any = None, finish_reason: str = "", usage: Any = None
) -> GenericStreamingChunk:
    return GenericStreamingChunk(
        text=text,
        tool_use=tool,
        is_finished=bool(finish_reason),
        finish_reason=finish_reason,
        usage=usage,
        index=0,
    )


def _parts(text: str) -> list[str]:
    return [text[at : at + PIECE] for at in range(0, len(text), PIECE)]


def _finish_reason(decision: Decision) -> str:
    return "tool_calls" if decision.calls else "stop"


def _wire_calls(messages: list[Any], decision: Decision) -> list[dict[str, Any]]:
    place = f"{len(messages)}:{messages[-1] if messages else ''}"
    calls = []
    for index, call in enumerate(decision.calls):
        arguments = json.dumps(call.arguments, ensure_ascii=False)
        # The same conversation gives the same id; another agent's or another step's gives another.
        digest = hashlib.sha256(f"{place}:{index}:{call.name}:{arguments}".encode()).hexdigest()
        function = {"name": call.name, "arguments": arguments}
        calls.append({"id": f"call_{digest[:24]}", "type": "function", "function": function})
    return calls


def _usage(messages: list[Any], decision: Decision) -> dict[str, int]:
    read = sum(len(str(message.get("content") or "")) for message in messages) // CHARACTERS_PER_TOKEN
    said = len(decision.text or "") + sum(len(str(call.arguments)) for call in decision.calls)
    wrote = said // CHARACTERS_PER_TOKEN + 1
    return {"prompt_tokens": read, "completion_tokens": wrote, "total_tokens": read + wrote}

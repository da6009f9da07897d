"""Anthropic's own tools in a history: a call that is still running must go back as the provider wrote it."""

import json
from typing import Any

# Calls of the provider's own tools have ids of this form: they are not ours to carry out.
PROVIDER_CALL_PREFIX = "srvtoolu_"
RESULT_FIELDS = ("web_search_results", "tool_results")

WireCall = dict[str, Any]


def is_provider_call(wire_call: WireCall) -> bool:
    return str(wire_call["id"]).startswith(PROVIDER_CALL_PREFIX)


def keep_running_calls(entry: dict[str, Any]) -> dict[str, Any]:
    """The assistant's message with provider calls as content blocks, where one of them has no result yet.

    LiteLLM turns a provider call back into its own kind of block only when it finds the result; a paused turn
    ends before that, and the call would go back as one of ours, which Anthropic refuses.
    """
    provider_calls = [wire_call for wire_call in entry.get("tool_calls", ()) if is_provider_call(wire_call)]
    results = _results(entry)
    if all(wire_call["id"] in results for wire_call in provider_calls):
        return entry
    blocks: list[dict[str, Any]] = []
    if entry["content"]:
        blocks.append({"type": "text", "text": entry["content"]})
    for wire_call in provider_calls:
        blocks.append(_block(wire_call))
        if wire_call["id"] in results:
            blocks.append(results[wire_call["id"]])
    ours = [wire_call for wire_call in entry["tool_calls"] if not is_provider_call(wire_call)]
    kept = {name: value for name, value in entry.items() if name != "tool_calls"}
    return {**kept, "content": blocks, **({"tool_calls": ours} if ours else {})}


def _block(wire_call: WireCall) -> dict[str, Any]:
    function = wire_call["function"]
    arguments = json.loads(function["arguments"] or "{}")
    return {"type": "server_tool_use", "id": wire_call["id"], "name": function["name"], "input": arguments}


def _results(entry: dict[str, Any]) -> dict[str, dict[str, Any]]:
    extra = entry.get("provider_specific_fields") or {}
    found = [result for name in RESULT_FIELDS for result in extra.get(name) or ()]
    return {result["tool_use_id"]: result for result in found if result.get("tool_use_id")}

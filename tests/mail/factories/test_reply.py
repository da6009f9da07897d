"""A reply is a plain pair that knows how it stands in the history."""

from decimal import Decimal
from typing import Any

from mail.agents import AgentReply, Usage
from mail.tools import AgentToolCall

WIRE_CALL = {"id": "c1", "type": "function", "function": {"name": "help", "arguments": "{}"}}


def make_call(call_id: str = "c1", **source: Any) -> AgentToolCall:
    return AgentToolCall(tool_name="help", tool_args={"a": 1}, tool_call_id=call_id, **source)


def test_a_pair_from_a_custom_function_gets_its_history_entry() -> None:
    message = {"role": "assistant", "content": None, "tool_calls": [WIRE_CALL]}

    reply = AgentReply.of((None, [make_call(completion=message)]))

    text, calls = reply
    assert (text, len(calls)) == (None, 1)
    assert reply.entries == [message]
    assert reply.usage is None


def test_a_call_that_its_message_does_not_hold_is_added_to_it() -> None:
    message = {"role": "assistant", "content": "Hm"}

    (entry,) = AgentReply.of(("Hm", [make_call("c7", completion=message)])).entries

    assert entry["content"] == "Hm"
    assert [wire_call["id"] for wire_call in entry["tool_calls"]] == ["c7"]
    assert entry["tool_calls"][0]["function"]["arguments"] == '{"a": 1}'


def test_a_call_that_was_not_handed_on_does_not_stay_in_the_history() -> None:
    message = {"role": "assistant", "content": None, "tool_calls": [WIRE_CALL, {**WIRE_CALL, "id": "lost"}]}

    (entry,) = AgentReply.of((None, [make_call(completion=message)])).entries

    assert [wire_call["id"] for wire_call in entry["tool_calls"]] == ["c1"]


def test_items_shared_by_several_calls_stand_once() -> None:
    items = [
        {"type": "reasoning", "id": "r", "summary": []},
        {"type": "function_call", "call_id": "c1", "name": "help", "arguments": "{}"},
        {"type": "function_call", "call_id": "c2", "name": "help", "arguments": "{}"},
    ]

    reply = AgentReply.of((None, [make_call("c1", responses=items), make_call("c2", responses=items)]))

    assert reply.entries == items


def test_plain_words_become_an_assistant_message() -> None:
    assert AgentReply.of(("Hello", [])).entries == [{"role": "assistant", "content": "Hello"}]
    assert AgentReply.of((None, [])).entries == []


def test_usage_of_several_calls_adds_up() -> None:
    known = Usage("m", input_tokens=1, output_tokens=2, cost=Decimal("0.5"))
    unknown = Usage("m", input_tokens=10, reasoning_tokens=3)

    assert known + unknown == Usage("m", 11, 2, reasoning_tokens=3, cost=Decimal("0.5"))
    assert (unknown + unknown).cost is None

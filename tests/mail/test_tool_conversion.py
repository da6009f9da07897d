"""What a tool call becomes: a message, or a sentence the model can act on."""

from typing import Any

import pytest

from mail.schemas import check_message
from mail.tools import MAIL_TOOL_NAMES, AgentToolCall, BadToolCall, build_help, convert_call_to_mail_message

LETTER = {"target": "weather", "subject": "s", "body": "b"}


def call(name: str, **arguments: Any) -> Any:
    return AgentToolCall(
        tool_name=name, tool_args=arguments, tool_call_id="1", completion={"role": "assistant"}
    )


def convert(name: str, **arguments: Any) -> Any:
    message = convert_call_to_mail_message(call(name, **arguments), "supervisor", "t-1")
    check_message(message)
    assert message["message"]["sender"] == {"address_type": "agent", "address": "supervisor"}
    assert message["message"]["task_id"] == "t-1"
    return message


@pytest.mark.parametrize(("tool", "kind"), [("send_request", "request"), ("send_response", "response")])
def test_a_letter_goes_to_its_target(tool: str, kind: str) -> None:
    message = convert(tool, **LETTER)
    assert message["msg_type"] == kind
    assert message["message"]["recipient"]["address"] == "weather"


def test_an_interrupt_goes_to_its_target() -> None:
    message = convert("send_interrupt", **LETTER)
    assert message["msg_type"] == "interrupt"
    assert [one["address"] for one in message["message"]["recipients"]] == ["weather"]


@pytest.mark.parametrize(
    ("targets", "reached"),
    [
        ({}, ["all"]),
        ({"targets": []}, ["all"]),
        ({"targets": ["a", "b"]}, ["a", "b"]),
        ({"targets": "a"}, ["a"]),
    ],
)
def test_a_broadcast_reaches_the_named_or_all(targets: Any, reached: Any) -> None:
    message = convert("send_broadcast", subject="s", body="b", **targets)
    assert message["msg_type"] == "broadcast"
    assert [one["address"] for one in message["message"]["recipients"]] == reached


def test_completion_carries_the_answer_to_all() -> None:
    message = convert("task_complete", finish_message="42")
    assert message["msg_type"] == "broadcast_complete"
    assert message["message"]["body"] == "42"
    assert message["message"]["recipients"] == [{"address_type": "agent", "address": "all"}]


def test_an_interswarm_broadcast_names_its_swarms() -> None:
    message = convert("send_interswarm_broadcast", subject="s", body="b", target_swarms=["beta"])
    assert message["message"]["recipient_swarms"] == ["beta"]
    assert message["message"]["recipients"][0]["address"] == "all@beta"
    assert convert("send_interswarm_broadcast", subject="s", body="b")["message"]["recipient_swarms"] == []


@pytest.mark.parametrize(
    ("tool", "arguments", "hint"),
    [
        ("send_request", {"target": "weather", "subject": "s"}, "`body`"),
        ("send_request", {**LETTER, "body": {"text": "b"}}, "must be a text, not an object"),
        ("send_request", {**LETTER, "body": None}, "must be a text, not nothing"),
        ("send_request", {**LETTER, "target": "  "}, "must not be empty"),
        ("send_request", {**LETTER, "target": "a@b@c"}, "agent@swarm"),
        ("send_broadcast", {"subject": "s", "body": "b", "targets": [1]}, "list of texts"),
        ("send_broadcast", {"subject": "s", "body": "b", "targets": ["@"]}, "agent@swarm"),
        ("task_complete", {}, "`finish_message`"),
        ("await_message", {}, "sends no message"),
        ("get_weather", {}, "sends no message"),
    ],
)
def test_a_bad_call_gets_a_sentence(tool: str, arguments: Any, hint: str) -> None:
    with pytest.raises(BadToolCall, match=hint):
        convert_call_to_mail_message(call(tool, **arguments), "supervisor", "t-1")


def help_for(**arguments: Any) -> Any:
    return build_help("weather", "example", ["send_request", "help"], arguments)


def test_help_begins_with_the_summary() -> None:
    assert help_for().startswith("# MAIL in short")


def test_help_tells_an_agent_who_it_is() -> None:
    text = help_for(get_summary=False, get_identity=True)
    assert "weather@example" in text
    assert "send_request, help" in text
    assert "MAIL in short" not in text


def test_help_explains_every_tool() -> None:
    for name in MAIL_TOOL_NAMES:
        assert f"# {name}" in help_for(get_summary=False, get_tool_help=[name])


def test_help_says_when_a_tool_is_not_the_agents_own() -> None:
    assert "do not have" in help_for(get_tool_help=["task_complete"])
    assert "do not have" not in help_for(get_tool_help=["send_request"])


def test_help_can_give_the_whole_protocol() -> None:
    assert "# The MAIL protocol" in help_for(get_full_protocol=True)


def test_help_about_nothing_says_so() -> None:
    assert "Nothing was asked for" in help_for(get_summary=False)


@pytest.mark.parametrize(
    "arguments", [{"get_tool_help": ["fly"]}, {"get_summary": "yes"}, {"get_tool_help": 5}]
)
def test_bad_arguments_to_help_get_a_sentence(arguments: Any) -> None:
    with pytest.raises(BadToolCall):
        help_for(**arguments)

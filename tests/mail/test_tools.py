"""Tool definitions: who has which, in which shape, and what the model may write."""

from typing import Any

import pytest
from jsonschema import Draft202012Validator
from pydantic import BaseModel, Field, ValidationError

from mail.errors import Invalid
from mail.tools import (
    MAIL_TOOL_NAMES,
    AgentToolCall,
    Style,
    ToolDefinition,
    build_tool,
    create_broadcast_tool,
    create_mail_tools,
    create_request_tool,
    create_supervisor_tools,
    get_tool_name,
    pydantic_model_to_tool,
    tools_for,
)

COMMON = [
    "send_request",
    "send_response",
    "acknowledge_broadcast",
    "ignore_broadcast",
    "await_message",
    "help",
]
CONTROL = ["send_interrupt", "send_broadcast"]
REMOTE = ["send_interswarm_broadcast", "discover_swarms"]


def names(tools: Any) -> Any:
    return [get_tool_name(tool) for tool in tools]


def test_every_agent_has_the_common_tools() -> None:
    assert names(tools_for(["math"])) == COMMON
    assert names(create_mail_tools(["math"])) == COMMON


def test_an_agent_that_can_complete_tasks_also_has_control() -> None:
    assert names(tools_for(["math"], can_complete_tasks=True)) == [*COMMON, *CONTROL, "task_complete"]


def test_with_interswarm_control_reaches_other_swarms() -> None:
    found = names(tools_for(["math"], can_complete_tasks=True, enable_interswarm=True))
    assert found == [*COMMON, *CONTROL, *REMOTE, "task_complete"]
    assert sorted(found) == sorted(MAIL_TOOL_NAMES)


def test_interswarm_alone_gives_a_worker_no_control() -> None:
    assert names(tools_for(["math"], enable_interswarm=True)) == COMMON


def test_a_supervisor_without_completion_keeps_the_rest() -> None:
    assert names(create_supervisor_tools(["math"], can_complete_tasks=False)) == CONTROL
    assert names(create_supervisor_tools(["math"], _debug_include_intraswarm=False)) == ["task_complete"]


def test_excluded_tools_are_left_out() -> None:
    found = names(
        tools_for(["math"], can_complete_tasks=True, exclude_tools=["help", "send_interrupt", "nothing"])
    )
    assert "help" not in found
    assert "send_interrupt" not in found
    assert "task_complete" in found


@pytest.mark.parametrize("style", ["completions", "responses"])
def test_every_definition_is_a_valid_schema_in_both_shapes(style: Style) -> None:
    for tool in tools_for(["math"], can_complete_tasks=True, enable_interswarm=True, style=style):
        stated = tool["function"] if style == "completions" else tool
        Draft202012Validator.check_schema(stated["parameters"])
        assert tool["type"] == "function"
        assert stated["description"]
        assert all(part["description"] for part in stated["parameters"]["properties"].values())


def test_the_two_shapes_differ_only_in_nesting() -> None:
    completions = create_request_tool(["math"])["function"]
    responses = create_request_tool(["math"], style="responses")
    assert {key: responses[key] for key in completions} == completions
    assert responses["strict"] is False


def test_an_unknown_shape_is_refused() -> None:
    with pytest.raises(Invalid, match="completions, responses"):
        build_tool("x", "", {}, "xml")


def target_of(tool: ToolDefinition) -> Any:
    return tool["function"]["parameters"]["properties"]["target"]


def test_inside_one_swarm_the_target_is_a_closed_list() -> None:
    assert target_of(create_request_tool(["math", "weather", "math"]))["enum"] == ["math", "weather"]


def test_across_swarms_the_target_is_free_and_names_the_known_agents() -> None:
    target = target_of(create_request_tool(["math", "weather"], enable_interswarm=True))
    assert "enum" not in target
    assert "math, weather" in target["description"]
    assert "agent@swarm" in target["description"]


def test_without_targets_the_schema_stays_valid() -> None:
    # An empty enum is refused by model providers.
    assert "enum" not in target_of(create_request_tool([]))


def test_a_broadcast_may_name_its_recipients() -> None:
    parameters = create_broadcast_tool(targets=["math"])["function"]["parameters"]
    assert parameters["required"] == ["subject", "body"]
    assert "math" in parameters["properties"]["targets"]["description"]


class Forecast(BaseModel):
    """Get the forecast."""

    location: str = Field(description="Where")
    days: list[int] = []


def test_a_pydantic_model_becomes_a_tool() -> None:
    tool = pydantic_model_to_tool(Forecast)["function"]
    assert tool["name"] == "Forecast"
    assert tool["description"] == "Get the forecast."
    assert tool["parameters"]["properties"]["location"] == {"type": "string", "description": "Where"}
    assert tool["parameters"]["required"] == ["location"]
    assert "title" not in str(tool)


def test_name_and_description_can_be_given() -> None:
    tool = pydantic_model_to_tool(Forecast, "forecast", "Tells.", style="responses")
    assert (tool["name"], tool["description"]) == ("forecast", "Tells.")


class Titled(BaseModel):
    title: str


def test_a_field_named_title_is_kept() -> None:
    assert "title" in pydantic_model_to_tool(Titled)["function"]["parameters"]["properties"]


def test_a_call_writes_its_result_in_its_own_format() -> None:
    chat = AgentToolCall(tool_name="x", tool_args={}, tool_call_id="1", completion={"role": "assistant"})
    assert chat.create_response_msg("done") == {"role": "tool", "tool_call_id": "1", "content": "done"}
    items = AgentToolCall(
        tool_name="x", tool_args={}, tool_call_id="1", responses=[{"type": "function_call"}]
    )
    assert items.create_response_msg("done") == {
        "type": "function_call_output",
        "call_id": "1",
        "output": "done",
    }


@pytest.mark.parametrize("source", [{}, {"completion": None}, {"completion": {}, "responses": []}])
def test_a_call_without_its_source_is_refused(source: Any) -> None:
    with pytest.raises(ValidationError, match="completion"):
        AgentToolCall(tool_name="x", tool_args={}, tool_call_id="1", **source)

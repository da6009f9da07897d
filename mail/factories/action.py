"""Agent functions that use actions: their tool definitions are checked before a model ever sees them."""

import re
from collections.abc import Iterable, Sequence
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import SchemaError

from mail.errors import Invalid
from mail.factories.base import LiteLLMAgentFunction, MAILAgentFunction
from mail.factories.toolset import GivenTool, reshape_tool
from mail.tools import MAIL_TOOL_NAMES, ToolDefinition, get_tool_name

# What OpenAI and Anthropic accept as the name of a function.
TOOL_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")


class ActionAgentFunction(MAILAgentFunction):
    """Refuses an action tool that no provider would take, with a sentence that names it."""

    def __init__(
        self,
        name: str,
        comm_targets: Sequence[str] = (),
        tools: Iterable[GivenTool] = (),
        **wiring_and_parameters: Any,
    ) -> None:
        given = list(tools)
        check_action_tools(given)
        super().__init__(name, comm_targets, given, **wiring_and_parameters)


class LiteLLMActionAgentFunction(ActionAgentFunction, LiteLLMAgentFunction):
    """An agent with actions whose words come from a model."""


def check_action_tools(tools: Sequence[GivenTool]) -> None:
    seen: set[str] = set()
    for given in tools:
        tool = reshape_tool(given, "responses")
        name = get_tool_name(tool)
        if name in seen:
            raise Invalid(f"The action {name!r} is given twice: keep one of them.")
        if name in MAIL_TOOL_NAMES:
            raise Invalid(f"The action {name!r} has the name of a MAIL tool: choose another name.")
        seen.add(name)
        if tool.get("type") == "function":
            _check_function_tool(name, tool)


def _check_function_tool(name: str, tool: ToolDefinition) -> None:
    if not TOOL_NAME.fullmatch(name):
        raise Invalid(f"The action name {name!r} must be 1 to 64 letters, digits, underscores or hyphens.")
    schema = tool.get("parameters")
    if not isinstance(schema, dict) or schema.get("type", "object") != "object":
        raise Invalid(f"The parameters of action {name!r} must be a JSON Schema of type object.")
    try:
        Draft202012Validator.check_schema(schema)
    except SchemaError as error:
        raise Invalid(f"The parameters of action {name!r} are not a JSON Schema: {error.message}") from error

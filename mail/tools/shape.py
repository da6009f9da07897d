"""Knows how a tool is written for the two model interfaces: chat completions and Responses."""

from typing import Any, Literal, get_args

from mail.errors import Invalid

Style = Literal["completions", "responses"]
STYLES: tuple[str, ...] = get_args(Style)

ToolDefinition = dict[str, Any]


def build_tool(
    name: str, description: str, parameters: dict[str, Any], style: str = "completions"
) -> ToolDefinition:
    """One tool definition in the asked-for style."""
    if style not in STYLES:
        raise Invalid(f"Unknown tool style {style!r}: use one of {', '.join(STYLES)}.")
    function = {"name": name, "description": description, "parameters": parameters}
    if style == "completions":
        return {"type": "function", "function": function}
    # The Responses interface is strict unless told otherwise, and strict mode knows no optional arguments.
    return {"type": "function", **function, "strict": False}


def get_tool_name(definition: ToolDefinition) -> str:
    """The name of a tool in either style; a provider's built-in tool is named by its type."""
    function = definition.get("function", definition)
    return str(function.get("name") or definition.get("type", ""))


def object_schema(properties: dict[str, Any], required: tuple[str, ...] = ()) -> dict[str, Any]:
    """The JSON Schema of an argument object that takes these properties and no others."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(required),
        "additionalProperties": False,
    }

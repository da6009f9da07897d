"""All tools of one agent in the shape of its tool format: its actions, then the MAIL tools."""

from collections.abc import Iterable, Sequence
from typing import Any, Protocol, runtime_checkable

from pydantic import BaseModel

from mail.errors import Invalid
from mail.tools import Style, ToolDefinition, build_tool, get_tool_name, pydantic_model_to_tool, tools_for


@runtime_checkable
class Toolable(Protocol):
    """An action that can describe itself as a tool."""

    def to_tool_dict(self, style: Style = "responses") -> ToolDefinition: ...


GivenTool = ToolDefinition | Toolable | type[BaseModel]


def build_toolset(
    given: Iterable[GivenTool],
    *,
    comm_targets: Sequence[str],
    can_complete_tasks: bool,
    enable_interswarm: bool,
    style: Style,
    exclude_tools: Iterable[str],
) -> list[ToolDefinition]:
    mail_tools = tools_for(
        comm_targets,
        can_complete_tasks=can_complete_tasks,
        enable_interswarm=enable_interswarm,
        style=style,
        exclude_tools=exclude_tools,
    )
    taken = {get_tool_name(tool) for tool in mail_tools}
    own = [reshape_tool(tool, style) for tool in given]
    return [tool for tool in own if get_tool_name(tool) not in taken] + mail_tools


def reshape_tool(tool: GivenTool, style: Style) -> ToolDefinition:
    """A tool given in any accepted form, in the shape asked for; a provider's built-in tool stays as is."""
    if isinstance(tool, type) and issubclass(tool, BaseModel):
        return pydantic_model_to_tool(tool, style=style)
    if isinstance(tool, dict):
        return _reshape_definition(tool, style)
    if isinstance(tool, Toolable):
        return tool.to_tool_dict(style)
    raise Invalid(f"A tool must be a definition, a pydantic model or an action, not {type(tool).__name__}.")


def _reshape_definition(tool: ToolDefinition, style: Style) -> ToolDefinition:
    if tool.get("type") != "function":
        return tool
    function: dict[str, Any] = tool.get("function") or {
        key: value for key, value in tool.items() if key != "type"
    }
    if style == "completions" and "function" in tool:
        return tool
    if style == "responses" and "function" not in tool:
        return tool
    shaped = build_tool(
        function.get("name", ""),
        function.get("description", ""),
        function.get("parameters") or {"type": "object", "properties": {}},
        style,
    )
    if function.get("strict"):
        (shaped["function"] if style == "completions" else shaped)["strict"] = True
    return shaped

"""Knows which agent has which MAIL tools."""

from collections.abc import Iterable, Sequence

from mail.tools.control import (
    create_acknowledge_broadcast_tool,
    create_await_message_tool,
    create_help_tool,
    create_ignore_broadcast_tool,
    create_swarm_discovery_tool,
    create_task_complete_tool,
)
from mail.tools.sending import (
    create_broadcast_tool,
    create_interrupt_tool,
    create_interswarm_broadcast_tool,
    create_request_tool,
    create_response_tool,
)
from mail.tools.shape import Style, ToolDefinition, get_tool_name


def tools_for(
    comm_targets: Sequence[str],
    *,
    can_complete_tasks: bool = False,
    enable_interswarm: bool = False,
    style: Style = "completions",
    exclude_tools: Iterable[str] = (),
) -> list[ToolDefinition]:
    """All MAIL tools of one agent: the common ones and, if it can complete tasks, those of control."""
    excluded = frozenset(exclude_tools)
    tools = create_mail_tools(comm_targets, enable_interswarm, style, excluded)
    if can_complete_tasks:
        tools += create_supervisor_tools(
            comm_targets, enable_interswarm=enable_interswarm, style=style, exclude_tools=excluded
        )
    return tools


def create_mail_tools(
    targets: Sequence[str],
    enable_interswarm: bool = False,
    style: Style = "completions",
    exclude_tools: Iterable[str] = (),
) -> list[ToolDefinition]:
    """The tools that every agent has."""
    tools = [
        create_request_tool(targets, enable_interswarm, style),
        create_response_tool(targets, enable_interswarm, style),
        create_acknowledge_broadcast_tool(style),
        create_ignore_broadcast_tool(style),
        create_await_message_tool(style),
        create_help_tool(style),
    ]
    return _without(tools, exclude_tools)


def create_supervisor_tools(
    targets: Sequence[str],
    can_complete_tasks: bool = True,
    enable_interswarm: bool = False,
    style: Style = "completions",
    exclude_tools: Iterable[str] = (),
    _debug_include_intraswarm: bool = True,
) -> list[ToolDefinition]:
    """The tools that come on top for an agent in charge of a task."""
    tools: list[ToolDefinition] = []
    if _debug_include_intraswarm:
        tools.append(create_interrupt_tool(targets, enable_interswarm, style))
        tools.append(create_broadcast_tool(style, targets))
    if enable_interswarm:
        tools.append(create_interswarm_broadcast_tool(style))
        tools.append(create_swarm_discovery_tool(style))
    if can_complete_tasks:
        tools.append(create_task_complete_tool(style))
    return _without(tools, exclude_tools)


def _without(tools: list[ToolDefinition], exclude_tools: Iterable[str]) -> list[ToolDefinition]:
    excluded = frozenset(exclude_tools)
    return [tool for tool in tools if get_tool_name(tool) not in excluded]

"""A tool choice in the shape of the format it is sent in, whichever shape it was given in."""

from typing import Any

from mail.agents import ToolChoice
from mail.errors import Invalid
from mail.tools import Style

WORDS = frozenset({"auto", "none", "required"})


def shape_tool_choice(choice: ToolChoice, style: Style) -> str | dict[str, Any]:
    """A forced function is named inside `function` for completions and beside `type` for responses."""
    if isinstance(choice, str):
        if choice in WORDS:
            return choice
        return _force(choice, style)
    name = forced_tool(choice)
    if name is not None:
        return _force(name, style)
    if choice.get("type") in WORDS:
        return str(choice["type"])
    return choice


def forced_tool(choice: ToolChoice) -> str | None:
    """The function that must be called, where the choice names one."""
    if isinstance(choice, str):
        return None if choice in WORDS else choice
    if choice.get("type") not in ("function", "tool"):
        return None
    name = (choice.get("function") or choice).get("name")
    if not name:
        raise Invalid('A forced tool choice must name its tool: {"type": "function", "name": …}.')
    return str(name)


def forces_a_call(choice: ToolChoice) -> bool:
    return (
        choice == "required"
        or (not isinstance(choice, str) and choice.get("type") == "required")
        or (forced_tool(choice) is not None)
    )


def _force(name: str, style: Style) -> dict[str, Any]:
    if style == "completions":
        return {"type": "function", "function": {"name": name}}
    return {"type": "function", "name": name}

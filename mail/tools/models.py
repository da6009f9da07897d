"""Knows how a pydantic model becomes a tool definition."""

from typing import Any

from pydantic import BaseModel

from mail.tools.shape import Style, ToolDefinition, build_tool


def pydantic_model_to_tool(
    model_cls: type[BaseModel],
    name: str | None = None,
    description: str | None = None,
    style: Style = "completions",
) -> ToolDefinition:
    """A tool whose arguments are the model's fields; the model's name and docstring are the defaults."""
    schema = model_cls.model_json_schema()
    text = description or schema.pop("description", "")
    schema.pop("description", None)
    return build_tool(name or model_cls.__name__, text, _without_titles(schema), style)


def _without_titles(schema: dict[str, Any]) -> dict[str, Any]:
    # Pydantic repeats every field name as a title: tokens that tell the model nothing.
    cleaned = {key: value for key, value in schema.items() if key != "title"}
    for keyword in ("properties", "$defs"):
        if keyword in cleaned:
            cleaned[keyword] = {name: _without_titles(part) for name, part in cleaned[keyword].items()}
    if isinstance(cleaned.get("items"), dict):
        cleaned["items"] = _without_titles(cleaned["items"])
    return cleaned

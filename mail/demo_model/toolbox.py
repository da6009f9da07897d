"""What the offered tools allow: whom to write to, which actions to use for what."""

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from mail.tools import MAIL_TOOL_NAMES

LISTED = re.compile(r"(?:by name|One of): ([^.]+)\.")
# The names under which an action may ask for the same thing.
SLOTS = {
    "location": ("location", "city", "place"),
    "days_ahead": ("days_ahead", "days", "day"),
    "metric": ("metric",),
    "expression": ("expression", "formula"),
}


@dataclass(frozen=True)
class Toolbox:
    """The tools of one request, by name."""

    tools: dict[str, dict[str, Any]]

    @classmethod
    def of(cls, definitions: list[dict[str, Any]]) -> "Toolbox":
        functions = [tool.get("function", tool) for tool in definitions]
        return cls({function["name"]: function for function in functions if function.get("name")})

    def __contains__(self, name: str) -> bool:
        return name in self.tools

    @property
    def can_complete(self) -> bool:
        return "task_complete" in self.tools

    @cached_property
    def targets(self) -> list[str]:
        """The agents that may be asked, from the request tool's own description."""
        target = self.properties("send_request").get("target", {})
        if "enum" in target:
            return list(target["enum"])
        listed = LISTED.search(target.get("description", ""))
        return [] if listed is None or listed.group(1) == "none" else listed.group(1).split(", ")

    @property
    def actions(self) -> list[str]:
        return [name for name in self.tools if name not in MAIL_TOOL_NAMES]

    def properties(self, name: str) -> dict[str, Any]:
        return dict((self.tools.get(name, {}).get("parameters") or {}).get("properties") or {})

    def find_action(self, slot: str) -> str | None:
        """The first action that takes this kind of argument."""
        return next((name for name in self.actions if self._property(name, slot)), None)

    def fill(self, action: str, **slots: Any) -> dict[str, Any]:
        """Arguments for an action, under the names that it uses."""
        named = {self._property(action, slot): value for slot, value in slots.items() if value is not None}
        return {name: value for name, value in named.items() if name}

    def fill_with_text(self, name: str, text: str) -> dict[str, Any]:
        """Arguments for any tool: every required text is the given one, the rest as small as allowed."""
        parameters = self.tools.get(name, {}).get("parameters") or {}
        properties = self.properties(name)
        return {key: _example(properties.get(key, {}), text) for key in parameters.get("required", ())}

    def _property(self, action: str, slot: str) -> str | None:
        offered = self.properties(action)
        return next((name for name in SLOTS[slot] if name in offered), None)


def _example(schema: dict[str, Any], text: str) -> Any:
    if schema.get("enum"):
        return schema["enum"][0]
    examples: dict[str, Any] = {
        "integer": schema.get("minimum", 1),
        "number": schema.get("minimum", 1),
        "boolean": True,
        "array": [text] if schema.get("minItems") else [],
        "object": {},
        "null": None,
    }
    return examples.get(str(schema.get("type", "string")), text)

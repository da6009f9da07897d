"""Knows what an action is: a tool of an agent that is backed by a function."""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

from pydantic import BaseModel

from mail.actions.errors import BadAction
from mail.actions.parameters import find_fault_in_parameters
from mail.actions.schema_model import build_model
from mail.tools.models import pydantic_model_to_tool
from mail.tools.shape import ToolDefinition, build_tool

if TYPE_CHECKING:
    from mail.core.actions import ActionCore

# What the model providers accept as the name of a tool.
NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")


@dataclass(frozen=True)
class MAILAction:
    """An action's name, what the model reads about it, and the function (or reference to one) behind it."""

    name: str
    description: str
    parameters: dict[str, Any]
    function: str | Callable[..., Any]
    idempotent: bool = False
    timeout: float | None = None

    def __post_init__(self) -> None:
        self._validate()

    @classmethod
    def from_pydantic_model(
        cls,
        model: type[BaseModel],
        function_str: str | Callable[..., Any],
        name: str | None = None,
        description: str | None = None,
    ) -> Self:
        """An action whose arguments are the fields of a pydantic model."""
        tool = pydantic_model_to_tool(model, name, description)["function"]
        return cls(tool["name"], tool["description"], tool["parameters"], function_str)

    @classmethod
    def from_swarm_json(cls, json_str: str | Mapping[str, Any]) -> Self:
        """An action from its entry in swarms.json, as text or already parsed."""
        try:
            entry = json.loads(json_str) if isinstance(json_str, str) else json_str
        except ValueError as error:
            raise BadAction(f"The action is not valid JSON: {error}.") from error
        if not isinstance(entry, Mapping):
            raise BadAction("An action must be an object with name, description, parameters and function.")
        if missing := [key for key in ("name", "description", "parameters") if key not in entry]:
            raise BadAction(f"The action lacks {', '.join(missing)}.")
        return cls(
            name=entry["name"],
            description=entry["description"],
            parameters=entry["parameters"],
            function=entry.get("function") or "",
            idempotent=bool(entry.get("idempotent", False)),
            timeout=entry.get("timeout"),
        )

    def to_tool_dict(self, style: str = "responses") -> ToolDefinition:
        """The definition that the model gets."""
        return build_tool(self.name, self.description, self.parameters, style)

    def to_pydantic_model(self, for_tools: bool = False) -> type[BaseModel]:
        """A model that checks the arguments; `for_tools` carries the description and refuses unknown ones."""
        description = self.description if for_tools else None
        return build_model(self.name, self.parameters, description=description, strict=for_tools)

    def to_core(self) -> "ActionCore":
        """The action ready to run, its reference followed."""
        # The Python API stands on this module, so it is named here and imported late.
        from mail.api.functions import action_core

        return action_core(self)

    def _validate(self) -> None:
        if not isinstance(self.name, str) or not NAME.fullmatch(self.name):
            raise BadAction(
                f"{self.name!r} is not a name for an action: use up to 64 letters, digits, `_` and `-`."
            )
        if not isinstance(self.description, str):
            raise BadAction(f"The description of action {self.name} must be a text.")
        if sentence := find_fault_in_parameters(self.parameters):
            raise BadAction(f"Action {self.name}: {sentence}")

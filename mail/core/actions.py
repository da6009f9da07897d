"""Keeps the names of MAIL 1.x's `mail.core.actions`: an action as the runtime wants it."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from mail.tools import AgentToolCall

# What stands behind an action: it takes the arguments as one object and gives back a text.
ActionFunction = Callable[[dict[str, Any]], Awaitable[str]]
# What runs instead of every action while it is in force.
ActionOverrideFunction = Callable[[AgentToolCall], Awaitable[dict[str, Any] | str]]

__all__ = ["ActionCore", "ActionFunction", "ActionOverrideFunction"]


@dataclass(frozen=True)
class ActionCore:
    """An action ready to run. Without a function it is a breakpoint that only a person answers."""

    name: str
    parameters: dict[str, Any]
    function: Callable[[dict[str, Any]], Awaitable[Any]] | None
    description: str = ""
    idempotent: bool = False
    timeout: float | None = None

"""Keeps the names of MAIL 1.x's `mail.core.actions`. No logic lives here."""

from collections.abc import Awaitable, Callable
from typing import Any

# What stands behind an action: it takes the arguments as one object and gives back a text.
ActionFunction = Callable[[dict[str, Any]], Awaitable[str]]

__all__ = ["ActionFunction"]

"""Factories and action functions that a program embedding this server hands over as callables.

They live in this process only. A definition names one as `registered::name`.
"""

from collections.abc import Callable
from typing import Any

from swarms.errors import SwarmNotRunnable

PREFIX = "registered::"
_CALLABLES: dict[str, Callable[..., Any]] = {}


def register(name: str, function: Callable[..., Any]) -> str:
    """Keep the callable under the name and give back the reference to write into a definition."""
    _CALLABLES[name] = function
    return PREFIX + name


def get_registered(reference: str) -> Callable[..., Any]:
    name = reference.removeprefix(PREFIX)
    if name not in _CALLABLES:
        raise SwarmNotRunnable(
            f"nothing is registered as {name!r} in this process; register it before it is used"
        )
    return _CALLABLES[name]

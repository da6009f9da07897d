"""`${NAME}` in a parameter: read from the environment at the moment of the call, never kept."""

import os
import re
from typing import Any

from mail.agents import ModelRefused

REFERENCE = re.compile(r"\$\{([A-Za-z_][A-Za-z0-9_]*)\}")


def has_references(value: Any) -> bool:
    if isinstance(value, str):
        return REFERENCE.search(value) is not None
    if isinstance(value, dict):
        return any(has_references(item) for item in value.values())
    return isinstance(value, (list, tuple)) and any(has_references(item) for item in value)


def resolve_references(value: Any) -> Any:
    """The same value with every `${NAME}` replaced; an unset variable refuses the call by its name."""
    if isinstance(value, str):
        return REFERENCE.sub(lambda match: get_variable(match.group(1)), value)
    if isinstance(value, dict):
        return {key: resolve_references(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [resolve_references(item) for item in value]
    return value


def get_variable(name: str) -> str:
    value = os.environ.get(name)
    if not value:
        raise ModelRefused(f"The environment variable {name} is not set: set it and start the server again.")
    return value

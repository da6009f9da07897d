"""Knows how the arguments of a MAIL tool call are read, and what to tell the model if they are wrong."""

from collections.abc import Mapping
from typing import Any, Protocol

from mail.tools.errors import BadToolCall


class NamedCall(Protocol):
    """A call as far as its arguments go."""

    @property
    def tool_name(self) -> str: ...

    @property
    def tool_args(self) -> Mapping[str, Any]: ...


def get_text(call: NamedCall, name: str, *, may_be_empty: bool = True) -> str:
    """A text argument that must be there."""
    if name not in call.tool_args:
        raise BadToolCall(
            f"{call.tool_name} needs the argument `{name}`. Call it again with all its arguments."
        )
    value = call.tool_args[name]
    if not isinstance(value, str):
        raise BadToolCall(f"`{name}` of {call.tool_name} must be a text, not {_kind_of(value)}.")
    if not may_be_empty and not value.strip():
        raise BadToolCall(f"`{name}` of {call.tool_name} must not be empty.")
    return value


def find_texts(call: NamedCall, name: str) -> list[str]:
    """A list of texts that may be left out; a single text counts as a list of one."""
    value = call.tool_args.get(name)
    if value is None:
        return []
    if isinstance(value, str):
        value = [value]
    if not isinstance(value, list) or not all(isinstance(one, str) and one.strip() for one in value):
        raise BadToolCall(f"`{name}` of {call.tool_name} must be a list of texts that are not empty.")
    return value


def find_flag(call: NamedCall, name: str, default: bool) -> bool:
    """A yes-or-no argument that may be left out."""
    value = call.tool_args.get(name)
    if value is None:
        return default
    if not isinstance(value, bool):
        raise BadToolCall(f"`{name}` of {call.tool_name} must be true or false, not {_kind_of(value)}.")
    return value


def _kind_of(value: Any) -> str:
    kinds = {dict: "an object", list: "a list", bool: "true or false", int: "a number", float: "a number"}
    return kinds.get(type(value), "nothing" if value is None else type(value).__name__)

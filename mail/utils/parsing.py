"""Keeps the names of MAIL 1.x's `mail.utils.parsing`. No logic lives here."""

from typing import Any

from mail.addresses import is_interswarm_address as target_address_is_interswarm
from mail.references import ReferencePolicy, read_python_string, read_url_string, resolve_references

__all__ = [
    "read_python_string",
    "read_url_string",
    "resolve_prefixed_string_references",
    "target_address_is_interswarm",
]


def resolve_prefixed_string_references(value: Any) -> Any:
    """The value with every `python::` and `url::` inside it followed, as the environment allows."""
    return resolve_references(value, ReferencePolicy.from_environment())

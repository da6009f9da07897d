"""Knows whether something is a usable JSON Schema for the arguments of an action."""

from collections.abc import Iterator
from typing import Any

from jsonschema import Draft202012Validator, SchemaError
from referencing import Registry, Resource
from referencing.exceptions import Unresolvable
from referencing.jsonschema import DRAFT202012

REFERENCES = ("$ref", "$dynamicRef")


def find_fault_in_parameters(parameters: Any) -> str | None:
    """What keeps this from describing an argument object, as a sentence, or None."""
    if not isinstance(parameters, dict):
        return "`parameters` must be a JSON Schema object."
    if parameters.get("type", "object") != "object":
        return '`parameters` must describe an object: set its `type` to "object".'
    try:
        Draft202012Validator.check_schema(parameters)
        return _find_fault_in_references(parameters)
    except SchemaError as error:
        return f"`parameters` is not a valid JSON Schema: {error.message[:200]}."
    except RecursionError:
        return "`parameters` is nested too deeply."


def _find_fault_in_references(parameters: dict[str, Any]) -> str | None:
    contents = Resource.from_contents(parameters, default_specification=DRAFT202012)
    registry: Registry[Any] = Registry().with_resource("", contents)
    for reference in _references_in(parameters):
        # The validator would fetch any other reference over the network, past the guarded fetcher.
        if not reference.startswith("#"):
            return (
                f"`parameters` refers to {reference[:80]!r}: only references within it, `#/...`, are allowed."
            )
        try:
            registry.resolver().lookup(reference)
        except Unresolvable:
            return f"`parameters` refers to {reference[:80]!r}, which is not there."
    return None


def _references_in(schema: Any) -> Iterator[str]:
    if isinstance(schema, dict):
        yield from (schema[name] for name in REFERENCES if isinstance(schema.get(name), str))
        for part in schema.values():
            yield from _references_in(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from _references_in(part)

"""Knows whether a definition has the shape of the published schema, and says in words where it has not."""

from collections.abc import Callable
from itertools import islice
from typing import Any

from jsonschema import ValidationError

from mail.schemas import SWARMS, get_validator
from mail.swarms_json.limits import MAX_ACTIONS, MAX_AGENTS, MAX_PROBLEMS
from mail.swarms_json.problem import Path, Problem

KINDS = {
    "string": "a text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "array": "a list",
    "object": "an object",
    "null": "empty",
}
JSON_TYPES: dict[type, str] = {
    str: "string",
    int: "integer",
    float: "number",
    bool: "boolean",
    list: "array",
    dict: "object",
    type(None): "null",
}
COUNTS = {"agents": MAX_AGENTS, "actions": MAX_ACTIONS}


def check_shape(document: Any) -> list[Problem]:
    """Faults in types and required fields. Without any, the other checks may rely on both."""
    if problems := _check_counts(document):
        return problems
    errors = get_validator(SWARMS, "Swarm").iter_errors(document)
    return [_to_problem(error) for error in islice(errors, MAX_PROBLEMS)]


def _check_counts(document: Any) -> list[Problem]:
    # Before anything else: the full check of a huge list would take long and say little.
    problems = []
    for name, most in COUNTS.items():
        entries = document.get(name) if isinstance(document, dict) else None
        if isinstance(entries, list) and len(entries) > most:
            sentence = (
                f"There are {len(entries)} {name}; a swarm can have at most {most}. Split it into several."
            )
            problems.append(Problem((name,), sentence, "error"))
    return problems


def _to_problem(error: ValidationError) -> Problem:
    path: Path = tuple(error.absolute_path)
    place = describe_path(path) or "The swarm"
    describe = SENTENCES.get(str(error.validator))
    text = f"is not valid: {error.message[:200]}"
    if describe is not None:
        text = describe(error.validator_value, error.instance)
    elif error.validator == "not":
        text = _describe_name(path, error.instance)
    return Problem(path, f"{place} {text}.", "error")


def describe_path(path: Path) -> str:
    """A path as a person writes it: agents[2].comm_targets."""
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path).removeprefix(".")


def _describe_type(expected: Any, value: Any) -> str:
    allowed = expected if isinstance(expected, list) else [expected]
    wanted = " or ".join(KINDS[kind] for kind in allowed if kind != "null")
    return f"must be {wanted}, not {KINDS.get(JSON_TYPES.get(type(value), ''), 'this')}"


def _describe_required(expected: Any, value: Any) -> str:
    return f"lacks {', '.join(f'`{name}`' for name in expected if name not in value)}"


def _describe_name(path: Path, value: Any) -> str:
    # Only names have a forbidden pattern: see the schema.
    allowed = "only letters, digits, `_` and `-`" if "actions" in path else "no spaces and no `@`"
    return f"is {str(value)[:60]!r}: use {allowed} in a name"


# What is wrong, in words, by the keyword of the schema: called with what it asks for and what was found.
SENTENCES: dict[str, Callable[[Any, Any], str]] = {
    "type": _describe_type,
    "required": _describe_required,
    "enum": lambda expected, _: f"must be one of {', '.join(str(one) for one in expected if one)}",
    "minLength": lambda _, __: "must not be empty",
    "maxLength": lambda expected, _: f"must not be longer than {expected} characters",
    "minItems": lambda expected, _: f"needs at least {expected} entry",
    "minimum": lambda expected, _: f"must be at least {expected}",
    "exclusiveMinimum": lambda expected, _: f"must be more than {expected}",
}

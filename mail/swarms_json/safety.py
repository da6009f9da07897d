"""Knows whether a definition refers only to what it may and holds no secrets. Imports and fetches nothing."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from mail.errors import MailError
from mail.fetch import FetchPolicy, check_url
from mail.fetch.addresses import check_address, find_literal
from mail.references import Reference, ReferenceKind, check_allowed, looks_like_reference
from mail.swarms_json.problem import Path, Problem
from mail.swarms_json.shape import describe_path

SECRET_ENDINGS = ("key", "token", "secret", "password")
_ENVIRONMENT = re.compile(r"\$\{[A-Za-z_][A-Za-z0-9_]*\}")
# These are fields of the agent itself; inside agent_params the factory would get them twice.
WIRING = (
    "name",
    "comm_targets",
    "tools",
    "enable_entrypoint",
    "enable_interswarm",
    "can_complete_tasks",
    "tool_format",
    "exclude_tools",
)


@dataclass(frozen=True)
class SafetyRules:
    """What a definition may refer to."""

    allowed_prefixes: Sequence[str]
    allow_literal_secrets: bool
    fetch: FetchPolicy


def check_safety(document: dict[str, Any], rules: SafetyRules) -> Iterator[Problem]:
    """All references and secrets of a definition that has the right shape."""
    yield from _check_functions(document, rules)
    for place, agent in enumerate(document["agents"]):
        path: Path = ("agents", place)
        yield from _check_code((*path, "factory"), agent["factory"], rules)
        yield from _check_misplaced((*path, "agent_params"), agent["agent_params"])
        yield from _check_value((*path, "agent_params"), agent["agent_params"], rules)


def _check_functions(document: dict[str, Any], rules: SafetyRules) -> Iterator[Problem]:
    breakpoints = document.get("breakpoint_tools") or []
    for place, action in enumerate(document["actions"]):
        path: Path = ("actions", place, "function")
        if action.get("function"):
            yield from _check_code(path, action["function"], rules)
        elif action["name"] not in breakpoints:
            sentence = f"Action {action['name']!r} needs a function, or must be one of the breakpoint_tools."
            yield Problem(path, sentence, "error")
    for place, reference in enumerate(document.get("action_imports") or []):
        yield from _check_code(("action_imports", place), reference, rules)


def _check_code(path: Path, text: str, rules: SafetyRules) -> Iterator[Problem]:
    try:
        reference = Reference.parse(text)
        if reference.kind is ReferenceKind.URL:
            yield Problem(path, f"{describe_path(path)} must name Python code, not an address.", "error")
        elif reference.kind is ReferenceKind.PYTHON:
            check_allowed(reference, rules.allowed_prefixes)
    except MailError as error:
        yield Problem(path, f"{describe_path(path)}: {error.detail}", "error")


def _check_misplaced(path: Path, parameters: dict[str, Any]) -> Iterator[Problem]:
    for name in parameters:
        if name in WIRING:
            sentence = f"{describe_path((*path, name))}: move it out of agent_params, beside it."
            yield Problem((*path, name), sentence, "not_runnable")


def _check_value(path: Path, value: Any, rules: SafetyRules) -> Iterator[Problem]:
    if isinstance(value, dict):
        for name, part in value.items():
            yield from _check_secret((*path, name), name, part, rules)
            yield from _check_value((*path, name), part, rules)
    elif isinstance(value, list):
        for place, part in enumerate(value):
            yield from _check_value((*path, place), part, rules)
    elif isinstance(value, str):
        yield from _check_text(path, value, rules)


def _check_text(path: Path, text: str, rules: SafetyRules) -> Iterator[Problem]:
    try:
        reference = Reference.find(text)
        if reference is not None:
            _check_parameter_reference(reference, rules)
    except MailError as error:
        yield Problem(path, f"{describe_path(path)}: {error.detail}", "error")
        return
    if reference is None and looks_like_reference(text):
        sentence = f"{describe_path(path)} is taken as plain text; if code is meant, write python::{text}."
        yield Problem(path, sentence, "warning")


def _check_parameter_reference(reference: Reference, rules: SafetyRules) -> None:
    if reference.kind is ReferenceKind.PYTHON:
        check_allowed(reference, rules.allowed_prefixes)
    if reference.kind is ReferenceKind.URL:
        address = find_literal(check_url(reference.target, rules.fetch).host)
        if address is not None:
            check_address(address, allow_private=rules.fetch.allow_private)


def _check_secret(path: Path, name: str, value: Any, rules: SafetyRules) -> Iterator[Problem]:
    if rules.allow_literal_secrets or not name.lower().endswith(SECRET_ENDINGS):
        return
    if value is None or value == "" or isinstance(value, bool):
        return
    if not isinstance(value, str) or not _ENVIRONMENT.fullmatch(value):
        # The value itself is left out: this sentence ends up in logs and answers.
        sentence = (
            f"{describe_path(path)} must be an environment reference such as ${{MY_KEY}}, not the value."
        )
        yield Problem(path, sentence, "error")
